import { validateRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import { isCode, wordQueries } from '../../../db/words.ts';
import { plainRut } from '../../../domain/catalogues/organisations.ts';
import { plain } from '../../../domain/text/plain.ts';
import { either, NEVER } from '../../project-record/visibility/queries.ts';
import type { Searched } from '../contract.ts';

type Sql = RawBuilder<unknown>;

/** Shortest word that is looked for. */
export const SHORTEST = 3;

/** They are in nearly every title, and say nothing beside other words. */
const LINKING = /^(a|al|con|de|del|e|el|en|la|las|lo|los|o|para|por|su|u|un|una|y)$/i;

/**
 * Words typed, without signs: quotes and minus, which mean something in the search of a list, are signs like others here.
 * The last one is unfinished: of one letter it says nothing yet.
 */
function wordsIn(typed: string): string[] {
  const all = typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = all.filter(word => !LINKING.test(word));
  if (words.length === 0) return all;
  return words.length > 1 && words.at(-1)?.length === 1 ? words.slice(0, -1) : words;
}
export const wordsOf = (typed: string): string[] => wordsIn(plain(typed));
/** Whether it says nothing but what is everywhere, by the database's list of such words. */
export const isCommon = (typed: string): Sql =>
  sql`numnode(plainto_tsquery('es_unaccent', ${wordsIn(typed).join(' ')})) = 0`;

const startingWith = (start: string) => `${start.replace(/[\\%_]/g, '\\$&')}%`;

/** By a whole RUT, or by how a code or a mail begins; null where it looks like neither. */
function byCode(object: Searched, typed: string): Sql | null {
  const start = plain(typed.trim());
  if (object === 'partner')
    return validateRut(typed)
      ? sql`p.id in (select canonical_id from organisations where rut = ${plainRut(typed)})`
      : null;
  return start.length >= SHORTEST && /[\d@]/.test(start) ? sql`p.code like ${startingWith(start)}` : null;
}

/** How an entry `p` is found, the best way first; what words of the title find, words find too. */
export interface Ways {
  readonly code: Sql;
  readonly title: Sql;
  readonly words: Sql;
  /** Entries that are looked at one by one before it is taken for a crowd. */
  readonly mostLooked: number;
}

/** One word leads to few entries or to thousands, several mostly to some. */
const MOST_LOOKED = { oneWord: 500, several: 1500 };

export const byWords = (words: Sql): Ways => ({
  ...{ code: NEVER, title: NEVER, words },
  mostLooked: MOST_LOOKED.oneWord,
});

/** Null where nothing of the object can be found. What begins like a code of ours is one, as in the list. */
export function waysOf(object: Searched, typed: string): Ways | null {
  const code = byCode(object, typed);
  const words = wordsOf(typed);
  const queries = isCode(typed.trim()) ? [] : wordQueries(wordsIn(typed).join(' '));
  if (queries.length === 0) return code && { ...byWords(NEVER), code };
  const inTitle = words.map((word, n) => (n === words.length - 1 ? `${word}:*` : word)).join(' & ');
  return {
    code: code ?? NEVER,
    title: sql`p.title_words @@ to_tsquery('simple', ${inTitle})`,
    // Each by itself: of one query with `or` the index reads all that any of its words leads to.
    words: either(queries.map(query => sql`p.words @@ ${query}`)),
    mostLooked: MOST_LOOKED[words.length > 1 ? 'several' : 'oneWord'],
  };
}
