import { APPEAL_SHOWN } from '../../../domain/calls/appeals.ts';
import { hasStep } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../project-record/ui/project-slots.tsx';

/** Results are appealed, and shown with their appeal, once there is one. */
export const appealNotice: ProjectNotice = {
  name: 'appeal',
  isNeeded: ({ definition, status }) => hasStep(definition, 'resolution') && APPEAL_SHOWN.includes(status),
  Notice: lazyPart(() => import('./appeal-panel.tsx'), 'AppealPanel'),
};
