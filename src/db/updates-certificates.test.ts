import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0050: kinds and calls of before give no certificate by themselves, and nothing is issued', async () => {
  const db = await versionBefore('0050');
  await sql`insert into kinds (slug, current_version) values ('pacs', 1), ('fexs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition)
    select s, 1, '{"label": "Tipo", "plural": "Tipos", "sections": [{"slug": "identification"}]}' from unnest(array['pacs', 'fexs']) s`.execute(
    db,
  );
  await sql`insert into users (name, email) values ('Ana', 'ana@uni.example')`.execute(db);
  await sql`insert into projects (kind, kind_version, code, title, lead_id, created_by, status)
    select 'pacs', 1, 'PAC-' || n, 'Proyecto ' || n, u.id, u.id, case n % 2 when 0 then 'closed' else 'running' end
    from generate_series(1, 20) n, users u`.execute(db);
  await sql`insert into calls (name, year, kind, state, opens_at, closes_at)
    select 'Fondo ' || s, 2025, 'fexs', s, '2025-01-01', '2025-02-01'
    from unnest(array['open', 'provisional', 'resolved', 'execution', 'closed']) s`.execute(db);
  const read = async (query: string) => (await sql`${sql.raw(query)}`.execute(db)).rows;
  const projects = 'select id, code, title, status, version, updated_at from projects order by code';
  const before = await read(projects);
  await migrate(db, ALL);
  expect(await read(projects)).toEqual(before);
  expect(await read('select distinct rule, participants from certificate_rules')).toEqual([
    { rule: 'none', participants: true },
  ]);
  expect(await read('select state from calls where certifies_reviewers order by 1')).toEqual([
    { state: 'open' },
    { state: 'provisional' },
  ]);
  expect(await read('select 1 from certificates')).toEqual([]);
  expect(
    await read(
      'select count(*)::int as n, count(*) filter (where is_given)::int as given from certificate_candidates',
    ),
  ).toEqual([{ n: 20, given: 0 }]);
  expect(await read(`select value from settings where key = 'certificates'`)).toEqual([
    { value: { signer: '', position: '', openBadges: false } },
  ]);
});
