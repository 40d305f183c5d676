import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { SECTIONS } from '../domain/sections/index.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

/** A lead, and somebody who wrote sections. */
async function people(db: Database): Promise<void> {
  await sql`insert into users (name, email, state) values ('Ana', 'ana@uni.example', 'active'),
    ('Luz', 'luz@uni.example', 'active')`.execute(db);
  await sql`insert into kinds (slug, current_version) values ('pacs', 1)`.execute(db);
  await sql`insert into kind_versions (slug, version, definition) values ('pacs', 1, '{}')`.execute(db);
}

interface Filled {
  readonly code: string;
  readonly status?: string;
  readonly historic?: boolean;
  /** Null: the section was never saved. */
  readonly data: object | null;
  /** Null: nobody knows. */
  readonly by?: string | null;
  readonly at?: string;
}

async function fill(db: Database, { code, status = 'running', historic = false, ...more }: Filled) {
  const { data, by = 'Luz', at = '2026-05-05T02:30:00.123456Z' } = more;
  await sql`insert into projects (code, kind, kind_version, title, lead_id, created_by, status, historic)
    select ${code}, 'pacs', 1, 'Huerta', id, id, ${status}, ${historic} from users where name = 'Ana'`.execute(
    db,
  );
  if (data === null) return;
  await sql`insert into project_sections (project_id, section, data, version, updated_at, updated_by)
    select p.id, 'indicators', ${JSON.stringify(data)}::jsonb, 7, ${at}::timestamptz,
      (select id from users where name = ${by}) from projects p where p.code = ${code}`.execute(db);
}

const entry = (id: string, more: object = {}) => ({
  ...{ id, objectiveId: 'o1', name: `Talleres ${id}`, unit: 'talleres', baseline: 2, target: 8 },
  ...{ actual: null, verification: 'Lista' },
  ...more,
});

const measured = async (db: Database) =>
  (
    await sql<{ row: string }>`
      select concat_ws(' ', p.code, m.indicator_id, m.day, m.value, m.state, m.origin, m.note, u.name,
        m.author_id = m.updated_by, m.recorded_at = s.updated_at, m.decided_at is null) as row
      from measurements m join projects p on p.id = m.project_id join users u on u.id = m.author_id
        join project_sections s on s.project_id = p.id and s.section = 'indicators'
      order by p.code, m.indicator_id`.execute(db)
  ).rows.map(r => r.row);
const valuesOf = async (db: Database) =>
  Object.fromEntries(
    (
      await sql<{ key: string; value: string }>`
        select concat_ws(' ', p.code, v.indicator_id) as key,
          concat_ws(' ', v.kind, v.value, v.measurements, v.day) as value
        from indicator_values v join projects p on p.id = v.project_id`.execute(db)
    ).rows.map(r => [r.key, r.value]),
  );
const sectionsOf = async (db: Database) =>
  (
    await sql<{
      code: string;
      data: { indicators?: Record<string, unknown>[] };
      version: number;
      at: string;
    }>`
      select p.code, s.data, s.version, s.updated_at::text as at
      from project_sections s join projects p on p.id = s.project_id order by p.code`.execute(db)
  ).rows;

const BEFORE: Filled[] = [
  {
    code: 'A-1',
    data: {
      indicators: [
        entry('i1', { actual: 6.5 }),
        entry('i2', { baseline: null, actual: 0 }),
        entry('i3', { actual: 1.000_05, verification: 'x'.repeat(900) }),
        entry('i4'),
        // As the very first versions stored them: nothing but what was typed.
        { id: 'i5', name: 'Horas', actual: -3 },
        { id: 'i6', name: 'Nada' },
        entry('i7', { baseline: 0, actual: 1_000_000_000, verification: null }),
      ],
    },
  },
  // Historic: of the end of a day in Chile, and nobody knows who wrote it.
  {
    ...{ code: 'B-1', status: 'closed', historic: true, by: null },
    data: { indicators: [entry('i1', { actual: 12 })] },
  },
  { code: 'C-1', status: 'draft', data: { indicators: [entry('i1'), entry('i2', { actual: 4 })] } },
  { code: 'D-1', data: null },
  { code: 'E-1', data: { indicators: [] } },
  { code: 'F-1', data: {} },
  { code: 'G-1', data: { indicators: null } },
];

async function migrated(): Promise<Database> {
  const db = await versionBefore('0044');
  await people(db);
  for (const one of BEFORE) await fill(db, one);
  await migrate(db, ALL);
  return db;
}

