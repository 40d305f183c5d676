import { APPEAL_SHOWN } from '../../../domain/calls/appeals.ts';
import { hasStep, RESOLVED } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../project-record/ui/project-slots.tsx';

/** Results are appealed, and shown with their appeal, once there is one. */
export const appealNotice: ProjectNotice = {
  name: 'appeal',
  isNeeded: ({ definition, status }) => hasStep(definition, 'resolution') && APPEAL_SHOWN.includes(status),
  Notice: lazyPart(() => import('./appeal-panel.tsx'), 'AppealPanel'),
};

/** What its authors were told of their result, from then on. */
export const letterNotice: ProjectNotice = {
  name: 'letter',
  isNeeded: ({ call, status }) => call !== null && [...RESOLVED, ...APPEAL_SHOWN].includes(status),
  Notice: lazyPart(() => import('./letters/letter-notice.tsx'), 'LetterNotice'),
};
