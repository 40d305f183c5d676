import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { drawingJobs } from './drawing/jobs.ts';
import { issueReviewedWork } from './issuing/commands.ts';
import { tellingJobs } from './telling/jobs.ts';

export const certificateJobs = (deps: Deps): Job[] => [
  {
    ...{ name: 'certificates.reviewers', cron: '*/10 * * * *', pollSeconds: 60 },
    run: () => issueReviewedWork(deps.db),
  },
  ...drawingJobs(deps),
  ...tellingJobs(deps),
];
