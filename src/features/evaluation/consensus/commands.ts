import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import { lit } from '../../../db/states.ts';
import { areFarApart, isEnough } from '../../../domain/calls/scoring.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { Run, Workflow } from '../../workflow/effects.ts';
import { systemStep } from '../../workflow/transitions/commands.ts';
import { type AssignableProposal, proposalsIn } from '../assigning/queries.ts';
import { inviteByItself, postpone, renewReviewers } from '../invitations/commands.ts';
import { tellingOf, tellReviewer, withdrawn } from '../notices/commands.ts';
import {
  inEvaluation,
  keepVersion,
  type LockedReview,
  lockReview,
  requireApart,
} from '../reviews/commands.ts';
import type { answerConsensus as answerContract } from './contract.ts';

/**
 * Where the confirmed reviews of a proposal lead, whose row is held: to its result, to a consensus of those who are too
 * far apart, or, once that is over, to one more review.
 */
export async function settleReviews(run: Run, projectId: string, workflow: Workflow): Promise<void> {
  const [proposal] = await proposalsIn(run.tx, [projectId]);
  if (!proposal) return;
  const { scores, rules, consensus } = proposal;
  if (consensus === 'revising') return renewReviewers(run, [projectId]);
  if (isEnough(scores, rules)) return systemStep(run, projectId, 'finish_evaluation', workflow);
  if (consensus === 'asked') return renewReviewers(run, [projectId]);
  if (consensus === 'answered') await closeConsensus(run, projectId);
  const days = rules.consensusDays ?? 0;
  if (consensus === null && days > 0 && areFarApart(scores, rules)) return openConsensus(run, proposal, days);
  return inviteByItself(run, projectId);
}

/** Whoever has confirmed is asked to read the other reviews, and to keep or revise their own. */
async function openConsensus(run: Run, proposal: AssignableProposal, days: number): Promise<void> {
  const { id, code, due } = proposal;
  const until = addWorkingDays(run.now, days, await readHolidays(run.tx)).toISOString();
  const { rows } = await sql<{ userId: string }>`
    with opened as (
      insert into review_consensus (project_id, opened_at, until) values (${id}, ${run.now}, ${until})
    )
    update reviews set consensus = ${lit.consensus('asked')}, due_at = ${until}
    where project_id = ${id} and state = ${lit.review('confirmed')} returning user_id as "userId"`.execute(
    run.tx,
  );
  if (due && new Date(due) < new Date(until))
    await postpone(run, [{ id, before: due, due: until }], 'para comparar las evaluaciones');
  await renewReviewers(run, [id]);
  run.record({
    action: 'review.seek_consensus',
    objectType: 'project',
    objectId: id,
    changes: { until: [null, until] },
  });
  for (const { userId: reviewerId } of rows) {
    const event = { kind: 'review_compared', actorId: null, reviewerId, code, until } as const;
    await tellReviewer(run, event, { ...proposal, due: until });
  }
}

/**
 * The time to compare is over: what was asked stays as it is, and a revision that was not confirmed gives way to what
 * was confirmed before it, kept as a version. Nothing where none is open.
 */
export async function closeConsensus(run: Run, projectId: string): Promise<void> {
  const { tx, now } = run;
  const closed = await tx
    .updateTable('review_consensus')
    .set({ closed_at: now })
    .where('project_id', '=', projectId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (closed.numUpdatedRows === 0n) return;
  const silent = await sql<{ userId: string }>`
    update reviews set consensus = ${lit.consensus('kept')}
    where project_id = ${projectId} and consensus = ${lit.consensus('asked')} returning user_id as "userId"`.execute(
    tx,
  );
  for (const { userId } of silent.rows) await withdrawn(run, { userId, projectId });
  await restoreConfirmed(run, projectId);
}

async function restoreConfirmed(run: Run, projectId: string): Promise<void> {
  const { tx } = run;
  const { rows } = await sql<Restored>`
    select r.id, r.user_id as "userId", p.id as "projectId", p.code, p.kind, p.title, r.due_at as due
    from reviews r join projects p on p.id = r.project_id where p.id = ${projectId}
      and r.consensus = ${lit.consensus('revising')} and r.state = ${lit.review('accepted')}`.execute(tx);
  for (const review of rows) {
    await keepVersion(run, review.id);
    await sql`
      update reviews r set state = ${lit.review('confirmed')}, consensus = ${lit.consensus('kept')},
        version = r.version + 1, marks = v.marks, author_comment = v.author_comment,
        office_comment = v.office_comment, recommendation = v.recommendation, score = v.score,
        confirmed_at = v.confirmed_at
      from (select * from review_versions where review_id = ${review.id} and score is not null
        order by version desc limit 1) v
      where r.id = v.review_id`.execute(tx);
    await withdrawn(run, review);
    const { userId: reviewerId, code } = review;
    await tellReviewer(run, { kind: 'review_restored', actorId: null, reviewerId, code }, tellingOf(review));
  }
}
type Restored = Parameters<typeof tellingOf>[0] & { readonly id: string };

interface Answered {
  readonly review: string;
  readonly given: BodyOf<typeof answerContract>;
  readonly workflow: Workflow;
}

/** Of whoever was asked, once, while there is time. */
export const answerConsensus = command(
  'active',
  async (
    run: Command,
    { review: id, given, workflow }: Answered,
  ): Promise<OutputOf<typeof answerContract>> => {
    const review = await lockReview(run, id, run.actor.id);
    inEvaluation(review);
    if (review.consensus === null) throw new AppError('rule', 'Esta evaluación no se compara con otra.');
    const { rows } = await sql`select 1 from review_consensus
      where project_id = ${review.projectId} and closed_at is null and until > ${run.now}`.execute(run.tx);
    if (rows.length === 0) throw new AppError('rule', 'El plazo para comparar las evaluaciones terminó.');
    if (review.consensus !== 'asked')
      throw new AppError('rule', 'Ya respondiste si mantienes tu evaluación.');
    const own = given.answer === 'keep' ? 'kept' : 'revising';
    if (own === 'revising') await openAgain(run, review);
    await run.tx.updateTable('reviews').set({ consensus: own }).where('id', '=', id).execute();
    run.record({
      action: `review.${given.answer}`,
      objectType: 'project',
      objectId: review.projectId,
      changes: { consensus: [review.consensus, own] },
    });
    await withdrawn(run, review);
    await settleReviews(run, review.projectId, workflow);
    return { own };
  },
);

async function openAgain(run: Command, review: LockedReview): Promise<void> {
  await requireApart(run, review);
  await keepVersion(run, review.id);
  await run.tx
    .updateTable('reviews')
    .set({ state: 'accepted', score: null, confirmed_at: null, version: review.version + 1 })
    .where('id', '=', review.id)
    .execute();
}
