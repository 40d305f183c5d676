import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { UNIT_KINDS } from '../../../domain/imports/cells.ts';
import { type Choice, type ImportField, plainText, type Reference } from '../../../domain/imports/field.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { type Words, wordKey } from '../../../domain/imports/texts.ts';
import { choicesOf, isLikely } from '../../../domain/imports/words.ts';
import { invalid } from '../../../domain/kit/problem.ts';
import { alikeFrom } from '../../organisations/queries.ts';
import { type Import, type ImportValues, MOST_WORDS } from '../contract.ts';

type Sql = RawBuilder<unknown>;

/** What texts stand for in an import: what was said of it alone before what holds for all. */
export async function readWords(
  tx: Transaction,
  { id, noun }: { readonly id: string; readonly noun: ImportNoun },
): Promise<Words> {
  const { rows } = await sql<{ field: string; text: string; value: string }>`
    select field, text, value from import_words where (noun = ${noun} or noun is null) and (import_id is null or import_id = ${id})
    order by import_id nulls first`.execute(tx);
  const words = new Map<string, Map<string, string>>();
  for (const { field, text, value } of rows)
    words.set(field, (words.get(field) ?? new Map<string, string>()).set(text, value));
  return words;
}

/** Where what cells name is looked for: what a cell would say, its words on screen, and what is compared. */
interface Candidates {
  readonly value: Sql;
  readonly label: Sql;
  readonly table: string;
  readonly where: Sql;
  readonly compared: Sql;
}
const named = (table: string): Candidates => ({
  value: sql`c.name`,
  label: sql`c.name`,
  table,
  where: sql`c.active`,
  compared: sql`c.name`,
});
const people: Candidates = {
  value: sql`c.email`,
  label: sql`c.name || ' · ' || c.email`,
  table: 'users',
  where: sql`c.state = ${lit.user('active')} and c.merged_into is null`,
  compared: sql`c.name`,
};
const comunas: Candidates = { ...named('comunas'), where: sql`true` };
const CANDIDATES: Readonly<Record<Reference, Candidates>> = {
  school: named('schools'),
  faculty: named('faculties'),
  theme: named('themes'),
  organisations: {
    ...named('organisations'),
    // A RUT tells those apart that have the same name.
    value: sql`coalesce(c.rut, c.name)`,
    where: sql`c.active and c.merged_into is null`,
  },
  careers: {
    ...named('careers'),
    value: sql`coalesce(c.official_code, c.code, c.name)`,
    label: sql`c.label || coalesce(' · ' || c.official_code, '')`,
  },
  course: { ...named('courses'), value: sql`c.code`, label: sql`c.code || ' · ' || c.name` },
  offerings: { ...named('courses'), value: sql`c.code`, label: sql`c.code || ' · ' || c.name` },
  project: {
    value: sql`c.code`,
    label: sql`c.code || ' · ' || c.title`,
    table: 'projects',
    where: sql`c.historic`,
    compared: sql`c.code`,
  },
  comuna: comunas,
  comunas,
  // Who is no longer here led what is past.
  person: { ...people, where: sql`c.merged_into is null and c.anonymised_at is null` },
  people,
  team: people,
};

/** A choice with how much it is like the text, from 0 to 1. */
interface Alike extends Choice {
  readonly alike: number;
}

const MOST_SUGGESTED = 8;
const MOST_SAID = 200;

/** What may be like text `t`, by an index where there is one: like as a whole, holding it, or holding its longest word. */
const mayBeLike = (compared: Sql) =>
  sql`(${compared} % t.plain or ${compared} like t.held or ${compared} like t.longest)`;

/** For each text the most alike; a text that holds what is compared, or is held by it, first. */
async function likeTexts(
  db: Database,
  { value, label, table, where, compared: name }: Candidates,
  texts: readonly string[],
  { atLeast, most }: { atLeast: number; most: number },
): Promise<Map<string, Alike[]>> {
  const compared = sql`plain(${name})`;
  const { rows } = await sql<Alike & { text: string }>`
    with texts as materialized (
      select text, plain(text) as plain, '%' || plain(replace(text, '%', '')) || '%' as held, words,
        (select word from unnest(words) word order by length(word) desc limit 1) as longest,
        ${alikeFrom(atLeast)}
      from (select text, array(select '%' || word || '%' from unnest(string_to_array(plain(text), ' ')) word) as words
        from unnest(${texts}::text[]) u (text)) w)
    select t.text, s.value, s.label, s.alike from texts t cross join lateral (
      select ${value} as value, ${label} as label, a.alike from ${sql.table(table)} c cross join lateral (
        select greatest(similarity(${compared}, t.plain),
          case when t.text <> '' and ${compared} like t.held then 0.9 else 0 end,
          case when t.text <> '' and ${compared} like all(t.words) then 0.8 else 0 end) as alike offset 0) a
      where ${where} and t.likeness is not null
        and ${texts.includes('') ? sql`(t.text = '' or a.alike >= ${atLeast})` : sql`${mayBeLike(compared)} and a.alike >= ${atLeast}`}
      order by a.alike desc, ${compared} limit ${most}) s`.execute(db);
  const found = new Map<string, Alike[]>();
  for (const { text, ...choice } of rows) found.set(text, [...(found.get(text) ?? []), choice]);
  return found;
}

