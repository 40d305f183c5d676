import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { countOver, remindDue, SWEEP_HOURS, sweepFormerRows } from './commands.ts';

export const surveyJobs = ({ db }: Deps): Job[] => [
  {
    ...{ name: 'surveys.count', cron: '* * * * *', pollSeconds: 20 },
    run: async () => {
      await countOver(db);
      await sweepFormerRows(db);
    },
  },
  {
    ...{ name: 'surveys.sweep', cron: '40 * * * *', pollSeconds: 60 },
    run: () => sweepFormerRows(db, SWEEP_HOURS),
  },
  { name: 'surveys.remind', cron: '25 9 * * *', pollSeconds: 60, run: () => remindDue(db) },
];
