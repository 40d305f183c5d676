import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { compareOrganisations } from './pairs/commands.ts';

export const pairJobs = ({ db }: Deps): Job[] => [
  { name: 'partners.pairs', cron: '* * * * *', pollSeconds: 30, run: () => compareOrganisations(db) },
];
