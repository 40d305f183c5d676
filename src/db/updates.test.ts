import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';

const ALL = path.join(import.meta.dirname, 'migrations');

let database: TestDatabase;
const folders: string[] = [];
afterEach(async () => {
  await database.drop();
  await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })));
});

/** A database as the version before the migration of this number left it. */
async function versionBefore(number: string): Promise<TestDatabase['db']> {
  database = await createEmptyDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  folders.push(folder);
  for (const file of await readdir(ALL))
    if (file < number) await cp(path.join(ALL, file), path.join(folder, file));
  await migrate(database.db, folder);
  return database.db;
}

test('0032: open sessions stay open, and the tokens of one sign-in become one session', async () => {
  const db = await versionBefore('0032');
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active')`.execute(db);
  await sql`insert into user_accounts (user_id, provider, subject)
    select id, p, p from users, unnest(array['google', 'microsoft']) p`.execute(db);
  const token = (name: string, provider: string, signedIn: string) =>
    sql`insert into sessions (token_hash, user_id, account_id, signed_in_at, expires_at)
      select sha256(${name}::bytea), user_id, id, ${signedIn}::timestamptz, now() + interval '1 hour'
      from user_accounts where provider = ${provider}`.execute(db);
  // The column keeps microseconds; a renewal passed on milliseconds only.
  await token('first', 'google', '2026-11-20T12:00:00.123456Z');
  await token('renewed', 'google', '2026-11-20T12:00:00.123Z');
  await token('elsewhere', 'google', '2026-11-20T12:00:01Z');
  await token('other account', 'microsoft', '2026-11-20T12:00:00.123Z');
  await migrate(db, ALL);
  // A copy of the version before is still running.
  await token('of an old copy', 'google', '2026-11-20T13:00:00Z');
  const { rows } = await sql<{ tokens: number }>`
    select count(*)::int as tokens from sessions where expires_at > now() group by session_id order by 1 desc`.execute(
    db,
  );
  expect(rows.map(row => row.tokens)).toEqual([2, 1, 1, 1]);
  const pair = await sql`
    select from sessions where token_hash in (sha256('first'), sha256('renewed'))
    group by session_id having count(*) = 2`.execute(db);
  expect(pair.rows).toHaveLength(1);
});

test('0033: a deputy who only reviews stops standing in, and the row that named them stays', async () => {
  const db = await versionBefore('0033');
  await sql`insert into users (name, email, state, roles) values
    ('Ana', 'ana@uni.example', 'active', '{Director}'), ('Eva', 'eva@otra.example', 'active', '{Reviewer}'),
    ('Luis', 'luis@uni.example', 'active', '{Academic,Reviewer}')`.execute(db);
  await sql`insert into deputations (principal_id, deputy_id, first_day, last_day, created_by)
    select a.id, d.id, current_date - 1, current_date + 1, a.id from users a, users d
    where a.name = 'Ana' and d.name <> 'Ana'`.execute(db);
  const standIns = async () =>
    (
      await sql<{ name: string }>`
        select u.name from deputies_on(current_date) d join users u on u.id = d.deputy_id order by 1`.execute(
        db,
      )
    ).rows.map(row => row.name);
  expect(await standIns()).toEqual(['Eva', 'Luis']);
  await migrate(db, ALL);
  expect(await standIns()).toEqual(['Luis']);
  expect((await sql`select from deputations`.execute(db)).rows).toHaveLength(2);
});

test('0034: what was published before knows the fields of its day, as does what an old copy publishes', async () => {
  const db = await versionBefore('0034');
  const publish = (version: number) =>
    sql`insert into kind_versions (slug, version, definition) values ('pacs', ${version}, '{}')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await publish(1);
  await migrate(db, ALL);
  await publish(2);
  const { rows } = await sql<{ fields: string[] }>`select fields from kind_versions`.execute(db);
  for (const { fields } of rows)
    expect(fields).toEqual(expect.arrayContaining(['identification/title', 'budget/lines.*.unitCost']));
  expect(rows).toHaveLength(2);
});

test('0036: whoever was written down takes part, and so does whoever was when the project was sent', async () => {
  const db = await versionBefore('0036');
  const { rows: people } = await sql<{ id: string }>`
    insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
      ('Beto', 'beto@uni.example', 'active'), ('Caro', 'caro@uni.example', 'active'),
      ('Dani', 'dani@uni.example', 'active'), ('Eva', 'eva@uni.example', 'active') returning id`.execute(db);
  const [ana = '', beto, caro, dani, eva] = people.map(p => p.id);
  await sql`insert into kinds (slug, current_version) values ('incs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('incs', 1, '{}')`.execute(db);
  const begin = async (code: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into projects (code, kind, kind_version, title, lead_id, created_by, updated_by)
      values (${code}, 'incs', 1, 'Huerta', ${ana}, ${ana}, ${ana}) returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const save = (project: string, section: string, data: object) =>
    sql`insert into project_sections (project_id, section, data)
      values (${project}, ${section}, ${JSON.stringify(data)})`.execute(db);
  const team = (...members: object[]) => ({ members });
  const sent = await begin('INC-1');
  await sql`update projects set alternate_id = ${beto}, submitted_at = now() where id = ${sent}`.execute(db);
  await save(
    sent,
    'team',
    team({ userId: caro }, { userId: null, email: ' Otra@Fuera.example ' }, { email: '' }),
  );
  await save(sent, 'venture', { founders: [{ name: 'Dani', email: 'DANI@uni.example' }], mentorId: null });
  const { rows: history } = await sql<{ id: number }>`
    insert into project_history (project_id, action, to_status) values (${sent}, 'submit', 'director_review')
    returning id`.execute(db);
  const before = { identification: { leadId: eva }, team: team({ userId: caro }, { userId: 'nobody' }) };
  await sql`insert into project_snapshots (history_id, project_id, sections)
    values (${history[0]?.id}, ${sent}, ${JSON.stringify(before)})`.execute(db);
  await migrate(db, ALL);
  const parts = async (project: string) =>
    (
      await sql<{ words: string }>`
        select concat_ws(' ', t.part, coalesce(u.name, t.email), case when t.is_current then 'now' end,
          case when t.at_submission then 'sent' end) as words
        from project_parts t left join users u on u.id = t.user_id where t.project_id = ${project}
        order by 1`.execute(db)
    ).rows.map(row => row.words);
  expect(await parts(sent)).toEqual([
    'alternate Beto now',
    'founder dani@uni.example now',
    'lead Ana now',
    'lead Eva sent',
    'member Caro now sent',
    'member otra@fuera.example now',
  ]);
  const { rows: taking } = await sql<{ name: string }>`
    select distinct u.name from project_people t join users u on u.id = t.user_id where t.project_id = ${sent}
    order by 1`.execute(db);
  expect(taking.map(t => t.name)).toEqual(['Ana', 'Beto', 'Caro', 'Dani', 'Eva']);
  // A copy of the version before is still running: what it writes is followed as well.
  const fresh = await begin('INC-2');
  await save(fresh, 'team', team({ userId: dani }));
  await sql`update projects set lead_id = ${beto} where id = ${fresh}`.execute(db);
  expect(await parts(fresh)).toEqual(['lead Beto now', 'member Dani now']);
});