test('0044: an actual of before is one accepted measurement of the day it was saved, with the same value', async () => {
  const db = await migrated();
  const tail = (by = 'Luz') => `${by} t t t`;
  expect(await measured(db)).toEqual([
    `A-1 i1 2026-05-04 6.5000 accepted earlier Lista ${tail()}`,
    `A-1 i2 2026-05-04 0.0000 accepted earlier Lista ${tail()}`,
    `A-1 i3 2026-05-04 1.0001 accepted earlier ${'x'.repeat(500)} ${tail()}`,
    `A-1 i5 2026-05-04 -3.0000 accepted earlier  ${tail()}`,
    `A-1 i7 2026-05-04 1000000000.0000 accepted earlier  ${tail()}`,
    `B-1 i1 2026-05-04 12.0000 accepted earlier Lista ${tail('Ana')}`,
    `C-1 i2 2026-05-04 4.0000 accepted earlier Lista ${tail()}`,
  ]);
  expect(await valuesOf(db)).toEqual({
    'A-1 i1': 'number 6.5000 1 2026-05-04',
    'A-1 i2': 'number 0.0000 1 2026-05-04',
    'A-1 i3': 'number 1.0001 1 2026-05-04',
    'A-1 i5': 'number -3.0000 1 2026-05-04',
    'A-1 i7': 'number 1000000000.0000 1 2026-05-04',
    'B-1 i1': 'number 12.0000 1 2026-05-04',
    'C-1 i2': 'number 4.0000 1 2026-05-04',
  });
  const { rows } = await sql`select from measurement_evidence`.execute(db);
  expect(rows).toEqual([]);
});

test('0044: indicators of before are numbers whose last value counts; nobody has written their section', async () => {
  const db = await migrated();
  const sections = await sectionsOf(db);
  expect(sections.map(s => [s.code, s.version, s.at.slice(0, 26)])).toEqual(
    ['A-1', 'B-1', 'C-1', 'E-1', 'F-1', 'G-1'].map(code => [code, 7, '2026-05-05 02:30:00.123456']),
  );
  const [a, b, c, ...empty] = sections.map(s => s.data.indicators);
  const kind = { kind: 'number', accumulates: 'last', direction: 'up', level: 'outcome', actual: null };
  const none = { ...kind, noBaseline: 'Sin línea base (registro anterior)' };
  const based = { ...kind, noBaseline: '' };
  expect(a).toEqual([
    { ...entry('i1'), ...based },
    { ...entry('i2', { baseline: null }), ...none },
    { ...entry('i3', { verification: 'x'.repeat(900) }), ...based },
    { ...entry('i4'), ...based },
    { id: 'i5', name: 'Horas', ...none },
    { id: 'i6', name: 'Nada', ...none },
    { ...entry('i7', { baseline: 0, verification: null }), ...based },
  ]);
  expect(b).toEqual([{ ...entry('i1'), ...based }]);
  expect(c).toEqual([
    { ...entry('i1'), ...based },
    { ...entry('i2'), ...based },
  ]);
  expect(empty).toEqual([[], undefined, null]);
  expect(SECTIONS.indicators.schema.parse({ indicators: b }).indicators).toMatchObject([
    { ...based, scope: null, institutionalId: null, scaleFrom: null, baselineDay: null },
  ]);
});

test('0044: an old copy of the program that saves the section leaves the value as it was measured', async () => {
  const db = await migrated();
  const before = await valuesOf(db);
  // It knows none of the new keys, and types the actual into the section.
  await sql`update project_sections s set data = jsonb_set(s.data, '{indicators}', (
      select jsonb_agg((e - array['kind', 'accumulates', 'direction', 'level', 'noBaseline'])
        || '{"actual": 99}' order by n) from jsonb_array_elements(s.data -> 'indicators') with ordinality x (e, n))),
      version = version + 1
    where jsonb_typeof(s.data -> 'indicators') = 'array' and s.data -> 'indicators' <> '[]'`.execute(db);
  expect(await valuesOf(db)).toEqual(before);
  expect(await measured(db)).toHaveLength(7);
  // What it saves empty has no value, and is no failure.
  for (const data of ['{}', '{"indicators": []}'])
    for (const of of ['A-1', 'B-1'])
      await sql`update project_sections set data = ${data}::jsonb
        where project_id = (select id from projects where code = ${of})`.execute(db);
  expect(Object.keys(await valuesOf(db))).toEqual(['C-1 i2']);
});

