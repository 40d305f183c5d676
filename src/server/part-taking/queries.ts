import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { among, lit } from '../../db/states.ts';
import {
  type Bar,
  barOf,
  barOfRival,
  type PartSubject,
  type Rival,
} from '../../domain/access/part-taking.ts';
import { STARTED } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';

type Sql = RawBuilder<unknown>;

/** Accounts of everybody who takes part in `p`. */
export const partIds = precompile(sql`array(select user_id from project_people where project_id = p.id)`);

/** Whether somebody takes part in a project: the SQL twin of `takesPart`. */
export const takesPartIn = (user: Sql, project: Sql) =>
  sql<boolean>`exists (select from project_people t where t.project_id = ${project} and t.user_id = ${user})`;

/** Projects in which somebody takes part. As an array: few of all, whatever statistics say of those of a call. */
const ownOf = (user: Sql) => sql`array(select project_id from project_people where user_id = ${user})`;

/** Whether somebody takes part in any project that applies to a call, drafts included: they may yet be sent. */
export const takesPartInCall = (user: Sql, call: Sql) =>
  sql<boolean>`exists (select from projects q where q.id = any(${ownOf(user)}) and q.call_id = ${call})`;

/** Nobody of the office but this person is free, as `taking` says of the person `o`. */
const noneFree = (person: Sql, taking: Sql) => sql<boolean>`not exists (
  select from users o where o.state = ${lit.user('active')} and 'Admin' = any(o.roles) and o.id <> ${person}
    and not ${taking})`;
const noneFreeOf = (person: Sql, project: Sql) => noneFree(person, takesPartIn(sql`o.id`, project));

/** A project in which this person takes part and that applies to the same call, while its call is not closed. */
const rivalOf = (person: Sql, call: Sql, except: Sql) => sql<Rival | null>`(
  select json_build_object('code', q.code, 'last', ${noneFree(person, takesPartInCall(sql`o.id`, call))})
  from projects q join calls k on k.id = q.call_id
  where q.id = any(${ownOf(person)}) and q.call_id = ${call} and k.state <> ${lit.call('closed')} ${except}
  order by q.code limit 1)`;

export const NO_BAR = precompile(sql`false as "lastAdmin", null as rival`);
export const NO_PARTS = precompile(sql`array[]::uuid[] as "partIds", false as "lastAdmin", null as rival`);

/** What else part-taking in `p` is judged by, of whoever reads it: asked of the office alone. */
export const barColumns = (actor: Actor): Sql =>
  isAdmin(actor)
    ? sql`${noneFreeOf(sql`${actor.id}`, sql`p.id`)}
        as "lastAdmin", ${rivalOf(sql`${actor.id}`, sql`p.call_id`, sql`and q.id <> p.id`)} as rival`
    : NO_BAR;

/** What keeps this person of the office from deciding anything of a call; null where nothing does. */
export async function readCallBar(
  db: Database | Transaction,
  actor: Actor,
  callId: string,
): Promise<Bar | null> {
  const { rows } = await sql<{ rival: Rival | null }>`
    select ${rivalOf(sql`${actor.id}`, sql`${callId}::uuid`, sql``)} as rival`.execute(db);
  const rival = rows[0]?.rival;
  return rival ? barOfRival(rival) : null;
}

/** The same of each of these projects, by their id; those of which nothing does are left out. */
export async function readBars(
  db: Database | Transaction,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Bar>> {
  const { rows } = await sql<PartSubject & { id: string }>`
    select p.id, p.status, ${partIds} as "partIds", ${barColumns(actor)} from projects p
    where p.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.flatMap(row => {
      const bar = barOf(actor, row, 'office');
      return bar ? [[row.id, bar] as const] : [];
    }),
  );
}

/**
 * Of the project `p`: nothing keeps this person of the office from deciding, or they are the last one. What they take
 * part in is looked up once for a whole list.
 */
export function mayDecide(person: Sql): Sql {
  const own = ownOf(person);
  const calls = sql`array(
    select q.call_id from projects q join calls k on k.id = q.call_id
    where q.id = any(${own}) and k.state <> ${lit.call('closed')})`;
  return sql`(
    (p.id <> all(${own}) or ${noneFreeOf(person, sql`p.id`)})
    and (p.call_id is null or p.call_id <> all(${calls})
      or ${noneFree(person, takesPartInCall(sql`o.id`, sql`p.call_id`))}))`;
}

/** Administrators whom neither a part in `p` nor one in what competes with it keeps from deciding. */
export const freeOffice = precompile(sql`array(
  select o.id from users o where o.state = ${lit.user('active')} and 'Admin' = any(o.roles)
    and not ${takesPartIn(sql`o.id`, sql`p.id`)}
    and (p.call_id is null or not ${takesPartInCall(sql`o.id`, sql`p.call_id`)}
      or exists (select from calls k where k.id = p.call_id and k.state = ${lit.call('closed')})))`);

/** The same for lists of the office. */
export const freeOf = (actor: Actor): Sql => mayDecide(sql`${actor.id}`);

/** The same of the person `u`, where one project is looked at; what has started is decided by the right of a unit. */
export const decides = (projectId: string): Sql => sql`coalesce((
  select case when p.status in ${among(STARTED)}
    then not ${takesPartIn(sql`u.id`, sql`p.id`)} or ${noneFreeOf(sql`u.id`, sql`p.id`)}
    else ${mayDecide(sql`u.id`)} end
  from projects p where p.id = ${projectId}), true)`;

/** Everybody who takes part in any project that applies to a call, by the call. */
export async function readCallPeople(
  db: Database | Transaction,
  callIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ id: string; people: string[] }>`
    select q.call_id as id, array_agg(distinct t.user_id) as people from projects q
      cross join lateral (select user_id from project_people where project_id = q.id) t
    where q.call_id = any(${[...new Set(callIds)]}::uuid[]) group by q.call_id`.execute(db);
  return new Map(rows.map(row => [row.id, new Set(row.people)]));
}
