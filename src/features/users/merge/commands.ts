import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { lockRow } from '../../../server/commands/catalogue.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { renewHolders } from '../../workflow/holders/commands.ts';
import { ofPeople } from '../../workflow/holders/queries.ts';
import { endSessions } from '../commands.ts';
import type { User } from '../contract.ts';
import { findUser } from '../queries.ts';
import { type UserReference, uniqueWith } from '../references/queries.ts';
import { mergeRefusal, moving, rolesOfBoth, type Side } from './queries.ts';

interface Merge {
  readonly id: string;
  readonly into: string;
  readonly updatedAt: string;
  readonly intoUpdatedAt: string;
}
interface Pair {
  readonly from: Side;
  readonly into: Side;
}

/** Rows of these say only that a person belongs, or how they like something: two of them become one. */
const LINKS = new Set([
  'project_members',
  'project_parts',
  'project_holders',
  'school_heads',
  'faculty_heads',
  'notice_preferences',
  'review_preferences',
  'import_mappings',
  'calendar_feeds',
]);

const USERS = { table: 'users', find: findUser } as const;

/** Both rows, in the same order whichever way round two of these run. */
async function lockBoth(c: Command, { id, into, updatedAt, intoUpdatedAt }: Merge): Promise<Pair> {
  const seen = new Map([
    [id, updatedAt],
    [into, intoUpdatedAt],
  ]);
  const rows = new Map<string, Side>();
  for (const each of [...seen.keys()].sort())
    rows.set(each, await lockRow<Side>(c, USERS, each, seen.get(each)));
  const [from, stays] = [rows.get(id), rows.get(into)];
  if (!from || !stays) throw new Error('a locked person is gone');
  return { from, into: stays };
}

