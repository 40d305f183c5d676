import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../project-record/ui/project-slots.tsx';

/** Results are appealed, and shown with their appeal, once there is one. */
export const appealNotice: ProjectNotice = {
  name: 'appeal',
  isNeeded: ({ definition, status }) =>
    definition.steps.some(s => s.status === 'resolution') &&
    ['admissibility', 'rejected', 'resolution', 'not_awarded', 'waitlisted', 'approved'].includes(status),
  Notice: lazyPart(() => import('./appeal-panel.tsx'), 'AppealPanel'),
};
