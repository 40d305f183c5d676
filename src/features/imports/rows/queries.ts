import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { type ImportKind, plainText, type Reference } from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import { type ImportNoun, isExecution } from '../../../domain/imports/nouns.ts';
import type { PastTargets } from '../../../domain/imports/past-rows.ts';
import {
  type ImportRow,
  type Known,
  keysOf,
  type Named,
  type StoredRow,
} from '../../../domain/imports/plan.ts';
import { ACTIVITY_VIEW, INDICATOR_VIEW, type PastReading, readPastRows } from '../execution/queries.ts';
import {
  findComunas,
  findOrganisations,
  findThemes,
  offeringsOf,
  PROJECT_VIEW,
  readPast,
} from '../projects/queries.ts';
import { tableOf } from '../queries.ts';

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
  /** Which rows are read, where that is not told by the key; keys are then taken from the rows themselves. */
  found?: (keys: readonly string[], rows: readonly ImportRow[]) => Sql;
  source: Sql;
  values: Sql;
  references: Sql;
  documents?: Sql;
  beside?: Sql;
}
/** Organisations `t` that the rows name, or whose RUT they have. */
const organisationsOf = (keys: readonly string[], rows: readonly ImportRow[]) =>
  sql`(t.rut = any(${keys}::text[]) or plain(t.name) = any(array(
    select plain(n) from unnest(${rows.map(row => row.source.name ?? '')}::text[]) n)))`;

