import { CONTEST } from '../../../domain/kinds/statuses.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { ProjectNotice, ProjectTab } from '../../project-record/ui/project-slots.tsx';

export const evaluationTab: ProjectTab = {
  value: 'evaluation',
  label: 'Evaluación',
  isOffered: project => project.showsReviews,
  Panel: lazyPart(() => import('./reviews/evaluation-tab.tsx'), 'EvaluationTab'),
};

/** What reviewers ask, while nothing of the evaluation is shown to its author elsewhere. */
export const questionNotice: ProjectNotice = {
  name: 'questions',
  isNeeded: ({ status }) => CONTEST.includes(status),
  Notice: lazyPart(() => import('./questions/question-notice.tsx'), 'QuestionNotice'),
};
