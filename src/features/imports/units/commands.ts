import type { Transaction } from '../../../db/pool.ts';
import { guessOrganisationType } from '../../../domain/catalogues/organisation-types.ts';
import { shortCode } from '../../../domain/catalogues/short-codes.ts';
import { UNASSIGNED_FACULTY } from '../../../domain/catalogues/unassigned.ts';
import { type NewUnit, plainText } from '../../../domain/imports/field.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import type { Writing } from '../writing/commands.ts';

/** Ids of what was made, by table. */
export type CreatedUnits = Partial<Record<'faculties' | 'schools' | 'organisations', readonly string[]>>;

/** Codes of units from their names, numbered where they are taken. */
async function codesFor(tx: Transaction, table: 'schools' | 'faculties', names: readonly string[]) {
  const taken = new Set((await tx.selectFrom(table).select('code').execute()).map(row => row.code));
  return names.map(name => {
    const base = shortCode(name);
    let code = base;
    for (let n = 2; taken.has(code); n++) code = `${base}${n}`;
    taken.add(code);
    return code;
  });
}

/** A unit as it was written, by the words of its audit entry. */
interface Created {
  readonly id: string;
  readonly name: string;
}

function recordAll<C extends Created>(
  { record }: Writing,
  object: NewUnit['kind'],
  created: readonly C[],
  fields: (unit: C) => Readonly<Record<string, string>>,
): void {
  for (const unit of created) {
    const changes = Object.entries(fields(unit)).map(([key, value]) => [key, [null, value]] as const);
    const action = `${object}.created` as const;
    record({ action, objectType: object, objectId: unit.id, changes: Object.fromEntries(changes) });
  }
}

async function createFaculties(w: Writing, names: readonly string[]): Promise<Created[]> {
  if (names.length === 0) return [];
  const codes = await codesFor(w.tx, 'faculties', names);
  const created = await w.tx
    .insertInto('faculties')
    .values(names.map((name, at) => ({ name, code: codes[at] ?? '', updated_by: w.actor.id })))
    .returning(['id', 'name', 'code'])
    .execute();
  recordAll(w, 'faculty', created, ({ code, name }) => ({ code, name }));
  return created;
}

/** The faculty of schools whose rows name none: the chosen one, else that of the unassigned, made when needed. */
async function facultyForOthers(
  w: Writing,
  facultyId: string | null,
): Promise<{ id: string; created: string[] }> {
  const { tx, actor } = w;
  const all = tx.selectFrom('faculties').select('id');
  const found = await (facultyId
    ? all.where('id', '=', facultyId)
    : all.where('code', '=', UNASSIGNED_FACULTY.code)
  ).executeTakeFirst();
  if (found) return { id: found.id, created: [] };
  if (facultyId) throw new AppError('rule', 'Esa facultad ya no existe.');
  const made = await tx
    .insertInto('faculties')
    .values({ ...UNASSIGNED_FACULTY, updated_by: actor.id })
    .returning(['id', 'name', 'code'])
    .executeTakeFirstOrThrow();
  recordAll(w, 'faculty', [made], ({ code }) => ({ code }));
  return { id: made.id, created: [made.id] };
}

/** Faculties by what rows call them, code or name. */
async function facultyFinder(tx: Transaction): Promise<(text: string | undefined) => string | undefined> {
  const faculties = await tx.selectFrom('faculties').select(['id', 'code', 'name']).execute();
  const ids = new Map(faculties.flatMap(f => [[f.code, f.id] as const, [plainText(f.name), f.id] as const]));
  return text => (text ? (ids.get(plainText(text)) ?? ids.get(text.toUpperCase())) : undefined);
}

async function createSchools(w: Writing, units: readonly NewUnit[], facultyId: string | null) {
  if (units.length === 0) return { schools: [], faculties: [] };
  const find = await facultyFinder(w.tx);
  const isOther = units.some(unit => find(unit.faculty) === undefined);
  const others = isOther ? await facultyForOthers(w, facultyId) : { id: '', created: [] };
  const codes = await codesFor(
    w.tx,
    'schools',
    units.map(unit => unit.name),
  );
  const values = units.map(({ name, faculty }, at) => ({
    name,
    code: codes[at] ?? '',
    faculty_id: find(faculty) ?? others.id,
    updated_by: w.actor.id,
  }));
  const created = await w.tx
    .insertInto('schools')
    .values(values)
    .returning(['id', 'name', 'code', 'faculty_id'])
    .execute();
  recordAll(w, 'school', created, ({ code, name, faculty_id }) => ({ code, name, faculty_id }));
  return { schools: created.map(school => school.id), faculties: others.created };
}

/** Partners that a row names, with the type that their name tells; the directory completes the rest. */
async function createOrganisations(w: Writing, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const author = { created_by: w.actor.id, updated_by: w.actor.id };
  const created = await w.tx
    .insertInto('organisations')
    .values(names.map(name => ({ name, type: guessOrganisationType(name), ...author })))
    .returning(['id', 'name', 'type'])
    .execute();
  recordAll(w, 'organisation', created, ({ name, type }) => ({ name, type }));
  return created.map(organisation => organisation.id);
}

/** Makes what rows name and nobody has: faculties, then schools, then organisations. */
export async function createUnits(
  w: Writing,
  units: readonly NewUnit[],
  facultyId: string | null,
): Promise<CreatedUnits> {
  const namesOf = (kind: NewUnit['kind']) => units.filter(unit => unit.kind === kind).map(unit => unit.name);
  const faculties = await createFaculties(w, namesOf('faculty'));
  const schools = await createSchools(
    w,
    units.filter(unit => unit.kind === 'school'),
    facultyId,
  );
  const organisations = await createOrganisations(w, namesOf('organisation'));
  return {
    faculties: [...faculties.map(faculty => faculty.id), ...schools.faculties],
    schools: schools.schools,
    organisations,
  };
}
