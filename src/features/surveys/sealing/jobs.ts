import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';

export const surveyJobs = (_deps: Deps): Job[] => [];
