import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { type ImportKind, plainText, type Reference } from '../../../domain/imports/field.ts';
import { IMPORTS, type ImportNoun } from '../../../domain/imports/index.ts';
import {
  type ImportRow,
  type Known,
  keyOf,
  type Named,
  type StoredRow,
} from '../../../domain/imports/plan.ts';
import {
  comunasNamed,
  offeringsOf,
  organisationsNamed,
  PROJECT_VIEW,
  readPast,
} from '../projects/queries.ts';

type Sql = RawBuilder<unknown>;

const heads = (table: Sql, unit: Sql, what: Sql, order: Sql) =>
  sql`array(select ${what} from ${table} h join users u on u.id = h.user_id where ${unit} order by ${order})`;
const namesOf = (table: Sql, unit: Sql) =>
  sql`array_to_string(${heads(table, unit, sql`u.name`, sql`u.name`)}, ', ')`;
const idsOf = (table: Sql, unit: Sql) => heads(table, unit, sql`u.id`, sql`u.id`);
const [deans, ofFaculty] = [sql`faculty_heads`, sql`h.faculty_id = t.id`];
const [directors, ofSchool] = [sql`school_heads`, sql`h.school_id = t.id`];
const school = sql`(select s.name from schools s where s.id = t.school_id)`;

/** Where each noun is stored, and how a stored row looks to an import. */
interface View {
  key: Sql;
  source: Sql;
  values: Sql;
  references: Sql;
  documents?: Sql;
  beside?: Sql;
}
const VIEWS: Record<ImportNoun, View> = {
  projects: PROJECT_VIEW,
  faculties: {
    key: sql`t.code`,
    source: sql`t.source`,
    values: sql`'code', t.code, 'name', t.name, 'active', t.active::text, 'deans', ${namesOf(deans, ofFaculty)}`,
    references: sql`'deans', ${idsOf(deans, ofFaculty)}`,
  },
  schools: {
    key: sql`t.code`,
    source: sql`t.source`,
    values: sql`'code', t.code, 'name', t.name, 'active', t.active::text,
      'faculty', (select f.name from faculties f where f.id = t.faculty_id),
      'directors', ${namesOf(directors, ofSchool)}`,
    references: sql`'faculty', array[t.faculty_id], 'directors', ${idsOf(directors, ofSchool)}`,
  },
  careers: {
    key: sql`t.official_code`,
    source: sql`t.source`,
    values: sql`'officialCode', t.official_code, 'name', t.name, 'level', t.level, 'school', ${school},
      'campus', coalesce(t.campus, ''), 'shift', coalesce(t.shift, ''), 'code', coalesce(t.code, ''),
      'active', t.active::text`,
    references: sql`'school', array[t.school_id]`,
  },
  courses: {
    key: sql`t.code`,
    source: sql`t.source`,
    values: sql`'code', t.code, 'name', t.name, 'school', ${school},
      'credits', coalesce(trim_scale(t.credits)::text, ''), 'serviceLearning', t.service_learning::text,
      'active', t.active::text, 'careers', array_to_string(array(select k.name from course_careers l
        join careers k on k.id = l.career_id where l.course_id = t.id order by k.name), ', ')`,
    references: sql`'school', array[t.school_id],
      'careers', array(select career_id from course_careers l where l.course_id = t.id)`,
  },
  users: {
    key: sql`lower(t.email)`,
    source: sql`'{}'::jsonb`,
    values: sql`'email', t.email, 'name', t.name, 'state', t.state,
      'roles', array_to_string(array(select r from unnest(t.roles) r where r not in ('Dean', 'Director') order by r), ', '),
      'school', coalesce((select s.name from schools s where s.id = t.home_school_id), ''),
      'expertise', array_to_string(t.expertise, ', ')`,
    references: sql`'school', array_remove(array[t.home_school_id], null)`,
  },
};

async function storedRows(tx: Transaction, noun: ImportNoun, keys: readonly string[], lock: boolean) {
  const { key, source, values, references, documents = sql`null::jsonb`, beside = sql`` } = VIEWS[noun];
  const { rows } = await sql<StoredRow & { key: string }>`
    select ${key} as key, t.id, t.updated_at as "updatedAt", ${source} as source,
      json_build_object(${values}) as values, json_build_object(${references}) as "references",
      ${documents} as documents
    from ${sql.table(noun)} t ${beside} where ${key} = any(${keys}::text[]) order by t.id
    ${lock ? sql`for no key update of t` : sql``}`.execute(tx);
  return new Map(rows.map(row => [row.key, row]));
}

interface Unit extends Named {
  code: string;
  called: string;
}

