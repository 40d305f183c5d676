import { type RawBuilder, sql } from 'kysely';
import { plain } from '../domain/text/plain.ts';

/** A word that is only part of a sentence adds nothing but work. */
const SHORT_WORD = 3;

/** Where a project's code stands, and the words by which it is found. */
interface Searched {
  readonly code: RawBuilder<unknown>;
  readonly words: RawBuilder<unknown>;
}

/** Whether it is typed as a code of ours begins: `PAC-2026-0`. */
export const isCode = (typed: string): boolean => /^[a-z]{3}-\d{0,4}(-\d*)?$/i.test(typed);

/**
 * Projects that somebody types words of. By meaning (stems, without accents, quotes and minus as on the web) or by the
 * words as typed, the last one perhaps unfinished. What looks like a code is looked up as one.
 */
export function matchesWords({ code, words }: Searched, typed: string): RawBuilder<unknown> {
  // Codes of our own are in capitals; those that came with a spreadsheet are as they came.
  if (isCode(typed)) {
    const ways = [...new Set([typed.toUpperCase(), typed])].map(way => sql`${code} like ${`${way}%`}`);
    return sql`(${sql.join(ways, sql` or `)})`;
  }
  const queries = wordQueries(typed);
  return queries.length > 0 ? sql`${words} @@ (${sql.join(queries, sql` || `)})` : sql`false`;
}

/**
 * What was typed as `tsquery`s any of which words made by `search_vector` fit: by meaning, with quotes and minus as on
 * the web, or as typed, the last word perhaps unfinished. None without letters or digits.
 */
export function wordQueries(typed: string): RawBuilder<unknown>[] {
  // Without accents both say the same.
  const configurations = plain(typed) === typed.toLowerCase() ? ['es_unaccent'] : ['es_unaccent', 'spanish'];
  const meanings = configurations.map(name => sql`websearch_to_tsquery(${sql.lit(name)}, ${typed})`);
  if (/["-]/.test(typed)) return meanings;
  const split = plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
  const last = split.at(-1);
  if (!last) return [];
  const before = split.slice(0, -1).filter(word => word.length >= SHORT_WORD);
  return [...meanings, sql`to_tsquery('simple', ${[...before, `${last}:*`].join(' & ')})`];
}
