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

/** As the version before wrote them: a call of each state, a project of each with and without consent. */
async function fillBefore(db: Database): Promise<void> {
  await sql`insert into kinds (slug, current_version) values ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition)
    values ('fexs', 1, '{"label": "Fondo", "plural": "Fondos", "sections": [{"slug": "identification"}]}')`.execute(
    db,
  );
  await sql`insert into users (name, email) values ('Ana', 'ana@uni.example')`.execute(db);
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at)
    select 'Fondo ' || s, 2025, 'fexs', s, '2025-01-01', '2025-02-01'
    from unnest(array['preparation', 'open', 'evaluation', 'provisional', 'resolved', 'execution', 'closed']) s`.execute(
    db,
  );
  await sql`insert into call_lines (call_id, position, name, cap, budget)
    select id, 0, 'Línea', 1000, 5000 from calls`.execute(db);
  await sql`insert into projects (kind, kind_version, code, title, summary, lead_id, created_by, status, start_date,
      consent_to_publish, call_id, amount_awarded)
    select 'fexs', 1, 'FEX-' || c.state || case when agrees then '-si' else '-no' end, 'Música en ' || c.name, 'Conciertos',
      u.id, u.id, 'running', '2025-03-01', agrees, c.id, 1000
    from calls c, users u, unnest(array[true, false]) agrees`.execute(db);
}

const CATALOGUE = `select value from settings where key = 'publicPages'`;
const COLUMNS = `select table_name, column_name from information_schema.columns
  where table_schema = 'public' and table_name in (select relname from pg_class where relkind = 'r') order by 1, 2`;

test('0051: what projects agreed to stands, and nothing is shown before the office opens it', async () => {
  const db = await versionBefore('0051');
  const read = readFrom(db);
  await fillBefore(db);
  const projects =
    'select id, code, title, status, consent_to_publish, version, updated_at from projects order by code';
  const [before, columns] = [await read(projects), await read(COLUMNS)];
  await migrate(db, ALL);
  expect(await read(projects)).toEqual(before);
  // Processes of the version before go on while it runs.
  expect(await read(COLUMNS)).toEqual(expect.arrayContaining(columns));
  expect(await read(CATALOGUE)).toEqual([{ value: { catalogue: false } }]);
  expect(await read('select 1 from calls where publishes_results')).toEqual([]);
  expect(await read('select 1 from publications')).toEqual([]);
  expect(await read('select code, shows_results, lead_name from published_projects order by code')).toEqual(
    ['closed', 'execution', 'resolved'].map(state => ({
      ...{ code: `FEX-${state}-si`, shows_results: false, lead_name: null },
    })),
  );
  const words = `select distinct w from projects, unnest(tsvector_to_array(public_words(code, title, summary))) w`;
  expect(await read(`${words} where w in ('conciert', 'ana')`)).toEqual([{ w: 'conciert' }]);
  // What the version before still writes, without a word of what is new.
  await read(`insert into calls (name, year, kind) values ('Fondo nuevo', 2026, 'fexs')`);
  await read(`insert into projects (kind, kind_version, code, title, lead_id, created_by)
    select 'fexs', 1, 'FEX-nuevo', 'Nuevo', id, id from users`);
});

test('0051: the stamp of what is remembered moves with all that public pages show, and rests with the rest', async () => {
  const db = await versionBefore('0051');
  const read = readFrom(db);
  await fillBefore(db);
  await migrate(db, ALL);
  const stamp = async () => (await read('select sum(n)::text as n from project_changes'))[0];
  const one = `code = 'FEX-resolved-si'`;
  const project = `(select id from projects where ${one})`;
  const moving = [
    `update projects set consent_to_publish = false where ${one}`,
    `update projects set start_date = '2025-04-01' where ${one}`,
    `update projects set end_date = '2025-12-01' where ${one}`,
    `update projects set status = 'closed' where ${one}`,
    `update projects set search_text = 'otro título' where ${one}`,
    `update projects set amount_awarded = 900 where ${one}`,
    `update projects set line_id = l.id from call_lines l where l.call_id = projects.call_id and ${one}`,
    `update projects set line_id = null, call_id = null where ${one}`,
    `insert into publications (project_id, updated_by) select id, lead_id from projects where ${one}`,
    `update publications set shows_results = true where project_id = ${project}`,
    `delete from publications where project_id = ${project}`,
    `update calls set name = 'Otro nombre' where state = 'resolved'`,
    `update calls set publishes_results = true where state = 'resolved'`,
    `update calls set state = 'execution' where state = 'resolved'`,
    `update call_lines set moved = 100`,
  ];
  for (const change of moving) {
    const before = await stamp();
    await read(change);
    expect([change, await stamp()]).not.toEqual([change, before]);
  }
  const before = await stamp();
  await read(`update projects set updated_at = now(), version = version + 1 where ${one}`);
  await read(`update calls set updated_at = now(), version = version + 1`);
  expect(await stamp()).toEqual(before);
});

test('0051: a new installation has public pages, and starts of an older one leave them closed', async () => {
  const env = { ...parseEnv({ LOG_LEVEL: 'silent' }), demo: false };
  const old = await versionBefore('0051');
  await fillBefore(old);
  const none = await versionBefore('0051');
  for (const [db, catalogue] of [
    [old, false],
    [none, true],
  ] as const) {
    await migrate(db, ALL);
    await firstRun(db, env);
    expect(await readFrom(db)(CATALOGUE)).toEqual([{ value: { catalogue } }]);
  }
});
