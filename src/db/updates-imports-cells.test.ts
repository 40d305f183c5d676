import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { mapColumns, queueImport, startImport } from '../features/imports/commands.ts';
import type { Import } from '../features/imports/contract.ts';
import { applyImports } from '../features/imports/jobs.ts';
import { findImport } from '../features/imports/queries.ts';
import { undoImport } from '../features/imports/undo/commands.ts';
import { createJobs } from '../server/jobs.ts';
import { migrate } from './migrate.ts';
import type { Database } from './pool.ts';

const TITLES = ['codigo', 'nombre'];
const MAPPING = { officialCode: 0, name: 1 };
const HEADER = createHash('sha256').update(JSON.stringify(TITLES)).digest('base64url');
const ids = {
  office: randomUUID(),
  nursing: randomUUID(),
  cinema: randomUUID(),
  career: randomUUID(),
  open: randomUUID(),
  done: randomUUID(),
};
const OFFICE: Actor = {
  ...{ id: ids.office, name: 'Ana', email: 'ana@u.example', roles: ['Admin'], state: 'active' },
  ...{ homeSchoolId: null, directs: [], heads: [], headsSchools: [], fillsIn: false },
};

/** An import that waits with a name typed and a school chosen, and one that is done and made a school. */
async function fill(db: Database): Promise<void> {
  const faculty = randomUUID();
  await sql`insert into users (id, name, email, roles, state)
    values (${ids.office}, 'Ana', 'ana@u.example', '{Admin}', 'active')`.execute(db);
  await sql`insert into faculties (id, code, name) values (${faculty}, 'SAL', 'Facultad de Salud')`.execute(
    db,
  );
  await sql`insert into schools (id, code, name, faculty_id) values
    (${ids.nursing}, 'ENF', 'Escuela de Enfermería', ${faculty}),
    (${ids.cinema}, 'CIN', 'Escuela de Cine', ${faculty})`.execute(db);
  const at = new Date('2026-03-04T12:00:00Z');
  await sql`insert into careers (id, name, official_code, school_id, source, updated_at)
    values (${ids.career}, 'Montaje', 'K9', ${ids.cinema}, '{"school": "Escuela de Cine"}', ${at})`.execute(
    db,
  );
  const [titles, mapping] = [JSON.stringify(TITLES), JSON.stringify(MAPPING)];
  await sql`
    insert into imports (id, noun, file_name, state, titles, samples, mapping, school_id, total, counts, created_by)
    values (${ids.open}, 'careers', 'abierta.csv', 'ready', ${titles}, '["K1", "DANSA"]', ${mapping}, ${ids.nursing}, 2,
      '{"new": 2}', ${ids.office})`.execute(db);
  await sql`insert into import_rows (import_id, line, cells, name, key, result) values
    (${ids.open}, 2, '["K1", "DANSA"]', 'Danza', 'K1', 'new'),
    (${ids.open}, 3, '["K2", "Teatro"]', null, 'K2', 'new')`.execute(db);
  await sql`insert into import_mappings (user_id, noun, header, mapping)
    values (${ids.office}, 'careers', ${HEADER}, '{"officialCode": 1, "name": 0}')`.execute(db);
  await sql`
    insert into imports (id, noun, file_name, state, titles, samples, mapping, total, counts, created_by, new_schools,
      created_units, applied_at)
    values (${ids.done}, 'careers', 'hecha.csv', 'done', '["codigo", "nombre", "escuela"]', '["K9", "Montaje", "Cine"]',
      '{"officialCode": 0, "name": 1, "school": 2}', 1, '{"new": 1}', ${ids.office}, '["Escuela de Cine"]',
      ${JSON.stringify({ schools: [ids.cinema], faculties: [] })}, ${at})`.execute(db);
  await sql`
    insert into import_rows (import_id, line, cells, key, result, object_id, new_school, source)
    values (${ids.done}, 2, '["K9", "Montaje", "Escuela de Cine"]', 'K9', 'new', ${ids.career}, 'Escuela de Cine',
      '{"school": "Escuela de Cine"}')`.execute(db);
}

const careersOf = async (db: Database) =>
  (
    await db
      .selectFrom('careers')
      .select(['official_code as code', 'name'])
      .orderBy('official_code')
      .execute()
  ).map(({ code, name }) => `${code} ${name}`);
async function apply(db: Database, { id, version }: Import): Promise<Import> {
  await queueImport(createJobs())({ db, actor: OFFICE }, { id, version, only: 'all', facultyId: null });
  await applyImports(db);
  return findImport(db, id);
}

test('0063: what waits keeps what was typed and chosen, and is judged, applied and undone', async () => {
  const db = await versionBefore('0063');
  await fill(db);
  await migrate(db, ALL);
  const open = await findImport(db, ids.open);
  expect(open).toMatchObject({
    ...{ state: 'ready', mapping: { officialCode: [0], name: [1] }, defaults: { school: 'ENF' } },
    ...{
      missing: [],
      doubtful: [],
      newUnits: [],
      administrators: [],
      notes: [],
      sheet: null,
      otherSheets: [],
    },
  });
  // What was judged by the version before is judged again before anything is written.
  const stale = await apply(db, open);
  expect(stale).toMatchObject({ state: 'ready', problem: expect.any(String), counts: { new: 2, wrong: 0 } });
  expect(await apply(db, stale)).toMatchObject({ state: 'done', counts: { new: 2 } });
  expect(await careersOf(db)).toEqual(['K1 Danza', 'K2 Teatro', 'K9 Montaje']);
  const { rows } = await sql`select distinct school_id from careers where official_code <> 'K9'`.execute(db);
  expect(rows).toEqual([{ school_id: ids.nursing }]);
  expect(await undoImport({ db, actor: OFFICE }, ids.open)).toMatchObject({ state: 'undone' });
  expect(await careersOf(db)).toEqual(['K9 Montaje']);
});

test('0063: what is done is undone with the schools that it made', async () => {
  const db = await versionBefore('0063');
  await fill(db);
  await migrate(db, ALL);
  expect(await findImport(db, ids.done)).toMatchObject({
    ...{ state: 'done', defaults: {}, newUnits: [{ kind: 'school', name: 'Escuela de Cine' }] },
    mapping: { officialCode: [0], name: [1], school: [2] },
  });
  const undone = await undoImport({ db, actor: OFFICE }, ids.done);
  expect(undone).toMatchObject({ state: 'undone', undone: { units: 1 } });
  const schools = await db.selectFrom('schools').select('code').execute();
  expect([await careersOf(db), schools]).toEqual([[], [{ code: 'ENF' }]]);
});

test('0063: a header that was mapped by hand is mapped so again', async () => {
  const db = await versionBefore('0063');
  await fill(db);
  await migrate(db, ALL);
  const file = {
    noun: 'careers',
    fileName: 'otra.csv',
    bytes: Buffer.from('codigo;nombre\nDanza;K1\n'),
  } as const;
  const seen = await startImport({ db, actor: OFFICE }, file);
  expect(seen).toMatchObject({
    mapping: { officialCode: [1], name: [0] },
    defaults: {},
    counts: { wrong: 1 },
  });
  const mapped = await mapColumns(
    { db, actor: OFFICE },
    {
      ...{ id: seen.id, version: seen.version, mapping: seen.mapping },
      defaults: { school: 'CIN' },
      facultyId: null,
    },
  );
  expect(mapped.counts).toMatchObject({ new: 1, wrong: 0 });
});
