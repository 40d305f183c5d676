import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { tellIssued } from './commands.ts';

export const tellingJobs = ({ db }: Deps): Job[] => [
  { name: 'certificates.tell', cron: '*/5 * * * *', pollSeconds: 60, run: () => tellIssued(db) },
];
