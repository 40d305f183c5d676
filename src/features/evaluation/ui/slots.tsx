import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const evaluationTab: ProjectTab = {
  value: 'evaluation',
  label: 'Evaluación',
  isOffered: project => project.showsReviews,
  Panel: lazyPart(() => import('./reviews/evaluation-tab.tsx'), 'EvaluationTab'),
};
