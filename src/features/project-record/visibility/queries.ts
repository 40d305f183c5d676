import { type RawBuilder, sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import { among } from '../../../db/states.ts';
import { ACTIVE_REVIEWS } from '../../../domain/calls/review-states.ts';
import { AWARDED, RESOLVED, STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAcademic, isAdmin, isDean, isDirector } from '../../../domain/kit/actor.ts';

export type Condition = RawBuilder<unknown>;

export const NEVER = sql`false`;
export const all = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
export const either = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : NEVER;
export const oneOf = (column: Condition, values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${[...values]})`;

/**
 * The domain's VISIBILITY in SQL, for the row `p`, as parts that share no project: what anybody of the university
 * reads, what the units this person heads have submitted, and what else is this person's. Each part is searched
 * and counted by itself, on its own index. `statuses` are those the list is filtered by.
 */
export function visible(actor: Actor, statuses: readonly Status[] | undefined): Part[] {
  if (actor.state !== 'active') return [];
  const blind = blindOf(actor.id);
  return partsOf(actor, statuses).map(part => ({
    where: all([part.where, sql`p.id <> all(${blind})`]),
    shared: part.few ? null : part.where,
    hidden: all([part.where, sql`p.id = any(${blind})`]),
  }));
}

export interface Part {
  readonly where: Condition;
  /**
   * The same for everybody of these roles, but for what is `hidden` from the reader. Null for what concerns them alone:
   * few among all projects, looked up and sorted rather than come across on a walk in the order asked for.
   */
  readonly shared: Condition | null;
  readonly hidden: Condition;
}

/** Written out, so that the index over these is known to serve. */
const OPEN = precompile(sql`p.status in ${among(AWARDED)}`);

function partsOf(actor: Actor, statuses: readonly Status[] | undefined) {
  const many = (where: Condition) => ({ where, few: false });
  const few = (...conditions: Condition[]) => ({ where: all(conditions), few: true });
  if (isAdmin(actor)) return [many(statuses ? oneOf(sql`p.status`, statuses) : sql`true`)];
  const readsOpen = isAcademic(actor) || isDirector(actor) || isDean(actor);
  const open = readsOpen ? AWARDED.filter(s => !statuses || statuses.includes(s)) : [];
  const others = (statuses ?? STATUSES).filter(s => !open.includes(s));
  const parts = open.length > 0 ? [many(statuses ? oneOf(sql`p.status`, open) : OPEN)] : [];
  if (others.length === 0) return parts;
  // Written out, and the schools as a query: what the planner cannot look at it does not plan anew for, which would
  // take longer than the list itself.
  const rest = sql`p.status in ${among(others)}`;
  const schools = [...new Set([...actor.directs, ...actor.headsSchools])];
  if (schools.length === 0) return [...parts, few(rest, personal(actor.id))];
  const unit = sql`p.submitted_at is not null and p.school_id = any(array(select unnest(${schools}::uuid[])))`;
  return [...parts, few(rest, unit), few(rest, personal(actor.id), sql`(${unit}) is not true`)];
}

/** Rows of `reviews` whose reviewer is invited, at work or done. */
export const reviewing = sql`state in ${among(ACTIVE_REVIEWS)}`;

/** What this person reviews blindly and must not see as a project before its resolution. */
const blindOf = (id: string) => sql`array(
  select b.project_id from reviews b join projects q on q.id = b.project_id
  where b.user_id = ${id} and b.blind and b.${reviewing} and q.status <> all(${[...RESOLVED]}))`;

/**
 * Clauses own, team, holder and reviewer. As an array: these few are looked up one by one, whatever else is asked for,
 * and each once.
 */
const personal = (id: string) => sql`p.id = any(array(
  select id from projects where lead_id = ${id}
  union all select id from projects where alternate_id = ${id}
  union all select project_id from project_members where user_id = ${id}
  union all select project_id from project_holders where user_id = ${id}
  union all select project_id from reviews where user_id = ${id} and ${reviewing}))`;
