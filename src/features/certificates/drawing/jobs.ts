import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { DRAWING } from '../issuing/commands.ts';
import { drawWaiting, dropErased } from './commands.ts';

export const drawingJobs = (deps: Deps): Job[] => [
  {
    ...{ name: DRAWING, cron: '*/5 * * * *', pollSeconds: 10 },
    run: async () => {
      await dropErased(deps);
      await drawWaiting(deps);
    },
  },
];
