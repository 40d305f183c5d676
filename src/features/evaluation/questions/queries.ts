import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { lit } from '../../../db/states.ts';
import { managesReviews } from '../../../domain/access/can.ts';
import { isOwn } from '../../../domain/access/visibility.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { editSubjectOf, type ProjectAddress, readProject } from '../../project-record/subject/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import type { getQuestions, ProjectQuestion, WaitingQuestion } from './contract.ts';

/** Of the question `q` of the review `r` of the project `p`: whoever asked is still at work. */
export const WAITS = precompile(sql<boolean>`(q.answer is null and r.state = ${lit.review('accepted')}
  and p.status = ${lit.status('evaluation')})`);
const OPEN = precompile(sql`review_questions q join reviews r on r.id = q.review_id
  join projects p on p.id = r.project_id where ${WAITS}`);

const PARTS =
  precompile(sql`'question', q.question, 'askedAt', ${iso(sql`q.asked_at`)}, 'due', ${iso(sql`q.due_at`)},
  'waits', ${WAITS}, 'overdue', ${WAITS} and q.due_at < now(),
  'answer', q.answer, 'answeredAt', ${iso(sql`q.answered_at`)}`);

/** What was asked in the review `r` of the project `p`, as its reviewer reads it; null where nothing was. */
export const ASKED = precompile(sql`(
  select json_build_object(${PARTS}) from review_questions q where q.review_id = r.id)`);

/** Lead and alternate are never told who asks, not even those of the office. */
export async function projectQuestions(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
): Promise<OutputOf<typeof getQuestions>> {
  const project = await readProject(db, actor, address);
  const own = isOwn(actor, project);
  const office = !own && managesReviews(actor, editSubjectOf(project));
  if (!own && !office) return { own, questions: [] };
  const { rows } = await sql<{ row: ProjectQuestion }>`
    select json_build_object('id', q.id, ${PARTS},
      'reviewId', ${office ? sql`r.id` : sql`null`}) as row
    from review_questions q join reviews r on r.id = q.review_id join projects p on p.id = r.project_id
    where p.id = ${project.id} order by q.asked_at, q.id`.execute(db);
  return { own, questions: rows.map(({ row }) => row) };
}

const isMine = (me: RawBuilder<unknown>) => sql`(p.lead_id = ${me} or p.alternate_id = ${me})`;

/** Whether any question waits for this person, which is seldom. */
export const hasQuestions = (me: RawBuilder<string>) =>
  sql<boolean>`exists (select from ${OPEN} and ${isMine(me)})`;

const MOST_WAITING = 20;

/** Questions that wait for this person, oldest due first, at most 20. */
export async function waitingQuestions(db: Database, actor: Actor): Promise<WaitingQuestion[]> {
  const { rows } = await sql<WaitingQuestion>`
    select q.id, json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
      ${iso(sql`q.asked_at`)} as "askedAt", ${iso(sql`q.due_at`)} as due, q.due_at < now() as overdue
    from ${OPEN} and ${isMine(sql`${actor.id}`)} order by q.due_at, q.id limit ${sql.lit(MOST_WAITING)}`.execute(
    db,
  );
  return rows;
}

/** Questions without an answer that are due before an instant, for reminders. */
export async function dueQuestions(db: Database, before: Date): Promise<WaitingTurn[]> {
  const { rows } = await sql<Omit<WaitingTurn, 'since' | 'due'> & { since: string; due: string }>`
    select 'question' as turn, q.id, p.status, array_remove(array[p.lead_id, p.alternate_id], null) as holders,
      false as office, q.asked_at as since, q.due_at as due,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project
    from ${OPEN} and q.due_at < ${before} order by q.due_at, q.id`.execute(db);
  return rows.map(row => ({ ...row, since: new Date(row.since), due: new Date(row.due) }));
}
