import { hasStep, WRITING } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice } from '../../project-record/ui/project-slots.tsx';

/** What is written for an evaluation can still be reworded. */
export const namesNotice: ProjectNotice = {
  name: 'names',
  isNeeded: ({ definition, status }) => hasStep(definition, 'evaluation') && WRITING.includes(status),
  Notice: lazyPart(() => import('./names-notice.tsx'), 'NamesNotice'),
};
