import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { firstRun } from '../first-run.ts';
import { parseEnv } from '../server/env.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const readFrom =
  (db: Database) =>
  async (query: string): Promise<unknown[]> =>
    (await sql`${sql.raw(query)}`.execute(db)).rows;

/** As the version before wrote them: a project with somebody of each kind on a list, a reminder, a setting changed. */
async function fillBefore(db: Database): Promise<void> {
  const write = readFrom(db);
  await write(`insert into kinds (slug, current_version) values ('pacs', 1)`);
  await write(`insert into kind_versions (slug, version, definition)
    values ('pacs', 1, '{"label": "Proyecto", "plural": "Proyectos", "sections": [{"slug": "identification"}]}')`);
  await write(`insert into users (name, email) values ('Ana', 'ana@uni.example')`);
  await write(`insert into projects (kind, kind_version, code, title, lead_id, created_by, status)
    select 'pacs', 1, 'PAC-1', 'Huerta', id, id, 'running' from users`);
  await write(`insert into activities (id, project_id, name, day, author_id, updated_by)
    select new_id(), p.id, 'Taller', '2026-05-01', u.id, u.id from projects p, users u`);
  await write(`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
      notice_version, consented_at, person_key)
    select a.project_id, a.id, 'Rosa ' || kind, kind, identifier, 'external', 'list', 1, now(),
      case when kind = 'none' then null else sha256(identifier::bytea) end
    from activities a, (values ('rut', '12345678-5'), ('foreign', 'AB1234'), ('email', 'r@correo.example'), ('none', ''))
      k (kind, identifier)`);
  await write(`insert into turn_reminders (turn, object_id, due_at, slot)
    select 'report', id, now(), 0 from projects`);
  await write(`insert into settings (key, value) values ('retention', '{"mailMonths": 7}')`);
}

const COLUMNS = `select table_name, column_name from information_schema.columns
  where table_schema = 'public' and table_name in (select relname from pg_class where relkind = 'r') order by 1, 2`;
const RULES = `select value from settings where key = 'dataRequests'`;

test('0052: lists, settings and the notice stand, and requests have their clock', async () => {
  const db = await versionBefore('0052');
  const read = readFrom(db);
  await fillBefore(db);
  // But for the period that a later version brings.
  const kept = ['attendances', 'settings', 'privacy_notices', 'turn_reminders', 'users'].map(
    table => `select to_jsonb(t) #- '{value,missMonths}' as row from ${table} t order by to_jsonb(t)::text`,
  );
  const before = await Promise.all(kept.map(read));
  const columns = await read(COLUMNS);
  await migrate(db, ALL);
  const after = await Promise.all(kept.map(read));
  for (const [n, rows] of before.entries()) expect(after[n]).toEqual(expect.arrayContaining(rows));
  // An installation that people use keeps the notice they accepted.
  expect(after[2]).toEqual(before[2]);
  // Processes of the version before go on while it runs.
  expect(await read(COLUMNS)).toEqual(expect.arrayContaining(columns));
  expect(await read(RULES)).toEqual([{ value: { clockFrom: '2026-12-01', contact: '' } }]);
  await read(`insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, source,
      notice_version, consented_at, person_key)
    select project_id, id, 'Otra', 'rut', '11111111-1', 'external', 'list', 1, now(), sha256('x') from activities`);
  // Whoever is forgotten is still told apart, and identified by nothing.
  await read(`update attendances set identifier_kind = 'forgotten', identifier = '' where name = 'Otra'`);
  for (const wrong of [`identifier = 'x'`, 'person_key = null'])
    await expect(read(`update attendances set ${wrong} where identifier_kind = 'forgotten'`)).rejects.toThrow(
      /attendances_check/,
    );
});

test('0052: the first start of the new version adds to what was there, and a second one nothing', async () => {
  const db = await versionBefore('0052');
  const read = readFrom(db);
  await fillBefore(db);
  await migrate(db, ALL);
  await read(
    `update settings set value = '{"clockFrom": "2027-12-01", "contact": "a@b.cl"}' where key = 'dataRequests'`,
  );
  const env = { ...parseEnv({ LOG_LEVEL: 'silent' }), demo: false };
  await firstRun(db, env);
  expect(await read(RULES)).toEqual([{ value: { clockFrom: '2027-12-01', contact: 'a@b.cl' } }]);
  const everything = ['processing_activities', 'settings', 'privacy_notices'].map(
    table => `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
  );
  const once = await Promise.all(everything.map(read));
  await firstRun(db, env);
  expect(await Promise.all(everything.map(read))).toEqual(once);
});
