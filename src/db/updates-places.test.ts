import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const LEAD = '0190a000-0000-7000-8000-000000000009';
const read = async (db: Database, query: string): Promise<unknown[]> =>
  (await sql`${sql.raw(query)}`.execute(db)).rows;

/** As the version before wrote them: careers of one name, and a past project with what it asked for. */
async function fillBefore(db: Database): Promise<void> {
  const statements = [
    `insert into kinds (slug, current_version) values ('fexs', 1)`,
    `insert into kind_versions (slug, version, definition) values ('fexs', 1, '{}')`,
    `insert into users (id, name, email) values ('${LEAD}', 'Ana', 'ana@uni.example')`,
    `insert into faculties (code, name) values ('F', 'Facultad')`,
    `insert into schools (code, name, faculty_id) select 'ENF', 'Enfermería', id from faculties`,
    `insert into careers (name, code, campus, shift, level, school_id) select v.*, s.id from schools s, (values
      ('Enfermería', 'E1', 'Concepción', 'diurna', 'pregrado'), ('ENFERMERIA', 'E2', 'Los Ángeles', 'diurna', 'pregrado'),
      ('Auditoría', 'A1', 'Lota', 'diurna', 'pregrado'), ('Auditoría', 'A2', 'Lota', 'vespertina', 'pregrado'),
      ('Turismo', 'T1', null, null, 'tecnico'), ('Turismo', 'T2', null, null, 'pregrado'),
      ('Teatro', 'P1', 'Lota', 'diurna', 'pregrado'), ('Teatro', 'P2', 'Lota', 'diurna', 'pregrado'),
      ('Derecho', 'D1', 'Lota', 'diurna', 'pregrado')) v`,
    `insert into projects (code, kind, kind_version, title, lead_id, created_by, status, submitted_at, historic, amount_requested)
      values ('FEX-1', 'fexs', 1, 'Huerta', '${LEAD}', '${LEAD}', 'closed', now(), true, 500)`,
  ];
  for (const statement of statements) await read(db, statement);
}

const EVERYTHING = [
  `select to_jsonb(c) - 'label' as career from careers c order by id`,
  'select code, amount_requested, amount_awarded, updated_at, version from projects order by id',
];

test('0062: comunas have the names of the official list, careers a label, all else is as it was', async () => {
  const db = await versionBefore('0062');
  await fillBefore(db);
  const rows = () => Promise.all(EVERYTHING.map(query => read(db, query)));
  const before = await rows();
  await migrate(db, ALL);
  expect(await rows()).toEqual(before);
  expect(
    await read(db, `select name from comunas where code in ('08206', '08301', '16206') order by code`),
  ).toEqual([{ name: 'Los Álamos' }, { name: 'Los Ángeles' }, { name: 'Ránquil' }]);
  expect(await read(db, 'select code, label from careers order by code')).toEqual([
    { code: 'A1', label: 'Auditoría · Diurna' },
    { code: 'A2', label: 'Auditoría · Vespertina' },
    { code: 'D1', label: 'Derecho' },
    { code: 'E1', label: 'Enfermería · Concepción' },
    { code: 'E2', label: 'ENFERMERIA · Los Ángeles' },
    { code: 'P1', label: 'Teatro · P1' },
    { code: 'P2', label: 'Teatro · P2' },
    { code: 'T1', label: 'Turismo · Técnico' },
    { code: 'T2', label: 'Turismo · Pregrado' },
  ]);
});

test('0062: whoever is left alone with a name has it without more, and whoever joins it tells both apart', async () => {
  const db = await versionBefore('0062');
  await fillBefore(db);
  await migrate(db, ALL);
  await read(db, `delete from careers where code = 'A2'`);
  await read(db, `update careers set name = 'Derecho', campus = 'Arauco' where code = 'T1'`);
  await read(db, `update careers set source = '{"a": "b"}' where code = 'T2'`);
  expect(
    await read(db, `select code, label from careers where code in ('A1', 'D1', 'T1', 'T2') order by code`),
  ).toEqual([
    { code: 'A1', label: 'Auditoría' },
    { code: 'D1', label: 'Derecho · Lota · Diurna · Pregrado' },
    { code: 'T1', label: 'Derecho · Arauco · Técnico' },
    { code: 'T2', label: 'Turismo' },
  ]);
});

test('every comuna has the name of the official list', async () => {
  const db = await versionBefore('9999');
  const file = path.resolve(import.meta.dirname, '../../test/fixtures/comunas-chile.csv');
  const official = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split(';'))
    .map(([code, name]) => ({ code, name }));
  expect(official).toHaveLength(346);
  expect(await read(db, 'select code, name from comunas order by code')).toEqual(official);
});
