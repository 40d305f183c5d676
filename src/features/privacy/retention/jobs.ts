import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { applyRetention } from './commands.ts';

export const retentionJobs = ({ db }: Deps): Job[] => [
  { name: 'retention', cron: '40 3 * * *', pollSeconds: 60, run: () => applyRetention(db) },
];
