import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';

export const drawingJobs = (_deps: Deps): Job[] => [];
