import { givesNone } from '../../domain/certificates/rules.ts';
import type { Effects } from '../workflow/effects.ts';
import { issueParts } from './issuing/commands.ts';

/** The office accepts the final report: everybody gets theirs. That they are suspended meanwhile the database sees to. */
export const certificateEffects: Effects = {
  after: async (run, { project, kind, action, to }) => {
    if (action === 'accept_final_report' && to === 'closed' && !givesNone(kind.certificates))
      await issueParts(run, { projectId: project.id, notify: true });
  },
};
