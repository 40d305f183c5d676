import { sql } from 'kysely';
import { plainText } from '../../../domain/career-import.ts';
import type { BodyOf, OutputOf } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/problem.ts';
import { type Command, command } from '../../../server/command.ts';
import { type importCareers, UNASSIGNED_FACULTY } from './contract.ts';
import { type Plan, type PlannedRow, planImport } from './queries.ts';

type Input = BodyOf<typeof importCareers>;

function refuse(plan: Plan, { hash, only }: Input): void {
  if (plan.hash !== hash)
    throw new AppError('conflict', 'Los datos cambiaron desde la vista previa. Revísala de nuevo.');
  if (only === 'good' || plan.counts.wrong === 0) return;
  const errors = plan.rows.flatMap(({ line, errors: cells }) =>
    cells.map(({ field, message }) => ({ path: `${line}.${field}`, message })),
  );
  throw new AppError('rule', 'Hay filas con errores: corrígelas o importa solo las buenas.', { errors });
}

async function facultyFor({ tx, actor, record }: Command, facultyId: string | null) {
  const chosen = tx.selectFrom('faculties').select(['id', 'name']);
  const found = await (facultyId
    ? chosen.where('id', '=', facultyId)
    : chosen.where('code', '=', UNASSIGNED_FACULTY.code)
  ).executeTakeFirst();
  if (found) return found;
  if (facultyId) {
    const message = 'Esa facultad ya no existe.';
    throw new AppError('rule', message, { errors: [{ path: 'facultyId', message }] });
  }
  const created = await tx
    .insertInto('faculties')
    .values({ ...UNASSIGNED_FACULTY, updated_by: actor.id })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const changes = { code: [null, UNASSIGNED_FACULTY.code] } as const;
  record({ action: 'faculty.created', objectType: 'faculty', objectId: created.id, changes });
  return created;
}

/** Codes from names, `CIENCIAS-SOCIALES`, numbered where they are taken. */
async function codesFor({ tx }: Command, names: readonly string[]): Promise<string[]> {
  const taken = new Set((await tx.selectFrom('schools').select('code').execute()).map(row => row.code));
  return names.map(name => {
    const base = plainText(name).toUpperCase().replaceAll(' ', '-').slice(0, 26).replace(/-$/, '');
    let code = base;
    for (let n = 2; taken.has(code); n++) code = `${base}-${n}`;
    taken.add(code);
    return code;
  });
}

/** Creates the schools the rows need. @returns their ids by plain name, and the faculty when there were any. */
async function createSchools(c: Command, names: readonly string[], facultyId: string | null) {
  const ids = new Map<string, string>();
  if (names.length === 0) return { ids, faculty: null };
  const faculty = await facultyFor(c, facultyId);
  const codes = await codesFor(c, names);
  const values = names.map((name, at) => ({
    name,
    code: codes[at] ?? '',
    faculty_id: faculty.id,
    updated_by: c.actor.id,
  }));
  const created = await c.tx.insertInto('schools').values(values).returning(['id', 'name', 'code']).execute();
  for (const { id, name, code } of created) {
    ids.set(plainText(name), id);
    c.record({
      action: 'school.created',
      objectType: 'school',
      objectId: id,
      changes: { code: [null, code], name: [null, name], faculty_id: [null, faculty.id] },
    });
  }
  return { ids, faculty: faculty.name };
}

const columnsOf = (row: PlannedRow, ids: ReadonlyMap<string, string>) => ({
  id: row.stored?.id ?? null,
  official_code: row.cells.officialCode,
  name: row.cells.name,
  level: row.cells.level,
  school_id: row.schoolId ?? ids.get(plainText(row.cells.schoolName)),
  campus: row.cells.campus || null,
  shift: row.cells.shift,
  code: row.cells.code || null,
  source: row.nextSource,
});
type Columns = ReturnType<typeof columnsOf>;

const recordset = (
  rows: readonly Columns[],
) => sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid,
  official_code text, name text, level text, school_id uuid, campus text, shift text, code text, source jsonb)`;

/** One statement each for new, changed, and those of which only the file's wording is remembered. */
async function writeCareers({ tx, actor }: Command, plan: Plan, ids: ReadonlyMap<string, string>) {
  const of = (result: PlannedRow['result']) =>
    plan.rows.filter(row => row.result === result).map(row => columnsOf(row, ids));
  const created = await sql<{ id: string; official_code: string }>`
    insert into careers (official_code, name, level, school_id, campus, shift, code, source, updated_by)
    select official_code, name, level, school_id, campus, shift, code, source, ${actor.id}
    from ${recordset(of('new'))}
    returning id, official_code
  `.execute(tx);
  await sql`
    update careers c set name = r.name, level = r.level, school_id = r.school_id, campus = r.campus,
      shift = r.shift, code = r.code, source = r.source, updated_at = now(), updated_by = ${actor.id}
    from ${recordset(of('changed'))} where c.id = r.id
  `.execute(tx);
  await sql`
    update careers c set source = r.source from ${recordset(of('unchanged'))}
    where c.id = r.id and c.source <> r.source
  `.execute(tx);
  return new Map(created.rows.map(row => [row.official_code, row.id]));
}

function recordRows({ record }: Command, plan: Plan, created: ReadonlyMap<string, string>): void {
  for (const { result, stored, cells, changes, values } of plan.rows) {
    const id = stored?.id ?? created.get(cells.officialCode);
    if (!id || (result !== 'new' && result !== 'changed')) continue;
    const fields = stored
      ? changes.map(({ field, from }) => [field, [from, values[field]]] as const)
      : Object.entries(values).map(([field, value]) => [field, [null, value]] as const);
    record({
      action: 'career.imported',
      objectType: 'career',
      objectId: id,
      changes: Object.fromEntries(fields),
    });
  }
}

/** All rows or none, or only the good ones; everything in one transaction. */
export const runImport = command(
  'catalogues.manage',
  async (c, input: Input): Promise<OutputOf<typeof importCareers>> => {
    // Imports wait for each other, and for edits of these careers, instead of writing over one another. A row lock,
    // because distributed servers know no table locks.
    await sql`select from settings where key = 'periods' for update`.execute(c.tx);
    const codes = input.rows.map(row => (row.source.officialCode ?? '').toUpperCase());
    await sql`select from careers where official_code = any(${codes}::text[]) order by id for update`.execute(
      c.tx,
    );
    const plan = await planImport(c.tx, input.rows, input.schoolId);
    refuse(plan, input);
    const { ids, faculty } = await createSchools(c, plan.newSchools, input.facultyId);
    const created = await writeCareers(c, plan, ids);
    recordRows(c, plan, created);
    const counts = Object.entries(plan.counts).map(([key, n]) => [key, [null, n]] as const);
    c.record({
      action: 'careers.imported',
      objectType: 'import',
      objectId: input.hash,
      changes: { file: [null, input.fileName], ...Object.fromEntries(counts) },
    });
    return { counts: plan.counts, newSchools: plan.newSchools, faculty };
  },
);
