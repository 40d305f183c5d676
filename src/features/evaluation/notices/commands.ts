import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import { WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import type { ReviewerEvent, ReviewerNeededEvent } from '../../../domain/notices/events.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import type { Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import type { AssignableProposal } from '../assigning/queries.ts';
import { WAITS } from '../questions/queries.ts';
import { wordsFor } from '../reviews/queries.ts';

/** Whoever acts; nobody when a gap between scores asks for one more review by itself. */
export type Run = Pick<Command, 'tx' | 'now' | 'record'> & { readonly actor: Command['actor'] | null };

export interface Told {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly due: string | null;
}

/** The reason names nobody either: what they evaluate may be blind to them. */
export async function tellReviewer(
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

/** A proposal as whoever is invited may know it, and until when they answer; ISO instants. */
type InvitedTo = AssignableProposal & { readonly answerBy: string };

export async function announceInvitation(
  run: Run,
  reviewerId: string,
  proposals: readonly InvitedTo[],
): Promise<void> {
  const [first] = proposals;
  if (!first) return;
  const named = proposals.map(({ code, title, call }) => ({ code, title, call: call?.name ?? null }));
  const { answerBy, due } = first;
  const event = {
    kind: 'review_invited',
    actorId: null,
    reviewerId,
    proposals: named,
    answerBy,
    due,
  } as const;
  await tellReviewer(run, event, proposals.length === 1 ? first : null);
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

/** What is told of a review. */
interface ToldReview {
  readonly userId: string;
  readonly projectId: string;
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly due: string | null;
}

export const tellingOf = ({ projectId: id, code, kind, title, due }: ToldReview) => ({
  id,
  code,
  kind,
  title,
  due,
});

/** The proposal left the evaluation: who was still to review it has nothing more to do. */
export async function tellEnded(run: Run, { id, code }: Pick<Told, 'id' | 'code'>): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from reviews
    where project_id = ${id} and state in ${among(WAITING_REVIEWS)} order by user_id`.execute(run.tx);
  for (const { userId } of rows) {
    await withdrawn(run, { userId, projectId: id });
    await tellReviewer(run, { kind: 'review_ended', actorId: null, reviewerId: userId, code }, null);
  }
}

export const tellReplaced = (run: Run, { userId, code }: ToldReview) =>
  tellReviewer(run, { kind: 'review_replaced', actorId: null, reviewerId: userId, code }, null);

/** What was on its way to somebody who no longer reviews it is not sent, nor is what they asked. */
export async function withdrawn(
  run: Pick<Run, 'tx' | 'now'>,
  { userId, projectId }: Pick<ToldReview, 'userId' | 'projectId'>,
): Promise<void> {
  await sql`
    with seen as (
      update notifications set read_at = coalesce(read_at, ${run.now}), digest = false
      where user_id = ${userId} and project_id = ${projectId} and type = 'review'
    )
    delete from mails where user_id = ${userId} and project_id = ${projectId} and type = 'review'
      and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(run.tx);
  await settleQuestions(run, projectId);
}

/**
 * Lead and alternate are not called any more to questions that wait no longer, each known by the moment it was asked;
 * nor reminded of any once none waits.
 */
export async function settleQuestions(
  { tx, now }: Pick<Run, 'tx' | 'now'>,
  projectId: string,
): Promise<void> {
  const over = (row: string) => {
    const [type, at] = [sql.ref(`${row}.type`), sql.ref(`${row}.created_at`)];
    return sql`${sql.ref(`${row}.project_id`)} = p.id and ${sql.ref(`${row}.user_id`)} in (p.lead_id, p.alternate_id)
      and (${type} = 'turn' and ${at} in (select asked_at from asked where not waits)
        or ${type} = 'reminder' and exists (select from asked) and not exists (select from asked where waits))`;
  };
  await sql`
    with asked as (
      select q.asked_at, ${WAITS} as waits from review_questions q join reviews r on r.id = q.review_id
        join projects p on p.id = r.project_id where p.id = ${projectId}
    ), seen as (
      update notifications n set read_at = coalesce(n.read_at, ${now}), digest = false from projects p
      where p.id = ${projectId} and ${over('n')} and (n.read_at is null or n.digest)
    )
    delete from mails m using projects p where p.id = ${projectId} and ${over('m')}
      and m.state in ${among(UNSENT_MAILS)} and m.attempts = 0`.execute(tx);
}
