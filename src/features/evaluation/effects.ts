import type { Effects } from '../workflow/effects.ts';
import { closeConsensus } from './consensus/commands.ts';
import { tellEnded } from './notices/commands.ts';
import { dueQuestions } from './questions/queries.ts';
import { extendReviews, handReviewOver } from './reviews/commands.ts';

/** While a proposal is evaluated its reviewers hold it; they are told in words of their own, which name nobody. */
export const reviewEffects: Effects = {
  waiting: dueQuestions,
  extend: async (run, project, due, reason) => {
    if (project.status !== 'evaluation') return false;
    await extendReviews(run, project, due, reason);
    return true;
  },
  // What ends it by the reviews themselves is no news to whoever wrote them.
  after: async (run, { project, to, action }) => {
    if (project.status !== 'evaluation' || to === 'evaluation') return;
    await closeConsensus(run, project.id);
    if (action !== 'finish_evaluation') await tellEnded(run, project);
  },
  reassign: async (run, { project, ...handed }) =>
    project.status === 'evaluation' && handReviewOver(run, { projectId: project.id, ...handed }),
};
