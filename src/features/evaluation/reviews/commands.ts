import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { among, lit } from '../../../db/states.ts';
import { datesOf } from '../../../domain/calls/calls.ts';
import { isConfirmed, type ReviewState, WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import type { ReviewerEvent, ReviewerNeededEvent } from '../../../domain/notices/events.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import { formatDate } from '../../../domain/text/format.ts';
import { reviewDue } from '../../../domain/workflow/due.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import { writeEntries } from '../../project-record/history/commands.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import type {
  assignReviewers as assignContract,
  giveBackReview as giveBackContract,
  replaceReviewer as replaceContract,
} from './contract.ts';
import {
  type AssignableProposal,
  isBlind,
  type Pair,
  pairRefusals,
  pairsFor,
  proposalsIn,
  reviewersIn,
  wordsFor,
} from './queries.ts';

/** Whoever acts; nobody when a gap between scores asks for one more review by itself. */
export type Run = Pick<Command, 'tx' | 'now' | 'record'> & { readonly actor: Command['actor'] | null };

/** Invites them all, or answers what is wrong with which. */
export const assignReviewers = command(
  'reviews.manage',
  async (
    run: Command,
    { given }: { given: BodyOf<typeof assignContract> },
  ): Promise<OutputOf<typeof assignContract>> => {
    const { pairs, blind = false } = given;
    const proposals = await lockProposals(run, [...new Set(pairs.map(p => p.projectId))]);
    const refusals = await pairRefusals(run.tx, proposals, pairs, blind);
    const errors = refusals.flatMap((message, n) =>
      message ? [{ path: `pairs.${n}.userId`, message }] : [],
    );
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    await invite(run, proposals, pairs, { blind });
    return { invited: pairs.length };
  },
);

/** In one order for everybody, so that two at once wait for each other. */
async function lockProposals({ tx }: Pick<Run, 'tx'>, ids: readonly string[]) {
  await sql`select 1 from projects where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  const rows = await proposalsIn(tx, ids);
  return new Map(rows.map(row => [row.id, row]));
}

interface Invitation {
  /** Where neither call nor earlier reviewers say so. */
  readonly blind: boolean;
  /** Another date than that of the step, while it has not passed. */
  readonly due?: string | null;
  /** One more than the rules ask for from the start. */
  readonly isExtra?: boolean;
  /** Off: nobody is told. */
  readonly notify?: boolean;
}

async function invite(
  run: Run,
  judged: ReadonlyMap<string, AssignableProposal>,
  pairs: readonly Pair[],
  { blind, due, notify = true, isExtra = false }: Invitation,
): Promise<void> {
  const proposals = await withTime(run, judged, isExtra);
  const own = due && new Date(due) > run.now ? due : null;
  const rows = pairs.flatMap(pair => {
    const proposal = proposals.get(pair.projectId);
    return proposal ? [{ ...pair, blind: isBlind(proposal, blind), due: own ?? proposal.due }] : [];
  });
  await sql`
    insert into reviews (project_id, user_id, blind, due_at, invited_at, invited_by)
    select r."projectId", r."userId", r.blind, r.due, ${run.now}, ${run.actor?.id ?? null}::uuid
    from json_to_recordset(${JSON.stringify(rows)})
      r ("projectId" uuid, "userId" uuid, blind boolean, due timestamptz)
    on conflict (project_id, user_id) do update set state = ${lit.review('invited')}, blind = excluded.blind,
      due_at = excluded.due_at, invited_at = excluded.invited_at, invited_by = excluded.invited_by,
      answered_at = null, reason = null, returned_at = null, returned_reason = null`.execute(run.tx);
  await renewReviewers(run, [...proposals.keys()]);
  for (const { projectId, userId } of pairs)
    run.record({
      action: 'review.invite',
      objectType: 'project',
      objectId: projectId,
      changes: { reviewer: [null, userId] },
    });
  for (const [userId, invited] of notify ? Map.groupBy(pairs, p => p.userId) : []) {
    const theirs = invited.flatMap(p => proposals.get(p.projectId) ?? []);
    await announceInvitation(run, userId, theirs);
  }
}

/** Nobody is invited to a date that has passed: the step takes longer then, and its history tells. */
async function withTime(run: Run, proposals: ReadonlyMap<string, AssignableProposal>, isExtra: boolean) {
  const holidays = await readHolidays(run.tx);
  const timed = [...proposals.values()].map((p): AssignableProposal => {
    if (p.due === null) return p;
    const due = reviewDue({ ...datesOf(p.call), due: new Date(p.due), now: run.now, isExtra, holidays });
    return { ...p, due: due.toISOString() };
  });
  const later = timed.flatMap(({ id, due }) => {
    const before = proposals.get(id)?.due;
    return due && before && new Date(due) > new Date(before)
      ? [{ id, before, due, note: `Vence el ${formatDate(new Date(due))}, para otra evaluación.` }]
      : [];
  });
  if (later.length === 0) return proposals;
  await sql`
    update projects p set due_at = x.due
    from json_to_recordset(${JSON.stringify(later)}) x (id uuid, due timestamptz) where p.id = x.id`.execute(
    run.tx,
  );
  const step = { action: 'extend', from: 'evaluation', to: 'evaluation' } as const;
  // Nobody decided it: it follows from another reviewer's time.
  await writeEntries(
    { ...run, actor: null },
    later.map(({ id, note }) => ({ projectId: id, note, ...step })),
  );
  for (const { id, before, due } of later)
    run.record({
      action: 'project.extend',
      objectType: 'project',
      objectId: id,
      changes: { due: [before, due] },
    });
  return new Map(timed.map(p => [p.id, p]));
}

async function announceInvitation(
  run: Run,
  reviewerId: string,
  proposals: readonly AssignableProposal[],
): Promise<void> {
  const [first] = proposals;
  if (!first) return;
  const codes = proposals.map(p => p.code);
  const event = { kind: 'review_invited', actorId: null, reviewerId, codes, due: first.due } as const;
  await tellReviewer(run, event, proposals.length === 1 ? first : null);
}

interface Told {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly due: string | null;
}

/** The reason names nobody either: what they evaluate may be blind to them. */
async function tellReviewer(
  run: Run,
  event: ReviewerEvent,
  proposal: Told | null,
  reason: string | null = null,
): Promise<void> {
  const { reviewerId } = event;
  const said = proposal && reason ? await wordsFor(run.tx, reviewerId, proposal.id, reason) : reason;
  const due = proposal?.due ? new Date(proposal.due) : null;
  await announce(
    run,
    event,
    proposal && {
      project: { id: proposal.id, kind: proposal.kind, code: proposal.code, title: '' },
      ...{ status: 'evaluation', holders: [reviewerId], office: false, due, reason: said },
    },
  );
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

/** Calls the office: a review is lacking and somebody has to be found. */
export async function tellOffice(
  run: Run,
  { id, kind, code, title }: Told & { title: string },
  event: ReviewerNeededEvent,
): Promise<void> {
  await announce(run, event, {
    project: { id, kind, code, title },
    ...{ status: 'evaluation', holders: [], office: true, due: null },
  });
}

/** Whoever has not confirmed yet holds the proposal; while nobody does, the office. */
export async function renewReviewers(
  { tx, now }: Pick<Run, 'tx' | 'now'>,
  projectIds: readonly string[],
): Promise<void> {
  const these = sql`any(${[...projectIds]}::uuid[])`;
  await sql`delete from project_holders where project_id = ${these}`.execute(tx);
  await sql`insert into project_holders (project_id, user_id, via)
    select project_id, user_id, 'reviewer' from reviews
    where project_id = ${these} and state in ${among(WAITING_REVIEWS)}`.execute(tx);
  await sql`update projects p set version = version + 1, updated_at = ${now},
      office_turn = not exists (select from project_holders h where h.project_id = p.id)
    where id = ${these}`.execute(tx);
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
      p.code, p.title, p.kind, p.kind_version as "kindVersion", p.call_id as "callId", p.status
    from reviews r join projects p on p.id = r.project_id join users u on u.id = r.user_id
    where r.id = ${id} ${mine ? sql`and r.user_id = ${mine}` : sql``}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export const tellingOf = ({ projectId: id, code, kind, title, due }: LockedReview) => ({
  id,
  code,
  kind,
  title,
  due,
});

export function inEvaluation({ status }: LockedReview): void {
  if (status !== 'evaluation') throw new AppError('rule', 'La propuesta ya no está en evaluación.');
}

export const replaceReviewer = command(
  'reviews.manage',
  async (run: Command, { review: id, given }: { review: string; given: BodyOf<typeof replaceContract> }) => {
    const review = await lockReview(run, id);
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

const tellReplaced = (run: Command, { userId, code }: LockedReview) =>
  tellReviewer(run, { kind: 'review_replaced', actorId: null, reviewerId: userId, code }, null);

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

/** On the same terms: alone with it, the former one is no longer there to tell whether it is blind. */
async function inviteInstead(run: Command, pair: Pair, { blind }: LockedReview): Promise<void> {
  const proposals = await lockProposals(run, [pair.projectId]);
  const [message] = await pairRefusals(run.tx, proposals, [pair], blind);
  if (message) throw new AppError('rule', message, { errors: [{ path: 'userId', message }] });
  await invite(run, proposals, [pair], { blind });
}

/** What was on its way to somebody who no longer reviews it is not sent. */
export const withdrawn = ({ tx, now }: Run, { userId, projectId }: LockedReview) =>
  sql`
    with seen as (
      update notifications set read_at = coalesce(read_at, ${now}), digest = false
      where user_id = ${userId} and project_id = ${projectId} and type = 'review'
    )
    delete from mails where user_id = ${userId} and project_id = ${projectId} and type = 'review'
      and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(tx);

export const giveBackReview = command(
  'reviews.manage',
  async (run: Command, { review: id, given }: { review: string; given: BodyOf<typeof giveBackContract> }) => {
    const review = await lockReview(run, id);
    inEvaluation(review);
    if (!isConfirmed(review)) throw new AppError('rule', 'Solo se devuelve una evaluación confirmada.');
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

/** A review is lacking. Where scores are too far apart one more is invited; else, and if nobody is free, the office called. */
export async function inviteByItself(run: Run, projectId: string): Promise<void> {
  const proposals = new Map((await proposalsIn(run.tx, [projectId])).map(p => [p.id, p]));
  const proposal = proposals.get(projectId);
  if (!proposal || proposal.lacking === 0) return renewReviewers(run, [projectId]);
  const alone: Run = { ...run, actor: null };
  const isGap = proposal.scores.length >= proposal.rules.reviews;
  const [pair] = isGap ? pairsFor([{ ...proposal, lacking: 1 }], await reviewersIn(run.tx)) : [];
  if (pair) return invite(alone, proposals, [pair], { blind: false, isExtra: true });
  await renewReviewers(run, [projectId]);
  const { code } = proposal;
  await tellOffice(alone, proposal, { kind: 'review_lacking', actorId: null, code, isGap });
}
