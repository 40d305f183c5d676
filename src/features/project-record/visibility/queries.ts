import { type RawBuilder, sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import { SPENDING } from '../../../domain/access/spending.ts';
import { ACTIVE_REVIEWS, READING_REVIEWS, WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import { AWARDED, RESOLVED, STATUSES, type Status } from '../../../domain/kinds/statuses.ts';
import {
  type Actor,
  headedSchools,
  isAcademic,
  isAdmin,
  isDean,
  isDirector,
} from '../../../domain/kit/actor.ts';
import { mayDecide } from '../../../server/part-taking/queries.ts';

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
 * and counted by itself, on its own index. `statuses` are those the list is filtered by. An `own` list shows only what
 * this person leads or holds, and all of that they read; one by the `latest` change has a part for each school.
 */
export function visible(
  actor: Actor,
  statuses: readonly Status[] | undefined,
  { own = false, latest = false }: { own?: boolean; latest?: boolean } = {},
): Part[] {
  if (actor.state !== 'active') return [];
  const parts = own ? [ownPart(statuses)] : partsOf(actor, statuses, latest);
  return parts.map(({ of, where }) => ({
    where: all([where, notBlind(actor.id)]),
    shown: notBlind(actor.id),
    shared: of === 'many' ? where : null,
    personal: of === 'me',
    walked: of === 'many' || of === 'school',
    hidden: all([where, sql`p.id = any(${blindOf(actor.id)})`]),
  }));
}

export interface Part {
  readonly where: Condition;
  /** Of it that it is not reviewed blindly. */
  readonly shown: Condition;
  /**
   * The same for everybody of these roles, but for what is `hidden` from the reader. Null for what concerns them alone,
   * few among all projects.
   */
  readonly shared: Condition | null;
  /** Come across in the order asked for, by an index that has little else; the others are looked up and sorted. */
  readonly walked: boolean;
  /** Looked up by ids of what this person is somebody to. */
  readonly personal: boolean;
  readonly hidden: Condition;
}

/** Written out, so that the index over these is known to serve. */
const OPEN = precompile(sql`p.status in ${among(AWARDED)}`);

const part = (of: 'many' | 'school' | 'schools' | 'me', ...conditions: Condition[]) => ({
  of,
  where: all(conditions),
});

const ownPart = (statuses: readonly Status[] | undefined) =>
  part('me', ...(statuses ? [oneOf(sql`p.status`, statuses)] : []));

function partsOf(actor: Actor, statuses: readonly Status[] | undefined, latest: boolean) {
  if (isAdmin(actor)) return [part('many', statuses ? oneOf(sql`p.status`, statuses) : sql`true`)];
  const readsOpen = isAcademic(actor) || isDirector(actor) || isDean(actor);
  const open = readsOpen ? AWARDED.filter(s => !statuses || statuses.includes(s)) : [];
  const others = (statuses ?? STATUSES).filter(s => !open.includes(s));
  const parts = open.length > 0 ? [part('many', statuses ? oneOf(sql`p.status`, open) : OPEN)] : [];
  if (others.length === 0) return parts;
  // Written out, and the schools as a query: what the planner cannot look at it does not plan anew for, which would
  // take longer than the list itself.
  const rest = sql`p.status in ${among(others)}`;
  const schools = headedSchools(actor);
  if (schools.length === 0) return [...parts, part('me', rest, personal(actor.id))];
  const unit = submittedTo(sql`any(array(select unnest(${schools}::uuid[])))`);
  const isSplit = latest && readsOpen && schools.length <= MOST_SCHOOLS;
  const each = schools.map(school => part('school', rest, submittedTo(sql`${school}`)));
  return [
    ...parts,
    ...(isSplit ? each : [part('schools', rest, unit)]),
    part('me', rest, personal(actor.id), sql`(${unit}) is not true`),
  ];
}

/** What any of these parts has. */
export const anyOf = (parts: readonly Part[]): Condition => either(parts.map(({ where }) => where));

/** What this person may read of the projects `p`, in one condition: for few of them, looked at by their ids. */
export const readable = (actor: Actor): Condition => anyOf(visible(actor, undefined));

/** The same with budget, reviews and personal data: the domain's `mayReadPrivate`. */
export function readableWhole(actor: Actor): Condition {
  if (actor.state !== 'active') return NEVER;
  if (isAdmin(actor)) return notBlind(actor.id);
  const schools = headedSchools(actor);
  const unit = submittedTo(sql`any(${schools}::uuid[])`);
  return all([either([unit, personal(actor.id)]), notBlind(actor.id)]);
}

/** What it spends and is paid is told, too: the domain's `hasSpending` and `mayReadSpending`. */
export function readableSpending(actor: Actor): Condition {
  if (actor.state !== 'active') return NEVER;
  const parts = [
    ledBy(actor.id),
    sql`p.id = any(array(select project_id from project_members where user_id = ${actor.id}))`,
  ];
  const where = isAdmin(actor) ? [] : [either(parts)];
  return all([sql`p.status in ${among(SPENDING)}`, ...where, notBlind(actor.id)]);
}

const submittedTo = (school: Condition) => sql`p.submitted_at is not null and p.school_id = ${school}`;
/** Each of so few is read in its own order, latest change first, until the page is full; more are read whole. */
const MOST_SCHOOLS = 8;

/** Rows of `reviews` whose reviewer is invited, at work or done. */
export const reviewing = sql`state in ${among(ACTIVE_REVIEWS)}`;
/** A row `r` of `reviews` whose reviewer has something to do: still to confirm, or asked to compare it with another. */
export const waitsForReviewer = sql`(r.state in ${among(WAITING_REVIEWS)} or coalesce(r.consensus = ${lit.consensus('asked')}, false))`;

const UNRESOLVED = precompile(sql`q.status not in ${among(RESOLVED)}`);
/** What this person reviews blindly and must not see as a project before its resolution. */
const blindOf = (id: Id) => sql`array(
  select b.project_id from reviews b join projects q on q.id = b.project_id
  where b.user_id = ${id} and b.blind and b.${reviewing} and ${UNRESOLVED})`;
/** Blindness overrides whatever else this person is to a project. */
export const notBlind = (id: Id) => sql`p.id <> all(${blindOf(id)})`;

/** A person's id, or the place for it in a prepared statement. */
type Id = string | RawBuilder<string>;

/** Led by this person, as lead or alternate. */
export const ledBy = (id: Id): Condition => sql`(p.lead_id = ${id} or p.alternate_id = ${id})`;

/** What this person holds, but for invitations to review: these are answered, and hide the project until then. */
const heldIds = (
  id: Id,
) => sql`select project_id from project_holders h where user_id = ${id} and not exists (
  select from reviews r where r.project_id = h.project_id and r.user_id = h.user_id
    and r.state = ${lit.review('invited')})`;

/**
 * Held by this person; for administrators what the office holds too, unless something keeps them from deciding it. As an
 * array where there are two ways to hold: these are few among all projects, and are looked up by their indexes.
 */
export const heldBy = (id: Id, office: boolean): Condition =>
  office
    ? sql`p.id = any(array(
        ${heldIds(id)}
        union select q.id from (select p.id from projects p where p.office_turn and ${mayDecide(sql`${id}`)}) q))`
    : sql`p.id in (${heldIds(id)})`;

/**
 * Clauses own, team, holder and reviewer. As an array: these few are looked up one by one, whatever else is asked for,
 * and each once.
 */
const personal = (id: string) => sql`p.id = any(array(
  select id from projects where lead_id = ${id}
  union all select id from projects where alternate_id = ${id}
  union all select project_id from project_members where user_id = ${id}
  union all ${heldIds(id)}
  union all select project_id from reviews where user_id = ${id} and state in ${among(READING_REVIEWS)}))`;
