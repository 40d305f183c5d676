import { validateRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import { isCode, wordsQuery } from '../../../db/words.ts';
import { plainRut } from '../../../domain/catalogues/organisations.ts';
import { plain } from '../../../domain/text/plain.ts';
import { NEVER } from '../../project-record/visibility/queries.ts';
import type { Searched } from '../contract.ts';

type Sql = RawBuilder<unknown>;

/** Shortest word that is looked for. */
export const SHORTEST = 3;

/** Quotes and minus, which mean something in the search of a list, are signs like others here. */
const withoutSigns = (typed: string): string =>
  (typed.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
export const wordsOf = (typed: string): string[] => plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
/** Whether it says nothing but what is everywhere, by the database's list of such words. */
export const isCommon = (typed: string): Sql =>
  sql`numnode(plainto_tsquery('es_unaccent', ${withoutSigns(typed)})) = 0`;

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
  const query = isCode(typed.trim()) ? null : wordsQuery(withoutSigns(typed));
  if (!query) return code && { ...byWords(NEVER), code };
  const inTitle = words.map((word, n) => (n === words.length - 1 ? `${word}:*` : word)).join(' & ');
  return {
    code: code ?? NEVER,
    title: sql`p.title_words @@ to_tsquery('simple', ${inTitle})`,
    words: sql`p.words @@ (${query})`,
    mostLooked: MOST_LOOKED[words.length > 1 ? 'several' : 'oneWord'],
  };
}
