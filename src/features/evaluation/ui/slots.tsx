import { hasStep, WRITING } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice, ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const evaluationTab: ProjectTab = {
  value: 'evaluation',
  label: 'Evaluación',
  isOffered: project => project.showsReviews,
  Panel: lazyPart(() => import('./reviews/evaluation-tab.tsx'), 'EvaluationTab'),
};

/** What is written for an evaluation can still be reworded. */
export const namesNotice: ProjectNotice = {
  name: 'names',
  isNeeded: ({ definition, status }) => hasStep(definition, 'evaluation') && WRITING.includes(status),
  Notice: lazyPart(() => import('./desk/names-notice.tsx'), 'NamesNotice'),
};
