import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import {
  type ConsensusAnswer,
  isConfirmed,
  type ReviewState,
  WAITING_REVIEWS,
} from '../../../domain/calls/review-states.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import { readBars, takesPartIn } from '../../../server/part-taking/queries.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import { pairRefusals } from '../assigning/queries.ts';
import { invite, inviteInstead, lockProposals, renewReviewers } from '../invitations/commands.ts';
import {
  type Run,
  type Told,
  tellingOf,
  tellReplaced,
  tellReviewer,
  withdrawn,
} from '../notices/commands.ts';
import type {
  assignReviewers as assignContract,
  giveBackReview as giveBackContract,
  replaceReviewer as replaceContract,
} from './contract.ts';

/** Invites them all, or answers what is wrong with which. */
export const assignReviewers = command(
  'reviews.manage',
  async (
    run: Command,
    { given }: { given: BodyOf<typeof assignContract> },
  ): Promise<OutputOf<typeof assignContract>> => {
    const { pairs, blind = false, lastResort } = given;
    const ids = [...new Set(pairs.map(p => p.projectId))];
    const proposals = await lockProposals(run, ids);
    await requireAllFree(run, ids, lastResort);
    const refusals = await pairRefusals(run.tx, proposals, pairs, blind);
    const errors = refusals.flatMap((message, n) =>
      message ? [{ path: `pairs.${n}.userId`, message }] : [],
    );
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    await invite(run, proposals, pairs, { blind });
    return { invited: pairs.length };
  },
);

/** Whoever takes part in a proposal, or in another of its call, does not choose who reviews it. */
async function requireAllFree(run: Command, ids: readonly string[], lastResort: string | undefined) {
  const bars = [...(await readBars(run.tx, run.actor, ids))].sort(([, a], [, b]) => +a.last - +b.last);
  for (const [id, bar] of bars)
    requireFree(run, bar, { of: { type: 'project', id }, verb: 'decidir quién evalúa', lastResort });
}

