import { isReturned } from '../../domain/kinds/statuses.ts';
import type { Effects } from '../workflow/effects.ts';
import { tickAnew } from './commands.ts';

/** What a correction changed is looked at once more. */
export const admissibilityEffects: Effects = {
  after: async (run, { project, to }) => {
    if (isReturned(project.status) && to === 'admissibility') await tickAnew(run, project);
  },
};
