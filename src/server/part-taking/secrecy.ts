import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import { freeOf } from './queries.ts';

/**
 * Proposals that reviewers were asked about or invited to, and whose reviewers, scores and confidential words are closed to somebody of
 * the office, who takes part in them or in what competes with them. For most there are none, and nothing is asked.
 */
export interface Closed {
  readonly readerId: string;
  readonly ids: readonly string[];
  readonly codes: readonly string[];
  /** One of them is being evaluated now. */
  readonly isOpen: boolean;
}

export async function readClosed(db: Database | Transaction, actor: Actor): Promise<Closed | null> {
  if (!isAdmin(actor)) return null;
  const { rows } = await sql<{ id: string; code: string; isOpen: boolean }>`
    with mine as materialized (
      select q.id, q.call_id from project_people t join projects q on q.id = t.project_id where t.user_id = ${actor.id}
    )
    select p.id, p.code, p.status = ${lit.status('evaluation')} as "isOpen" from projects p
    where p.id in (select id from mine union
        select o.id from mine join calls k on k.id = mine.call_id and k.state <> ${lit.call('closed')}
          join projects o on o.call_id = k.id)
      and (exists (select from reviews where project_id = p.id)
        or exists (select from review_preferences where project_id = p.id)) and not ${freeOf(actor)}`.execute(
    db,
  );
  if (rows.length === 0) return null;
  const isOpen = rows.some(r => r.isOpen);
  return { readerId: actor.id, ids: rows.map(r => r.id), codes: rows.map(r => r.code), isOpen };
}

const reviewersOf = ({ ids }: Closed) =>
  sql`(
    select v.project_id::text, v.user_id from reviews v where v.project_id = any(${[...ids]}::uuid[])
    union all select w.project_id::text, w.user_id from review_preferences w where w.project_id = any(${[...ids]}::uuid[]))`;

/** Rows of the audit that tell who reviews what is closed, or what came of it; also by who made them. */
export function closedEntry(closed: Closed, alias: string): RawBuilder<unknown> {
  const [type, id, action] = ['object_type', 'object_id', 'action'].map(c => sql.ref(`${alias}.${c}`));
  return sql`coalesce(
    ${type} = 'project' and ${id} = any(${[...closed.ids]}::text[]) and (
      ${action} like 'review.%' or ${action} = 'project.last_resort'
      or ${action} = 'project.reassign' and ${sql.ref(`${alias}.changes`)} ? 'step'
      or coalesce((${id}, ${sql.ref(`${alias}.actor_id`)}) in ${reviewersOf(closed)}, false)), false)`;
}

/**
 * Mails or notices to others that tell as much: what reviewers are sent, what calls the office to find some, and what
 * is about several projects at once, as the summary of a day.
 */
export function closedMail(closed: Closed, alias: string): RawBuilder<unknown> {
  const columns = ['project_id', 'user_id', 'type', 'text', 'created_at'] as const;
  const [project, user, type, text, at] = columns.map(c => sql.ref(`${alias}.${c}`));
  return sql`(
    ${user} is distinct from ${closed.readerId} and coalesce(case when ${project} is null
      then ${text} like any(${closed.codes.map(code => `%${code}%`)}::text[])
      else ${project} = any(${[...closed.ids]}::uuid[]) and (${type} = 'review'
        or coalesce((${project}::text, ${user}) in ${reviewersOf(closed)}, false)
        or ${type} = 'turn' and ${at} >= coalesce((
          select min(h.at) from project_history h
          where h.project_id = ${project} and h.to_status = ${lit.status('evaluation')}), '-infinity')) end, false))`;
}

/** Rows of any other table that tie a reviewer to what is closed: those that name this person beside `project`. */
export const closedTie = (
  closed: Closed,
  personId: string,
  project: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`coalesce((${project}::text, ${personId}::uuid) in ${reviewersOf(closed)}, false)`;