/** More time for the proposal is more time for whoever still writes about it. */
export async function extendReviews(
  run: Run,
  { id, kind, code }: Omit<Told, 'due'>,
  due: Date,
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    update reviews set due_at = greatest(due_at, ${due})
    where project_id = ${id} and state in ${among(WAITING_REVIEWS)}
    returning user_id as "userId"`.execute(run.tx);
  const proposal = { id, kind, code, due: due.toISOString() };
  for (const { userId: reviewerId } of rows) {
    const event = { kind: 'review_extended', actorId: null, reviewerId, code, due: proposal.due } as const;
    await tellReviewer(run, event, proposal, reason);
  }
}

/** One review, its proposal held until the end; 404 when there is none. `mine`: only that person's. */
export interface LockedReview {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly state: ReviewState;
  readonly blind: boolean;
  readonly version: number;
  readonly projectId: string;
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly kindVersion: number;
  readonly callId: string | null;
  readonly status: string;
  readonly due: string | null;
  readonly consensus: ConsensusAnswer | null;
}

export async function lockReview(
  { tx }: Pick<Run, 'tx'>,
  id: string,
  mine: string | null = null,
): Promise<LockedReview> {
  await sql`select 1 from projects where id = (select project_id from reviews where id = ${requireId(id)})
    for no key update`.execute(tx);
  const { rows } = await sql<LockedReview>`
    select r.id, r.user_id as "userId", u.name, r.state, r.blind, r.version, r.project_id as "projectId", r.due_at as due,
      r.consensus,
      p.code, p.title, p.kind, p.kind_version as "kindVersion", p.call_id as "callId", p.status
    from reviews r join projects p on p.id = r.project_id join users u on u.id = r.user_id
    where r.id = ${id} ${mine ? sql`and r.user_id = ${mine}` : sql``}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Whoever has come to take part in a proposal of the call since they were invited reviews none of it. */
export async function requireApart({ tx }: Pick<Run, 'tx'>, { projectId, userId }: LockedReview) {
  const { rows } = await sql<{ code: string }>`
    select q.code from projects p join projects q on q.id = p.id or q.call_id = p.call_id
    where p.id = ${projectId} and ${takesPartIn(sql`${userId}`, sql`q.id`)} order by q.code limit 1`.execute(
    tx,
  );
  if (rows[0])
    throw new AppError(
      'rule',
      `Participas en ${rows[0].code}: declara un conflicto de interés para no evaluar.`,
    );
}

export function inEvaluation({ status }: LockedReview): void {
  if (status !== 'evaluation') throw new AppError('rule', 'La propuesta ya no está en evaluación.');
}

/** Only while the proposal is being evaluated, and by whoever accepted. */
export async function ownOpen(run: Command, id: string): Promise<LockedReview> {
  const review = await lockReview(run, id, run.actor.id);
  inEvaluation(review);
  if (review.state === 'invited') throw new AppError('rule', 'Acepta la invitación antes de evaluar.');
  if (review.state !== 'accepted') throw new AppError('rule', 'Esta evaluación ya no se puede cambiar.');
  await requireApart(run, review);
  return review;
}

export const replaceReviewer = command(
  'reviews.manage',
  async (run: Command, { review: id, given }: { review: string; given: BodyOf<typeof replaceContract> }) => {
    const review = await lockReview(run, id);
    await requireAllFree(run, [review.projectId], given.lastResort);
    inEvaluation(review);
    if (!WAITING_REVIEWS.includes(review.state))
      throw new AppError('rule', 'Solo se reemplaza a quien tiene su evaluación pendiente.');
    await replace(run, review, given.userId, given.reason);
    if (given.userId === null) await renewReviewers(run, [review.projectId]);
    else await inviteInstead(run, { projectId: review.projectId, userId: given.userId }, review);
    await tellReplaced(run, review);
    return {};
  },
);

/** What they wrote stays with the row, should they be asked again. */
async function replace(run: Command, review: LockedReview, userId: string | null, reason: string) {
  await run.tx
    .updateTable('reviews')
    .set({ state: 'replaced', reason })
    .where('id', '=', review.id)
    .execute();
  run.record({
    action: 'review.replace',
    objectType: 'project',
    objectId: review.projectId,
    changes: { reviewer: [review.userId, userId], reason: [null, reason] },
  });
  await withdrawn(run, review);
}

interface Handed {
  readonly projectId: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly notify: boolean;
}

/**
 * A pending review goes to somebody else, on the same terms: blind or not, and the same date unless it has passed. The
 * caller has judged it with `pairRefusals`. Answers false where that person has none.
 */
export async function handReviewOver(run: Command, handed: Handed): Promise<boolean> {
  const { projectId, from, to, reason, notify } = handed;
  const { rows } = await sql<{ id: string; blind: boolean; due: string | null }>`
    select id, blind, due_at as due from reviews where project_id = ${projectId} and user_id = ${from}
      and state in ${among(WAITING_REVIEWS)}`.execute(run.tx);
  const [own] = rows;
  if (!own) return false;
  const review = await lockReview(run, own.id);
  await replace(run, review, to, reason);
  const proposals = await lockProposals(run, [projectId]);
  await invite(run, proposals, [{ projectId, userId: to }], { blind: own.blind, due: own.due, notify });
  if (notify) await tellReplaced(run, review);
  return true;
}

/** What a review says is kept before it changes. */
export const keepVersion = ({ tx, now }: Pick<Run, 'tx' | 'now'>, id: string) =>
  sql`insert into review_versions
      (review_id, version, marks, author_comment, office_comment, recommendation, score, confirmed_at, replaced_at)
    select id, version, marks, author_comment, office_comment, recommendation, score, confirmed_at, ${now}
    from reviews where id = ${id}`.execute(tx);

/** What is being compared is its reviewers' to keep or revise: given back meanwhile it would count again by itself. */
async function requireNotCompared({ tx }: Pick<Run, 'tx'>, { projectId }: LockedReview): Promise<void> {
  const { rows } = await sql<{ until: string }>`
    select until from review_consensus where project_id = ${projectId} and closed_at is null`.execute(tx);
  if (rows[0])
    throw new AppError(
      'rule',
      `Quienes evalúan la comparan hasta el ${formatDate(new Date(rows[0].until))}: devuélvela después.`,
    );
}

export const giveBackReview = command(
  'reviews.manage',
  async (run: Command, { review: id, given }: { review: string; given: BodyOf<typeof giveBackContract> }) => {
    const review = await lockReview(run, id);
    await requireAllFree(run, [review.projectId], given.lastResort);
    inEvaluation(review);
    if (!isConfirmed(review)) throw new AppError('rule', 'Solo se devuelve una evaluación confirmada.');
    await requireNotCompared(run, review);
    await keepVersion(run, review.id);
    await run.tx
      .updateTable('reviews')
      .set({
        ...{ state: 'accepted', score: null, confirmed_at: null },
        ...{ returned_at: run.now, returned_reason: given.reason, version: review.version + 1 },
      })
      .where('id', '=', review.id)
      .execute();
    run.record({
      action: 'review.return',
      objectType: 'project',
      objectId: review.projectId,
      changes: { reviewer: [review.userId, review.userId], reason: [null, given.reason] },
    });
    await renewReviewers(run, [review.projectId]);
    const { userId: reviewerId, code } = review;
    const event = { kind: 'review_returned', actorId: null, reviewerId, code } as const;
    await tellReviewer(run, event, tellingOf(review), given.reason);
    return {};
  },
);
