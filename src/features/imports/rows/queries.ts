import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { Known, Named, StoredRow } from '../../../domain/imports/known.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { keysOf } from '../../../domain/imports/plan.ts';
import type { ImportRow } from '../../../domain/imports/texts.ts';
import { ACTIVITY_VIEW, INDICATOR_VIEW } from '../execution/queries.ts';
import { readNamed, readNear, type Surroundings } from '../named/queries.ts';
import { PROJECT_VIEW } from '../projects/queries.ts';
import { tableOf } from '../queries.ts';

type Sql = RawBuilder<unknown>;

const heads = (table: Sql, unit: Sql, what: Sql, order: Sql) =>
  sql`array(select ${what} from ${table} h join users u on u.id = h.user_id where ${unit} order by ${order})`;
const namesOf = (table: Sql, unit: Sql) =>
  sql`array_to_string(${heads(table, unit, sql`u.name`, sql`u.name`)}, ', ')`;
const idsOf = (table: Sql, unit: Sql) => heads(table, unit, sql`u.id`, sql`u.id`);
const [deans, ofFaculty] = [sql`faculty_heads`, sql`h.faculty_id = t.id`];
const [directors, ofSchool] = [sql`school_heads`, sql`h.school_id = t.id`];
/** Names of the units that person `t` heads. */
const unitsOf = (table: Sql, units: Sql, unit: Sql, name: Sql) =>
  sql`array_to_string(array(select x.${name} from ${table} h join ${units} x on x.id = h.${unit}
    where h.user_id = t.id order by x.${name}), ', ')`;
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
    select plain(n) from unnest(${rows.map(row => row.texts.name ?? '')}::text[]) n)))`;

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
      'active', t.active::text, 'careers', array_to_string(array(select k.label from course_careers l
        join careers k on k.id = l.career_id where l.course_id = t.id order by k.label), ', ')`,
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
      'schoolIds', ${unitsOf(sql`school_heads`, sql`schools`, sql`school_id`, sql`name`)},
      'facultyIds', ${unitsOf(sql`faculty_heads`, sql`faculties`, sql`faculty_id`, sql`name`)},
      'roles', array_to_string(array(select r from unnest(t.roles) r where r not in ('Dean', 'Director') order by r), ', '),
      'school', coalesce((select s.name from schools s where s.id = t.home_school_id), ''),
      'expertise', array_to_string(t.expertise, ', '),
      'keptName', coalesce((select k.name from users k where k.id = t.merged_into), '')`,
    references: sql`'school', array_remove(array[t.home_school_id], null),
      'schoolIds', array(select h.school_id from school_heads h where h.user_id = t.id),
      'facultyIds', array(select h.faculty_id from faculty_heads h where h.user_id = t.id)`,
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
  const keys = wanted.flatMap(row => keysOf(kind, row.texts).sought).filter(Boolean);
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
  const keys = wanted.flatMap(row => keysOf(kind, row.texts).sought).filter(Boolean);
  const { rows } = await sql<Named & { called: string; rut: string }>`
    select t.name as called, coalesce(t.rut, '') as rut, k.id, k.name, k.active
    from organisations t join organisations k on k.id = t.kept_id
    where t.merged_into is not null and ${organisationsOf(keys, wanted)} order by t.id`.execute(tx);
  for (const { called, rut, ...kept } of rows)
    for (const key of keysOf(kind, { name: called, rut }).held) merged.set(key, kept);
  return merged;
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
  // Projects are held before what is theirs, as whoever records does it.
  const past = await around.past?.next(rows, lock);
  const whole = past?.whole ?? around.whole;
  const { stored, ambiguous } = await readKnownRows(tx, noun, rows, lock);
  const merged = await readMerged(tx, noun, rows);
  const find = await readNamed(tx, noun, rows, around, past?.targets);
  const { importer, confirmed, words } = around;
  const near = await readNear(tx, noun, rows, { find, near: around.near });
  return {
    stored,
    ambiguous,
    merged,
    firstLines,
    importer,
    confirmed,
    words,
    find,
    near,
    ...(whole && { whole }),
  };
}
