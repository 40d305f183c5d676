import { type ReviewState, WAITING_REVIEWS } from '../../domain/calls/review-states.ts';
import { marksErrors, type ReviewDraft, reviewGaps, scoreOf } from '../../domain/calls/scoring.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { formLookup } from '../evaluation/assigning/queries.ts';
import { settleReviews } from '../evaluation/consensus/commands.ts';
import { inviteNext } from '../evaluation/invitations/commands.ts';
import { tellingOf, tellOffice, withdrawn } from '../evaluation/notices/commands.ts';
import {
  inEvaluation,
  type LockedReview,
  lockReview,
  ownOpen,
  requireApart,
} from '../evaluation/reviews/commands.ts';
import type { Workflow } from '../workflow/effects.ts';
import type {
  answerReview as answerContract,
  confirmReview as confirmContract,
  saveReview as saveContract,
} from './contract.ts';

const ANSWERS = { accept: 'accepted', decline: 'declined', conflict: 'conflict' } as const;

export const answerReview = command(
  'active',
  async (
    run: Command,
    { review: id, given }: { review: string; given: BodyOf<typeof answerContract> },
  ): Promise<OutputOf<typeof answerContract>> => {
    const { tx, actor, now } = run;
    const review = await lockReview(run, id, actor.id);
    inEvaluation(review);
    const open: readonly ReviewState[] = given.answer === 'accept' ? ['invited'] : WAITING_REVIEWS;
    const isOvertaken = given.seen !== undefined && given.seen !== review.state;
    if (isOvertaken || !open.includes(review.state))
      throw new AppError('rule', 'Ya respondiste esta invitación.');
    const state = ANSWERS[given.answer];
    if (state === 'accepted') await requireApart(run, review);
    await tx
      .updateTable('reviews')
      .set({
        ...{ state, answered_at: now, reason: given.reason || null, suggestion: given.suggestion },
        ...(state === 'accepted' && { declared_at: now }),
      })
      .where('id', '=', review.id)
      .execute();
    run.record({
      action: `review.${given.answer}`,
      objectType: 'project',
      objectId: review.projectId,
      changes: { state: [review.state, state] },
    });
    if (state === 'accepted') return { state };
    await withdrawn(run, review);
    const next = await inviteNext(run, review);
    const { code } = review;
    const said = { code, hasConflict: state === 'conflict', reason: given.reason };
    await tellOffice(run, tellingOf(review), {
      ...{ kind: 'review_declined', actorId: actor.id, suggestion: given.suggestion, ...said, ...next },
    });
    return { state };
  },
);

async function draftOf({ tx }: Command, id: string): Promise<ReviewDraft> {
  const row = await tx
    .selectFrom('reviews')
    .select(['marks', 'author_comment', 'office_comment', 'recommendation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    marks: row.marks as ReviewDraft['marks'],
    authorComment: row.author_comment,
    officeComment: row.office_comment,
    recommendation: row.recommendation,
  };
}

const rulesFor = async ({ tx }: Command, review: LockedReview) =>
  (await formLookup(tx, [review]))(review).rules;

async function sameVersion(run: Command, review: LockedReview, version: number): Promise<void> {
  if (version === review.version) return;
  const data = await draftOf(run, review.id);
  throw new AppError('conflict', undefined, {
    extra: { version: review.version, data, updatedAt: null, updatedBy: null },
  });
}

interface Saved {
  readonly review: string;
  readonly given: BodyOf<typeof saveContract>;
}

export const saveReview = command(
  'active',
  async (run: Command, { review: id, given }: Saved): Promise<OutputOf<typeof saveContract>> => {
    const review = await ownOpen(run, id);
    await sameVersion(run, review, given.version);
    const { marks, authorComment, officeComment, recommendation } = given.draft;
    const errors = marksErrors((await rulesFor(run, review)).criteria, marks);
    if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
    const version = review.version + 1;
    await run.tx
      .updateTable('reviews')
      .set({
        ...{ marks: JSON.stringify(marks), author_comment: authorComment, office_comment: officeComment },
        ...{ recommendation, version, saved_at: run.now },
      })
      .where('id', '=', review.id)
      .execute();
    run.record({ action: 'review.save', objectType: 'project', objectId: review.projectId });
    return { version, savedAt: run.now.toISOString() };
  },
);

interface Confirmed {
  readonly review: string;
  readonly given: BodyOf<typeof confirmContract>;
  readonly workflow: Workflow;
}

/** The last review that is needed ends the evaluation, or is compared with the others where they are far apart. */
export const confirmReview = command(
  'active',
  async (
    run: Command,
    { review: id, given, workflow }: Confirmed,
  ): Promise<OutputOf<typeof confirmContract>> => {
    const review = await ownOpen(run, id);
    await sameVersion(run, review, given.version);
    const rules = await rulesFor(run, review);
    const draft = await draftOf(run, review.id);
    const errors = reviewGaps(rules.criteria, draft);
    if (errors.length > 0)
      throw new AppError('rule', 'Completa tu evaluación antes de confirmarla.', { errors });
    const score = scoreOf(rules.criteria, draft.marks);
    await run.tx
      .updateTable('reviews')
      .set({
        ...{ state: 'confirmed', score, confirmed_at: run.now, version: review.version + 1 },
        ...(review.consensus === 'revising' && { consensus: 'revised' }),
      })
      .where('id', '=', review.id)
      .execute();
    run.record({
      action: 'review.confirm',
      objectType: 'project',
      objectId: review.projectId,
      changes: { score: [null, score] },
    });
    await withdrawn(run, review);
    await settleReviews(run, review.projectId, workflow);
    return { score };
  },
);
