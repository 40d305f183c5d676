import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import { listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, day } from '../../../server/tables/table-file.ts';
import type { listMisses, SearchMiss } from './contract.ts';

type Query = QueryOf<typeof listMisses>;

const VIEW: View<Query> = {
  from: sql`search_misses m`,
  select: sql`m.words as id, m.words, m.times, m.first_on::text as "firstOn", m.last_on::text as "lastOn"`,
  sorts: {
    words: sql`m.words`,
    times: sql`m.times`,
    firstOn: sql`m.first_on`,
    lastOn: sql`m.last_on`,
  },
  key: sql`m.words`,
};

export const missList = listOf<Query, SearchMiss>(VIEW, (_actor, { q }) => matching('m.words', q));

export const MISS_COLUMNS: Columns<SearchMiss> = {
  palabras: row => row.words,
  veces: row => row.times,
  primera_vez: row => day(row.firstOn),
  ultima_vez: row => day(row.lastOn),
};

/** Of a word this long, two in one name are hardly there by chance: a first name and a surname, not `de los`. */
const TELLING = 4;

/**
 * Whether words are those of somebody's name: all of them, or two long ones among others (`taller de Marcela Rivas`). The
 * last of several may be unfinished, as it is where it is looked for.
 */
export async function nameSomebody(db: Database, words: string): Promise<boolean> {
  const like = (column: string) => sql`${sql.raw(column)} like any((select patterns from typed)::text[])`;
  const { rows } = await sql<{ named: boolean }>`
    with typed as (
      select all_words, all_words[cardinality(all_words)] as last, cardinality(all_words) > 1 as several,
        array(select '%' || w || '%' from unnest(all_words) w where length(w) > 2) as patterns
      from (select name_words(${words}) as all_words) t
    ), somebody as (
      select name from users where ${like('search')}
      union all select name from organisations where type = 'persona' and ${like('search')}
      union all select contact_name from organisations where ${like('plain(contact_name)')}
    )
    select exists (
      select from typed t, somebody s, name_words(s.name) parts
      where s.name <> ${FORGOTTEN_NAME} and (
        select bool_and(said) or count(*) filter (where said and length(word) >= ${TELLING}) > 1 from (
          select word, word = any(parts)
            or t.several and word = t.last and exists (select from unnest(parts) n where starts_with(n, word)) as said
          from (select distinct unnest(t.all_words) as word) each_word
        ) compared)
    ) as named`.execute(db);
  return rows[0]?.named ?? false;
}