/** Projects in which the one who goes appears: their sections may name them. */
async function lockProjects(tx: Transaction, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where id in (
      select id from projects where ${personId} in (lead_id, alternate_id, created_by)
      union select project_id from project_members where user_id = ${personId}
      union select project_id from project_holders where ${personId} in (user_id, principal_id)
      union select project_id from change_requests where ${personId} in (author_id, on_behalf_of)
      union select project_id from project_history
        where ${personId} in (actor_id, on_behalf_of) or before::text like ${`%${personId}%`})
    order by id for no key update`.execute(tx);
  return rows.map(row => row.id);
}

/** What would name one person twice where the database, rightly, allows it once. */
async function settle(tx: Transaction, from: Side, into: Side): Promise<void> {
  const both = sql`(${from.id}, ${into.id}), (${into.id}, ${from.id})`;
  await sql`update projects set alternate_id = null where (lead_id, alternate_id) in (${both})`.execute(tx);
  await sql`update project_holders set principal_id = null where (user_id, principal_id) in (${both})`.execute(
    tx,
  );
  await sql`update project_history set deputy_of = null where (actor_id, deputy_of) in (${both})`.execute(tx);
  await sql`delete from deputations where (principal_id, deputy_id) in (${both})`.execute(tx);
  // Whoever took part by a mail that goes still does.
  await sql`
    insert into project_parts (project_id, part, user_id, since, is_current, at_submission)
    select project_id, part, ${into.id}::uuid, min(since), false, true from project_parts
    where email in (select lower(email) from users where id = ${from.id}) group by project_id, part
    on conflict (project_id, part, user_id, email) do update set at_submission = true`.execute(tx);
  // Of two answers the one that stays counts, but a conflict is one of both.
  await sql`
    update review_preferences set preference = ${lit.preference('conflict')} where user_id = ${into.id} and project_id in (
      select project_id from review_preferences
      where user_id = ${from.id} and preference = ${lit.preference('conflict')})`.execute(tx);
  // As their sessions: what a program read as this person, it does not read as the other.
  await sql`delete from access_tokens where user_id = ${from.id}`.execute(tx);
  // An upload under way stays with its window; the one nobody finishes is cleaned away.
  await sql`update uploads set fingerprint = fingerprint || ' ' || id where user_id = ${from.id}`.execute(tx);
  await sql`update projects set search_text = replace(search_text, E'\n' || ${from.name}, E'\n' || ${into.name})
    where lead_id = ${from.id}`.execute(tx);
}

async function moveReference(tx: Transaction, { from, into }: Pair, reference: UserReference): Promise<void> {
  const [table, column] = [sql.table(reference.table), sql.ref(reference.column)];
  for (const { others, only } of await uniqueWith(tx, reference)) {
    const where = only ? sql`and (${sql.raw(only)})` : sql``;
    const rest = others.length === 0 ? sql`1` : sql.join(others.map(o => sql.ref(o)));
    const twice = sql`from ${table} where ${column} = ${from.id} ${where}
      and (${rest}) in (select ${rest} from ${table} where ${column} = ${into.id} ${where})`;
    if (LINKS.has(reference.table)) await sql`delete ${twice}`.execute(tx);
    else if ((await sql`select ${twice} limit 1`.execute(tx)).rows.length > 0)
      throw new AppError(
        'rule',
        'Las dos personas hicieron lo mismo en el mismo lugar, por ejemplo dos evaluaciones de un proyecto. Quita antes una de las dos.',
      );
  }
  await sql`update ${table} set ${column} = ${into.id} where ${column} = ${from.id}`.execute(tx);
}

/** Documents name people by their id: sections, what undoing puts back, asked changes, versions. */
async function rewriteDocuments(
  tx: Transaction,
  { from, into }: Pair,
  projects: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; ofProject: boolean }>`
    select c.table_name as table, c.column_name as column, exists (
        select from information_schema.columns p where p.table_schema = 'public'
          and p.table_name = c.table_name and p.column_name = 'project_id') as "ofProject"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'jsonb' and t.table_type = 'BASE TABLE'
      and c.is_generated = 'NEVER' and c.table_name <> 'audit'`.execute(tx);
  for (const { table, column, ofProject } of rows) {
    const of = ofProject ? sql`project_id = any(${projects}::uuid[]) and` : sql``;
    const version = table === 'project_sections' ? sql`, version = version + 1` : sql``;
    await sql`
      update ${sql.table(table)}
      set ${sql.ref(column)} = replace(${sql.ref(column)}::text, ${from.id}, ${into.id})::jsonb ${version}
      where ${of} ${sql.ref(column)}::text like ${`%${from.id}%`}`.execute(tx);
  }
  await nameOnce(tx, into.id, projects);
}

/** Lead and alternate, or two rows of the team, may have become the same person. */
async function nameOnce(tx: Transaction, id: string, projects: readonly string[]): Promise<void> {
  const among = sql`project_id = any(${projects}::uuid[])`;
  await sql`update project_sections set data = data || '{"alternateId": null}', version = version + 1
    where ${among} and section = 'identification' and data->>'leadId' = ${id} and data->>'alternateId' = ${id}`.execute(
    tx,
  );
  await sql`
    update project_sections s set version = version + 1, data = jsonb_set(data, '{members}', (
      select coalesce(jsonb_agg(m order by n), '[]') from (
        select m, n, row_number() over (partition by m->>'userId' order by n) as nth
        from jsonb_array_elements(s.data->'members') with ordinality x (m, n)) each
      where m->>'userId' is distinct from ${id} or nth = 1))
    where ${among} and section = 'team' and (
      select count(*) from jsonb_array_elements(data->'members') m where m->>'userId' = ${id}) > 1`.execute(
    tx,
  );
}

/** The record that goes keeps its name, for the audit; the one that stays gets its roles. */
async function joinRecords({ tx, actor }: Command, { from, into }: Pair): Promise<void> {
  await sql`
    update users set state = ${lit.user('blocked')}, roles = '{}', merged_into = ${into.id}, updated_at = now(),
      updated_by = ${actor.id} where id = ${from.id}`.execute(tx);
  await sql`
    update users u set roles = ${rolesOfBoth(from, into)}::text[],
      home_school_id = coalesce(u.home_school_id, f.home_school_id),
      expertise = array(select e from (
        select e, min(n) as n from unnest(u.expertise || f.expertise) with ordinality x (e, n) group by e) each
        order by n limit 10),
      last_sign_in_at = greatest(u.last_sign_in_at, f.last_sign_in_at), updated_at = now(), updated_by = ${actor.id}
    from users f where f.id = ${from.id} and u.id = ${into.id}`.execute(tx);
}

/** Two records of one person become one; both sign-ins lead there from now on. */
export const mergeUsers = command('people.manage', async (c, merge: Merge): Promise<User> => {
  const { tx, actor } = c;
  // What is not there, or was merged before, is said first.
  await findUser(tx, actor, merge.id);
  await findUser(tx, actor, merge.into);
  const pair = await lockBoth(c, merge);
  const { from, into } = pair;
  const refused = await mergeRefusal(tx, actor, from, into);
  if (refused) throw new AppError('rule', refused);
  const projects = await lockProjects(tx, from.id);
  await endSessions(tx, from.id, 'blocked');
  await settle(tx, from, into);
  for (const reference of await moving(tx)) await moveReference(tx, pair, reference);
  await rewriteDocuments(tx, pair, projects);
  await joinRecords(c, pair);
  await sql`update projects set version = version + 1 where id = any(${projects}::uuid[])`.execute(tx);
  await renewHolders(c, ofPeople([into.id]), { quiet: true });
  const roles = [into.roles, rolesOfBoth(from, into)] as const;
  c.record({
    action: 'user.merged',
    objectType: 'user',
    objectId: into.id,
    changes: { merged: [from.id, null], roles },
  });
  c.record({
    action: 'user.merged',
    objectType: 'user',
    objectId: from.id,
    changes: { mergedInto: [null, into.id] },
  });
  return findUser(tx, actor, into.id);
});
