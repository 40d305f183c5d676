import type { Criterion } from '../../domain/kinds/definition.ts';
import { assignReviewers } from '../../features/evaluation/reviews/commands.ts';
import type { KnownProject } from '../../features/project-record/held/queries.ts';
import { answerReview, confirmReview, saveReview } from '../../features/review-desk/commands.ts';
import type { Writing } from '../life.ts';
import { pick, pickNumber } from './chance.ts';
import { DEMO, nameOf } from './editions.ts';
import * as say from './phrases.ts';

/** Reviewers who may sign in. */
export const REVIEWERS = DEMO.filter(a => a.roles.includes('Reviewer')).map(a => nameOf(a.email));

type Of = Pick<Writing, 'db' | 'actorOf' | 'workflow'>;

/** The office asks these people for their reviews. */
export async function invite(
  { db, actorOf }: Of,
  { id }: KnownProject,
  reviewers: readonly string[],
): Promise<void> {
  const pairs = reviewers.map(name => ({ projectId: id, userId: actorOf(name).id }));
  await assignReviewers({ db, actor: actorOf('beatriz.navarrete') }, { given: { pairs, blind: false } });
}

async function reviewOf({ db, actorOf }: Of, { id }: KnownProject, reviewer: string) {
  return db
    .selectFrom('reviews')
    .select(['id', 'version'])
    .where('project_id', '=', id)
    .where('user_id', '=', actorOf(reviewer).id)
    .executeTakeFirstOrThrow();
}

export async function accept(of: Of, project: KnownProject, reviewer: string): Promise<void> {
  const { id } = await reviewOf(of, project, reviewer);
  const given = { answer: 'accept', declares: true, reason: '', suggestion: '' } as const;
  await answerReview({ db: of.db, actor: of.actorOf(reviewer) }, { review: id, given });
}

/** Marks around a level from 0 to 5, each with a word on it. */
export async function writeMarks(
  of: Of,
  project: KnownProject,
  { reviewer, level, criteria }: { reviewer: string; level: number; criteria: readonly Criterion[] },
): Promise<void> {
  const { id, version } = await reviewOf(of, project, reviewer);
  const words = `${project.id}:${reviewer}`;
  const marks = Object.fromEntries(
    criteria.map(({ id: criterion, maxPoints }) => {
      const points = Math.min(maxPoints, Math.max(1, level + pickNumber(`${words}:${criterion}`, 3) - 1));
      const all = points >= 4 ? say.PRAISE : say.DOUBTS;
      return [criterion, { points, justification: pick(`${words}:${criterion}:why`, all) }];
    }),
  );
  const draft = {
    marks,
    authorComment: pick(`${words}:author`, say.TO_AUTHOR),
    officeComment: pick(`${words}:office`, say.TO_OFFICE),
    recommendation: level >= 3 ? 'award' : 'not_award',
  } as const;
  await saveReview({ db: of.db, actor: of.actorOf(reviewer) }, { review: id, given: { version, draft } });
}

export async function confirm(of: Of, project: KnownProject, reviewer: string): Promise<void> {
  const { id, version } = await reviewOf(of, project, reviewer);
  const { db, actorOf, workflow } = of;
  await confirmReview({ db, actor: actorOf(reviewer) }, { review: id, given: { version }, workflow });
}