const VIEWS: Record<ImportNoun, View> = {
  projects: PROJECT_VIEW,
  activities: ACTIVITY_VIEW,
  indicators: INDICATOR_VIEW,
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
  offerings: {
    key: sql`c.code || '/' || t.period || '/' || upper(t.section)`,
    source: sql`'{}'::jsonb`,
    beside: sql`join courses c on c.id = t.course_id`,
    values: sql`'course', c.name, 'period', t.period, 'section', t.section, 'enrolled', t.enrolled::text,
      'teacher', coalesce((select u.name from users u where u.id = t.teacher_id), ''), 'active', t.active::text`,
    references: sql`'course', array[t.course_id], 'teacher', array_remove(array[t.teacher_id], null)`,
  },
  organisations: {
    key: sql`t.name`,
    found: (keys, rows) => sql`t.merged_into is null and ${organisationsOf(keys, rows)}`,
    source: sql`'{}'::jsonb`,
    values: sql`'name', t.name, 'rut', coalesce(t.rut, ''), 'type', t.type, 'active', t.active::text,
      'comuna', coalesce((select m.name from comunas m where m.code = t.comuna_code), ''),
      'contactName', coalesce(t.contact_name, ''), 'contactEmail', coalesce(t.contact_email, ''),
      'contactPhone', coalesce(t.contact_phone, '')`,
    references: sql`'comuna', array_remove(array[t.comuna_code], null)`,
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

interface KnownRows {
  stored: Map<string, StoredRow>;
  ambiguous: Set<string>;
}

const isOfFile = ({ values }: StoredRow) => values.imported === 'true';

async function readKnownRows(
  tx: Transaction,
  noun: ImportNoun,
  wanted: readonly ImportRow[],
  lock: boolean,
): Promise<KnownRows> {
  const kind = IMPORTS[noun];
  const keys = wanted.flatMap(row => keysOf(kind, row.source).sought).filter(Boolean);
  const {
    key,
    found,
    source,
    values,
    references,
    documents = sql`null::jsonb`,
    beside = sql``,
  } = VIEWS[noun];
  const { rows } = await sql<StoredRow & { key: string }>`
    select ${key} as key, t.id, t.updated_at as "updatedAt", ${source} as source,
      json_build_object(${values}) as values, json_build_object(${references}) as "references",
      ${documents} as documents
    from ${sql.table(tableOf(noun))} t ${beside}
    where ${found?.(keys, wanted) ?? sql`${key} = any(${keys}::text[])`} order by t.id
    ${lock ? sql`for no key update of t` : sql``}`.execute(tx);
  const [stored, ambiguous] = [new Map<string, StoredRow>(), new Set<string>()];
  const heldBy = ({ key: own, values: told }: StoredRow & { key: string }) =>
    found ? new Set([...keysOf(kind, told).held, ...(told.importKey ? [told.importKey] : [])]) : [own];
  // Of what was recorded by hand and what came by a file, the file means its own.
  for (const row of rows.toSorted((a, b) => Number(isOfFile(b)) - Number(isOfFile(a))))
    for (const held of heldBy(row)) {
      const before = stored.get(held);
      if (before && isOfFile(before) && !isOfFile(row)) continue;
      if (before) ambiguous.add(held);
      stored.set(held, row);
    }
  return { stored, ambiguous };
}

/** Organisations that were merged, by what they are known by: which one was kept. */
async function readMerged(tx: Transaction, noun: ImportNoun, wanted: readonly ImportRow[]) {
  const merged = new Map<string, Named>();
  if (noun !== 'organisations') return merged;
  const kind = IMPORTS[noun];
  const keys = wanted.flatMap(row => keysOf(kind, row.source).sought).filter(Boolean);
  const { rows } = await sql<Named & { called: string; rut: string }>`
    select t.name as called, coalesce(t.rut, '') as rut, k.id, k.name, k.active
    from organisations t join organisations k on k.id = t.kept_id
    where t.merged_into is not null and ${organisationsOf(keys, wanted)} order by t.id`.execute(tx);
  for (const { called, rut, ...kept } of rows)
    for (const key of keysOf(kind, { name: called, rut }).held) merged.set(key, kept);
  return merged;
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
  /** The same where it depends on the projects that rows name. */
  readonly past: PastReading | undefined;
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
    past: isExecution(noun) ? await readPastRows(tx, noun) : undefined,
  };
}

const cellsOf = (kind: ImportKind, rows: readonly ImportRow[], ...references: Reference[]): string[] =>
  kind.fields
    .filter(f => f.reference && references.includes(f.reference))
    .flatMap(f => rows.flatMap(row => (row.source[f.key] ?? '').split(/[;|\n]/)))
    .map(part => part.trim())
    .filter(Boolean);

async function findCareers(tx: Transaction, parts: readonly string[]) {
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
    select id, name, state = ${lit.user('active')} as active, lower(email) as email
    from users where lower(email) = any(${emails}::text[])`.execute(tx);
  return (text: string): readonly Named[] => rows.filter(u => u.email === text.toLowerCase());
}

async function findCourses(tx: Transaction, texts: readonly string[]) {
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Named & { code: string }>`
    select id, name, active, code from courses
    where code = any(${texts.map(t => t.toUpperCase())}::text[])`.execute(tx);
  return (text: string): readonly Named[] => rows.filter(c => c.code === text.toUpperCase());
}

const targetsNamed = (targets: PastTargets = new Map(), text: string): readonly Named[] =>
  [...targets.values()]
    .filter(({ code }) => code === text)
    .map(({ id, code }) => ({ id, name: code, active: true }));

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
  // Projects are held before what is theirs, as whoever records does it.
  const past = await around.past?.next(rows, lock);
  const whole = past?.whole ?? around.whole;
  const { stored, ambiguous } = await readKnownRows(tx, noun, rows, lock);
  const merged = await readMerged(tx, noun, rows);
  const careers = await findCareers(tx, cellsOf(kind, rows, 'careers'));
  const people = await peopleWith(tx, cellsOf(kind, rows, 'people', 'person', 'team'));
  const comunas = await findComunas(tx, cellsOf(kind, rows, 'comuna', 'comunas'));
  const find: Record<Reference, (text: string, within?: string) => readonly Named[]> = {
    ...{ school: around.schools, faculty: around.faculties, careers, people, person: people, team: people },
    organisations: await findOrganisations(tx, cellsOf(kind, rows, 'organisations')),
    offerings: await offeringsOf(tx, cellsOf(kind, rows, 'offerings')),
    theme: await findThemes(tx, cellsOf(kind, rows, 'theme')),
    comuna: comunas,
    comunas,
    course: await findCourses(tx, cellsOf(kind, rows, 'course')),
    project: text => targetsNamed(past?.targets, text),
  };
  return {
    stored,
    ambiguous,
    merged,
    firstLines,
    chosen: around.chosen,
    importer: around.importer,
    find: (reference, text, within) => find[reference](text, within),
    ...(whole && { whole }),
  };
}
