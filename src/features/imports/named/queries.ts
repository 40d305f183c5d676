import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import {
  type ImportKind,
  type NewUnitKind,
  plainText,
  type Reference,
} from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { Known, Named } from '../../../domain/imports/known.ts';
import { type ImportNoun, isExecution } from '../../../domain/imports/nouns.ts';
import type { PastTargets } from '../../../domain/imports/past-rows.ts';
import { cleanEmail, indexPeople, wordsOfName } from '../../../domain/imports/people.ts';
import type { ImportRow, Words } from '../../../domain/imports/texts.ts';
import { type Unit, unitFinder } from '../../../domain/imports/unit-finder.ts';
import { bareUnitName, UNIT_BEGINNING } from '../../../domain/imports/unit-names.ts';
import { plain } from '../../../domain/text/plain.ts';
import { alikeFrom, mayBeOne } from '../../organisations/queries.ts';
import { type PastReading, readPastRows } from '../execution/queries.ts';
import {
  type Finder,
  findComunas,
  findOrganisations,
  findThemes,
  offeringsOf,
  readPast,
  withPieces,
} from '../projects/queries.ts';

/** What stays the same for all rows of an import: the units, and who imports. */
export interface Surroundings {
  readonly schools: Finder;
  readonly faculties: Finder;
  readonly importer: string;
  readonly confirmed: ReadonlySet<string>;
  readonly words: Words;
  /** What is called much like texts that name nothing; filled as rows name them. */
  readonly near: Map<string, string | undefined>;
  /** Everybody, by name; read when the first row names somebody so. */
  readonly peopleByName: () => Promise<Finder>;
  /** What only the whole row decides, where the noun has that. */
  readonly whole: Known['whole'];
  /** The same where it depends on the projects that rows name. */
  readonly past: PastReading | undefined;
}

async function readPeople(tx: Transaction, which = sql`true`): Promise<Finder> {
  const { rows } = await sql<Named>`
    select id, name, state = ${lit.user('active')} as active from users
    where merged_into is null and anonymised_at is null and ${which}`.execute(tx);
  return indexPeople(rows);
}

/** Of more names than this everybody is read, once for all rows. */
const FEW_NAMES = 20;
const PLAIN_WORD = /^[a-z0-9]+$/;

/** Finds these names as `peopleByName` does, among those alone who have the longest word of one of them. */
async function peopleNamed(
  tx: Transaction,
  around: Surroundings,
  names: ReadonlySet<string>,
): Promise<Finder> {
  if (names.size > FEW_NAMES) return around.peopleByName();
  const words = [...names].flatMap(name =>
    wordsOfName(name)
      .sort((a, b) => b.length - a.length)
      .slice(0, 1),
  );
  // What the database writes otherwise than we do is looked for among all.
  if (!words.every(word => PLAIN_WORD.test(word))) return around.peopleByName();
  const having = words.map(word => `%${word}%`);
  return words.length === 0 ? () => [] : readPeople(tx, sql`search like any(${having}::text[])`);
}