/** Units by code, else by name or by what a file called them before, so that a renamed school is followed. */
function finder(units: readonly Unit[]) {
  const byCode = new Map(units.map(u => [u.code, u]));
  const byName = new Map<string, Map<string, Named>>();
  for (const unit of units) {
    const key = plainText(unit.called);
    if (key) byName.set(key, (byName.get(key) ?? new Map()).set(unit.id, unit));
  }
  return (text: string): readonly Named[] => {
    const named = byName.get(plainText(text));
    if (!named) return [byCode.get(text.toUpperCase())].filter(u => u !== undefined);
    // A name of today wins over one of the past.
    const today = [...named.values()].filter(u => plainText(u.name) === plainText(text));
    return today.length > 0 ? today : [...named.values()].slice(0, 1);
  };
}

/** What stays the same for all rows of an import: the units, and who imports. */
export interface Surroundings {
  readonly schools: (text: string) => readonly Named[];
  readonly faculties: (text: string) => readonly Named[];
  readonly chosen: Named | undefined;
  readonly importer: string;
  /** What only the whole row decides, where the noun has that. */
  readonly whole: Known['whole'];
}

export async function readSurroundings(
  tx: Transaction,
  { noun, schoolId, importerId }: { noun: ImportNoun; schoolId: string | null; importerId: string },
): Promise<Surroundings> {
  const schools = await sql<Unit>`
    select id, code, name, active, name as called from schools
    union all
    select distinct s.id, s.code, s.name, s.active, c.source ->> 'school'
    from careers c join schools s on s.id = c.school_id where c.source ? 'school'`.execute(tx);
  const faculties = await sql<Unit>`select id, code, name, active, name as called from faculties`.execute(tx);
  const importer = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', importerId)
    .executeTakeFirstOrThrow();
  return {
    schools: finder(schools.rows),
    faculties: finder(faculties.rows),
    chosen: schools.rows.find(s => s.id === schoolId),
    importer: importer.email.toLowerCase(),
    whole: noun === 'projects' ? await readPast(tx) : undefined,
  };
}

const cellsOf = (kind: ImportKind, rows: readonly ImportRow[], ...references: Reference[]): string[] =>
  kind.fields
    .filter(f => f.reference && references.includes(f.reference))
    .flatMap(f => rows.flatMap(row => (row.source[f.key] ?? '').split(/[;|\n]/)))
    .map(part => part.trim())
    .filter(Boolean);

async function careersNamed(tx: Transaction, parts: readonly string[]) {
  const texts = [...new Set(parts.flatMap(part => [part, ...part.split(',').map(p => p.trim())]))];
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Named & { code: string | null; officialCode: string | null }>`
    select id, name, active, code, official_code as "officialCode" from careers
    where official_code = any(${texts.map(t => t.toUpperCase())}::text[])
      or code = any(${texts.map(t => t.toUpperCase())}::text[])
      or plain(name) = any(array(select plain(t) from unnest(${texts}::text[]) t))`.execute(tx);
  return (text: string): readonly Named[] => {
    const coded = rows.filter(c => c.officialCode === text.toUpperCase() || c.code === text.toUpperCase());
    return coded.length > 0 ? coded : rows.filter(c => plainText(c.name) === plainText(text));
  };
}

async function peopleWith(tx: Transaction, parts: readonly string[]) {
  const emails = [
    ...new Set(parts.flatMap(part => part.toLowerCase().match(/[^\s<>()",]+@[^\s<>()",]+/g) ?? [])),
  ];
  if (emails.length === 0) return () => [];
  const { rows } = await sql<Named & { email: string }>`
    select id, name, state = 'active' as active, lower(email) as email
    from users where lower(email) = any(${emails}::text[])`.execute(tx);
  return (text: string): readonly Named[] => rows.filter(u => u.email === text.toLowerCase());
}

/** Everything that the judgement of these rows depends on, in a few statements. */
export async function readKnown(
  tx: Transaction,
  noun: ImportNoun,
  rows: readonly ImportRow[],
  around: Surroundings,
  firstLines: ReadonlyMap<string, number>,
  lock: boolean,
): Promise<Known> {
  const kind = IMPORTS[noun];
  const keys = rows.map(row => keyOf(kind, row.source)).filter(Boolean);
  const stored = await storedRows(tx, noun, keys, lock);
  const careers = await careersNamed(tx, cellsOf(kind, rows, 'careers'));
  const people = await peopleWith(tx, cellsOf(kind, rows, 'people', 'person', 'team'));
  const find: Record<Reference, (text: string, within?: string) => readonly Named[]> = {
    ...{ school: around.schools, faculty: around.faculties, careers, people, person: people, team: people },
    organisations: await organisationsNamed(tx, cellsOf(kind, rows, 'organisations')),
    offerings: await offeringsOf(tx, cellsOf(kind, rows, 'offerings')),
    comunas: await comunasNamed(tx, cellsOf(kind, rows, 'comunas')),
  };
  return {
    stored,
    firstLines,
    chosen: around.chosen,
    importer: around.importer,
    find: (reference, text, within) => find[reference](text, within),
    ...(around.whole && { whole: around.whole }),
  };
}