interface Wrong {
  readonly state?: string;
  readonly value?: number | null;
  readonly numerator?: number | null;
  readonly denominator?: number | null;
  readonly note?: string;
  readonly reason?: string | null;
  readonly decided?: string | null;
  readonly indicator?: string;
  readonly origin?: string;
  readonly version?: number;
  readonly replaces?: string | null;
  readonly id?: string;
}
const FIRST = '0190a000-0000-7000-8000-000000000001';
const OTHER = '0190a000-0000-7000-8000-000000000002';

test('0044: what must never be false of measurements and their evidence', async () => {
  const db = await migrated();
  const insert = ({ state = 'submitted', value = 1, note = '', version = 1, ...w }: Wrong = {}) =>
    sql<{
      id: string;
    }>`insert into measurements (id, project_id, indicator_id, day, value, numerator, denominator, note,
        state, origin, reason, decided_at, replaces_id, version, author_id, updated_by)
      select coalesce(${w.id ?? null}, new_id()), p.id, ${w.indicator ?? 'i4'}, '2026-05-06', ${value},
        ${w.numerator ?? null}, ${w.denominator ?? null}, ${note}, ${state}, ${w.origin ?? 'recorded'}, ${w.reason ?? null},
        ${w.decided ?? null}, ${w.replaces ?? null}, ${version}, p.lead_id, p.lead_id
      from projects p where p.code = 'A-1' returning id`.execute(db);
  const decided = '2026-05-07T12:00:00Z';
  const wrong: Wrong[] = [
    { value: 1_000_000_000.0001 },
    { value: -1_000_000_001 },
    { value: 1, numerator: 1 },
    { value: 1, denominator: 1 },
    { value: 1, numerator: -1, denominator: 1 },
    { value: 1, numerator: 1, denominator: 0 },
    { value: 1, numerator: 1, denominator: 1_000_000_001 },
    { value: null, numerator: 1, denominator: 1 },
    { note: 'x'.repeat(2001) },
    { state: 'accepted' },
    { state: 'superseded' },
    { state: 'returned', reason: 'Falta.' },
    { state: 'returned', decided },
    { state: 'returned', decided, reason: '' },
    { state: 'approved', decided },
    { origin: 'imported' },
    { indicator: '' },
    { indicator: 'x'.repeat(41) },
    { version: 0 },
    { id: FIRST, replaces: FIRST },
  ];
  for (const one of wrong)
    await expect(insert(one), JSON.stringify(one)).rejects.toThrow('violates check constraint');
  await insert({ id: FIRST, state: 'accepted', decided });
  await expect(insert({ id: FIRST })).rejects.toThrow('measurements_pkey');
  // Corrected by one person at a time, and again once that was decided.
  await insert({ id: OTHER, replaces: FIRST });
  await expect(insert({ replaces: FIRST })).rejects.toThrow('measurements_correction');
  await sql`update measurements set state = 'accepted', decided_at = now() where id = ${OTHER}`.execute(db);
  await insert({ replaces: FIRST });
  await sql`insert into files (project_id, document_type, name, size, content_type, sha256, storage_key, uploaded_by)
    select id, 'evidence', 'a.jpg', 9, 'image/jpeg', sha256('a'), 'files/a', lead_id from projects
    where code = 'A-1'`.execute(db);
  const prove = (position: number, file: boolean, url: string | null, seenOn: string | null) =>
    sql`insert into measurement_evidence (measurement_id, position, version_id, url, seen_on)
      select ${FIRST}, ${position}, (select id from files where ${file}), ${url}, ${seenOn}`.execute(db);
  const address = 'https://uni.example/acta';
  const lost: Parameters<typeof prove>[] = [
    [0, false, null, null],
    [0, true, address, '2026-05-06'],
    [0, true, null, '2026-05-06'],
    [0, false, address, null],
    [0, false, 'x', '2026-05-06'],
    [100, true, null, null],
  ];
  for (const one of lost)
    await expect(prove(...one), JSON.stringify(one)).rejects.toThrow('check constraint');
  await prove(0, true, null, null);
  await prove(1, false, address, '2026-05-06');
  await expect(prove(1, true, null, null)).rejects.toThrow('measurement_evidence_pkey');
  // What proves stays, as long as its project is there.
  await expect(sql`delete from files`.execute(db)).rejects.toThrow('measurement_evidence_version_id_fkey');
  await sql`delete from projects where code = 'A-1'`.execute(db);
  expect((await sql`select from measurement_evidence union all select from files`.execute(db)).rows).toEqual(
    [],
  );
});