/** Reads once whatever is asked for any number of times. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    found ??= read();
    return found;
  };
}

interface Around {
  readonly noun: ImportNoun;
  readonly importerId: string;
  readonly administrators: readonly string[];
  readonly words: Words;
}

export async function readSurroundings(
  tx: Transaction,
  { noun, importerId, administrators, words }: Around,
): Promise<Surroundings> {
  const schools = await sql<Unit>`
    select id, code, name, active, name as called from schools
    union all
    select distinct s.id, s.code, s.name, s.active, c.source ->> 'school'
    from careers c join schools s on s.id = c.school_id where c.source ->> 'school' <> s.name`.execute(tx);
  const faculties = await sql<Unit>`select id, code, name, active, name as called from faculties`.execute(tx);
  const importer = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', importerId)
    .executeTakeFirstOrThrow();
  return {
    schools: unitFinder(schools.rows),
    faculties: unitFinder(faculties.rows),
    importer: importer.email.toLowerCase(),
    confirmed: new Set(administrators),
    words,
    near: new Map(),
    peopleByName: once(() => readPeople(tx)),
    whole: noun === 'projects' ? await readPast(tx) : undefined,
    past: isExecution(noun) ? await readPastRows(tx, noun) : undefined,
  };
}

const cellsOf = (kind: ImportKind, rows: readonly ImportRow[], ...references: Reference[]): string[] =>
  kind.fields
    .filter(f => f.reference && references.includes(f.reference))
    .flatMap(f => rows.flatMap(row => (row.texts[f.key] ?? '').split(/[;|\n]| \/ /)))
    .map(part => part.trim())
    .filter(Boolean);

interface Career extends Named {
  readonly label: string;
  readonly code: string | null;
  readonly officialCode: string | null;
}

async function findCareers(tx: Transaction, parts: readonly string[]) {
  const texts = [...new Set(parts.flatMap(part => [part, ...part.split(',').map(p => p.trim())]))];
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Career>`
    select id, name, label, active, code, official_code as "officialCode" from careers
    where official_code = any(${texts.map(t => t.toUpperCase())}::text[])
      or code = any(${texts.map(t => t.toUpperCase())}::text[])
      or plain(name) = any(array(select plain(t) from unnest(${texts}::text[]) t))
      or plain(label) = any(array(select plain(t) from unnest(${texts}::text[]) t))`.execute(tx);
  return (text: string): readonly Named[] => {
    const coded = rows.filter(c => c.officialCode === text.toUpperCase() || c.code === text.toUpperCase());
    if (coded.length > 0) return coded;
    // What tells one of several with the same name is said as the application shows it.
    const shown = rows.filter(c => plainText(c.label) === plainText(text));
    return shown.length > 0 ? shown : rows.filter(c => plainText(c.name) === plainText(text));
  };
}

async function peopleWith(tx: Transaction, around: Surroundings, parts: readonly string[]): Promise<Finder> {
  const names = new Set(parts.filter(part => part !== '' && !part.includes('@')));
  const byName = await peopleNamed(tx, around, names);
  const emails = [
    ...new Set(parts.flatMap(part => part.toLowerCase().match(/[^\s<>()",]+@[^\s<>()",]+/g) ?? [])),
  ];
  const { rows } =
    emails.length === 0
      ? { rows: [] }
      : await sql<Named & { email: string }>`
        select k.id, k.name, k.state = ${lit.user('active')} as active, lower(u.email) as email
        from users u join users k on k.id = coalesce(u.merged_into, u.id)
        where lower(u.email) = any(${emails}::text[])`.execute(tx);
  return text => {
    const email = cleanEmail(text);
    return email.includes('@') ? rows.filter(u => u.email === email) : byName(text);
  };
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

/** Finds whatever the cells of these rows name. */
export async function readNamed(
  tx: Transaction,
  noun: ImportNoun,
  rows: readonly ImportRow[],
  around: Surroundings,
  targets: PastTargets | undefined,
): Promise<Known['find']> {
  const cells = (...references: Reference[]) => cellsOf(IMPORTS[noun], rows, ...references);
  const careers = await findCareers(tx, cells('careers'));
  const people = await peopleWith(tx, around, cells('people', 'person'));
  const team = await peopleWith(
    tx,
    around,
    cells('team').filter(part => part.includes('@')),
  );
  const comunas = await findComunas(tx, cells('comuna', 'comunas'));
  const find: Record<Reference, Finder> = {
    ...{ school: around.schools, faculty: around.faculties, careers, person: people, team },
    // Members of a team are looked for as people, too.
    people: text => (people(text).length > 0 ? people(text) : team(text)),
    organisations: await findOrganisations(tx, cells('organisations')),
    offerings: await offeringsOf(tx, cells('offerings')),
    theme: await findThemes(tx, cells('theme')),
    comuna: comunas,
    comunas,
    course: await findCourses(tx, cells('course')),
    project: text => targetsNamed(targets, text),
  };
  return (reference, text, within) => find[reference](text, within);
}

/** How alike two names are when one may be the other mistyped; from 0 to 1, of trigrams. */
const ALIKE = 0.62;
const CREATED: Record<NewUnitKind, { reference: Reference; table: string }> = {
  school: { reference: 'school', table: 'schools' },
  faculty: { reference: 'faculty', table: 'faculties' },
  organisation: { reference: 'organisations', table: 'organisations' },
};

/** What of a kind is called most like each text, where anything is. */
async function findAlike(tx: Transaction, created: NewUnitKind, texts: readonly string[]) {
  const isUnit = created !== 'organisation';
  const merged = isUnit ? sql`` : sql`and u.merged_into is null`;
  // All units are schools or faculties: what tells them apart is the rest of the name.
  const compared = isUnit ? sql`regexp_replace(plain(u.name), ${UNIT_BEGINNING}, '')` : sql`plain(u.name)`;
  const bare = texts.map(text => (isUnit ? bareUnitName(text) : plain(text)));
  const { rows } = await sql<{ text: string; name: string }>`
    with texts as materialized (
      select text, bare, ${alikeFrom(ALIKE)} from unnest(${texts}::text[], ${bare}::text[]) u (text, bare))
    select t.text, n.name from texts t cross join lateral (
      select u.name from ${sql.table(CREATED[created].table)} u where t.likeness is not null and ${compared} % t.bare
        and ${mayBeOne(compared, sql`t.bare`)} ${merged}
      order by similarity(${compared}, t.bare) desc, u.name limit 1) n`.execute(tx);
  return rows;
}

/** What is called much like texts that name nothing and would be made; each is asked for once in an import. */
export async function readNear(
  tx: Transaction,
  noun: ImportNoun,
  rows: readonly ImportRow[],
  { find, near }: { find: Known['find']; near: Surroundings['near'] },
): Promise<NonNullable<Known['near']>> {
  const kind = IMPORTS[noun];
  for (const created of kind.creates ?? []) {
    const { reference } = CREATED[created];
    const cells = cellsOf(kind, rows, reference);
    const texts = [...new Set(created === 'organisation' ? withPieces(cells) : cells)].filter(
      text => !near.has(`${reference} ${text}`) && find(reference, text).length === 0,
    );
    if (texts.length === 0) continue;
    for (const text of texts) near.set(`${reference} ${text}`, undefined);
    for (const { text, name } of await findAlike(tx, created, texts)) near.set(`${reference} ${text}`, name);
  }
  return (reference, text) => near.get(`${reference} ${text}`);
}