export function fieldOf(noun: ImportNoun, key: string): ImportField {
  const field = IMPORTS[noun].fields.find(each => each.key === key);
  if (!field) throw invalid('field', 'Ese campo no existe.');
  return field;
}

/** What a cell of a field may say, most like a text first. */
export async function suggestTexts(
  db: Database,
  { noun }: Pick<Import, 'noun'>,
  { field: key, q }: { field: string; q: string },
): Promise<Choice[]> {
  const field = fieldOf(noun, key);
  if (!field.reference) return choicesOf(field);
  const found = await likeTexts(db, CANDIDATES[field.reference], [q], { atLeast: 0.2, most: MOST_SUGGESTED });
  return (found.get(q) ?? []).map(({ value, label }) => ({ value, label }));
}

type Unknown = Pick<ImportValues['unknown'][number], 'field' | 'text' | 'rows'>;
type Suggested = Pick<ImportValues['unknown'][number], 'suggestions' | 'isLikely'>;

const withLikely = (field: ImportField, found: readonly Alike[]): Suggested => ({
  isLikely: isLikely(field, found),
  suggestions: found.map(({ value, label }) => ({ value, label })),
});

async function suggestAll(db: Database, noun: ImportNoun, unknown: readonly Unknown[]) {
  const suggested = new Map<Unknown, Suggested>();
  for (const [key, values] of Map.groupBy(unknown, value => value.field)) {
    const field = fieldOf(noun, key);
    const texts = values.map(value => value.text);
    const like = field.reference
      ? await likeTexts(db, CANDIDATES[field.reference], texts, { atLeast: 0.3, most: 3 })
      : undefined;
    for (const value of values)
      suggested.set(
        value,
        like
          ? withLikely(field, like.get(value.text) ?? [])
          : { isLikely: false, suggestions: choicesOf(field) },
      );
  }
  return suggested;
}

/** Texts that are not understood; one that two fields have is said once for both. */
async function readUnknown(db: Database, { id, noun }: Pick<Import, 'id' | 'noun'>): Promise<Unknown[]> {
  const { rows } = await sql<Unknown>`
    select e ->> 'field' as field, min(e ->> 'text') as text, count(distinct line)::int as rows
    from import_rows cross join lateral jsonb_array_elements(errors) e
    where import_id = ${id} and result = 'wrong' and e ? 'text'
    group by 1, plain(e ->> 'text') order by 3 desc, 1, 2 limit ${MOST_WORDS}`.execute(db);
  const unknown = new Map<string, Unknown>();
  for (const row of rows) {
    const key = `${wordKey(fieldOf(noun, row.field))} ${plainText(row.text)}`;
    if (!unknown.has(key)) unknown.set(key, row);
  }
  return [...unknown.values()];
}

async function readSaid(
  db: Database,
  { id, noun }: Pick<Import, 'id' | 'noun'>,
): Promise<ImportValues['said']> {
  const { rows } = await sql<ImportValues['said'][number]>`
    select field, said as text, value from import_words
    where (noun = ${noun} or noun is null) and (import_id is null or import_id = ${id})
    order by updated_at desc, field, said limit ${MOST_SAID}`.execute(db);
  return rows.flatMap(({ field, ...word }) => {
    const own = IMPORTS[noun].fields.find(each => wordKey(each) === field);
    return own ? [{ field: own.key, ...word }] : [];
  });
}

/** Texts that are not understood, with what they may mean, and what others were said to mean. */
export async function readValues(db: Database, found: Pick<Import, 'id' | 'noun'>): Promise<ImportValues> {
  const { noun } = found;
  const unknown = await readUnknown(db, found);
  const suggested = await suggestAll(db, noun, unknown);
  const { creates = [] } = IMPORTS[noun];
  return {
    said: await readSaid(db, found),
    unknown: unknown.map(value => {
      const { reference } = fieldOf(noun, value.field);
      const created = reference && UNIT_KINDS[reference];
      return {
        ...value,
        canCreate: created !== undefined && creates.includes(created) && plainText(value.text) !== '',
        ...(suggested.get(value) ?? { isLikely: false, suggestions: [] }),
      };
    }),
  };
}
