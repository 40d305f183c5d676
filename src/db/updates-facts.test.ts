import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { factsOf, stepsOf } from '../../test/facts.ts';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

/** A person, a kind, and two projects: one with all that facts tell of, one with nothing. */
async function fill(db: Database): Promise<{ full: string; empty: string; person: string }> {
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
  const user = await sql<{ id: string }>`insert into users (name, email, state)
    values ('Ana', 'ana@uni.example', 'active') returning id`.execute(db);
  const person = user.rows[0]?.id ?? '';
  const made = await sql<{ id: string }>`
    insert into projects (code, kind, kind_version, title, lead_id, created_by, status, status_since, due_at)
    values ('PAC-1', 'pacs', 1, 'Huerta', ${person}, ${person}, 'closed', '2026-06-01T12:00:00Z', null),
      ('PAC-2', 'pacs', 1, 'Nada', ${person}, ${person}, 'draft', '2026-02-01T12:00:00Z', '2026-03-01T12:00:00Z')
    returning id`.execute(db);
  const [full = '', empty = ''] = made.rows.map(row => row.id);
  const sections = {
    participants: {
      reach: { direct: { expected: 60, actual: 61 }, indirect: { expected: null, actual: 7 } },
    },
    budget: { lines: [{ quantity: 1.5, unitCost: 333, source: 'unit' }, { source: 'fund' }] },
    indicators: {
      indicators: [
        { id: 'i1', kind: 'number', direction: 'down', target: 3 },
        { id: 'i2', kind: 'milestone' },
        { id: 'i3', kind: 'qualitative' },
        // Stored before indicators had kinds.
        { id: 'i4', target: 0 },
      ],
    },
  };
  for (const [section, data] of Object.entries(sections))
    await sql`insert into project_sections (project_id, section, data)
      values (${full}, ${section}, ${JSON.stringify(data)}::jsonb)`.execute(db);
  await sql`insert into activities (id, project_id, name, day, counts, author_id, updated_by)
    values (gen_random_uuid(), ${full}, 'Taller', '2026-05-01', '{"women": 4, "direct": 9}', ${person}, ${person})`.execute(
    db,
  );
  await sql`insert into reports (project_id, people, author_id, updated_by)
    values (${full}, '{"direct": 12}', ${person}, ${person})`.execute(db);
  await sql`insert into measurements (id, project_id, indicator_id, day, value, state, origin, author_id, updated_by)
    select gen_random_uuid(), ${full}, i, '2026-05-01', 2, 'accepted', 'earlier', ${person}, ${person}
    from unnest('{i1,i2}'::text[]) i`.execute(db);
  await sql`insert into payments (id, project_id, day, amount, reference, author_id, updated_by)
    values (gen_random_uuid(), ${full}, '2026-05-01', 999999999999, 'x', ${person}, ${person})`.execute(db);
  return { full, empty, person };
}

interface Row {
  readonly action: string;
  readonly at: string;
  readonly from?: [status: string, since: string, due?: string | null, subStep?: string];
  readonly undone?: boolean;
}
const HISTORY: Row[] = [
  { action: 'create', at: '2026-01-01' },
  { action: 'submit', at: '2026-01-10', from: ['draft', '2026-01-01', '2026-01-15'], undone: true },
  { action: 'undo', at: '2026-01-11', from: ['director_review', '2026-01-10'] },
  { action: 'submit', at: '2026-01-12', from: ['draft', '2026-01-01', '2026-01-15'] },
  { action: 'extend', at: '2026-01-13' },
  { action: 'endorse', at: '2026-01-20', from: ['director_review', '2026-01-12', '2026-02-01'] },
  { action: 'accept_final_report', at: '2026-06-01', from: ['final_report', '2026-01-20', null, 'office'] },
];
const instant = (day: string | null = null) => (day === null ? null : `${day}T12:00:00.000Z`);

async function writeHistory(db: Database, project: string, person: string): Promise<void> {
  for (const { action, at, from, undone = false } of HISTORY) {
    const before = from
      ? {
          ...{ status: from[0], statusSince: instant(from[1]), dueAt: instant(from[2]) },
          subStep: from[3] ?? null,
        }
      : {};
    await sql`insert into project_history (project_id, at, actor_id, action, to_status, before, undone_at)
      values (${project}, ${instant(at)}::timestamptz, ${person}, ${action}, 'x', ${JSON.stringify(before)}::jsonb,
        case when ${undone} then now() end)`.execute(db);
  }
}

const NOTHING = {
  activities: 0,
  indicators: 0,
  planned_unit: 0,
  spent_fund: 0,
  paid: 0,
  actual_direct: null,
};

test('0054: projects of before have their facts, and the steps that counted', async () => {
  const db = await versionBefore('0054');
  const { full, empty, person } = await fill(db);
  await writeHistory(db, full, person);
  await migrate(db, ALL);
  expect(await factsOf({ db }, { id: full })).toMatchObject({
    ...{
      expected_direct: 60,
      actual_direct: 12,
      expected_indirect: null,
      actual_indirect: 7,
      actual_women: 4,
    },
    ...{ actual_men: null, planned_unit: 500, planned_fund: 0, paid: 999_999_999_999, activities: 1 },
    ...{ indicators: 3, indicators_measured: 2, indicators_reached: 2 },
  });
  expect(await factsOf({ db }, { id: empty })).toMatchObject(NOTHING);
  const days = (await stepsOf({ db }, { id: full })).map(s => [
    s.status,
    s.subStep,
    s.entered,
    s.left,
    s.due,
  ]);
  const at = (day: string) => `${day} 12:00:00+00`;
  expect(days).toEqual([
    ['draft', null, at('2026-01-01'), at('2026-01-12'), at('2026-01-15')],
    ['director_review', null, at('2026-01-12'), at('2026-01-20'), at('2026-02-01')],
    ['final_report', 'office', at('2026-01-20'), at('2026-06-01'), null],
    ['closed', null, at('2026-06-01'), null, null],
  ]);
  expect(await stepsOf({ db }, { id: empty })).toMatchObject([
    { status: 'draft', left: null, due: at('2026-03-01') },
  ]);
});

test('0054: what the version before writes and asks for is still right', async () => {
  const db = await versionBefore('0054');
  const { full } = await fill(db);
  await migrate(db, ALL);
  await sql`update projects set status = 'running', status_since = now() where id = ${full}`.execute(db);
  const { rows } = await sql`select people_reached(${full})::int as people`.execute(db);
  expect(rows).toEqual([{ people: 9 }]);
  expect(await factsOf({ db }, { id: full })).toMatchObject({ actual_direct: 9 });
  expect(await stepsOf({ db }, { id: full })).toHaveLength(2);
});
