import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';

export const tellingJobs = (_deps: Deps): Job[] => [];
