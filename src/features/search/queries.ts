import { sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { all } from '../project-record/visibility/queries.ts';
import { type HitGroup, MOST_COUNTED, SEARCHED, type Searched, type search } from './contract.ts';
import { findCrowd } from './crowd/queries.ts';
import { groupOf, type StoredGroup } from './hits/queries.ts';
import { SOURCES } from './sources/queries.ts';
import { byWords, isCommon, SHORTEST, type Ways, waysOf, wordsOf } from './ways/queries.ts';

type Answer = OutputOf<typeof search>;
type WaysFor = (object: Searched) => Ways | null;

/** With fewer hits than this, words that are spelled alike are looked for, too. */
const FEW = 5;

/** All objects in one statement; once more for projects where too many have the words to look at each. */
async function groupsOf(db: Database, actor: Actor, waysFor: WaysFor): Promise<StoredGroup[]> {
  const each = SEARCHED.flatMap(object => {
    const ways = waysFor(object);
    return (ways && groupOf(object, actor, ways)) ?? [];
  });
  if (each.length === 0) return [];
  const { rows } = await sql<StoredGroup>`${PLANNED_ANEW} ${sql.join(each, sql` union all `)}`.execute(db);
  const ways = waysFor('project');
  const crowd = rows.find(({ object, looked }) => object === 'project' && looked > (ways?.mostLooked ?? 0));
  const groups =
    crowd && ways
      ? [...(await findCrowd(db, actor, ways, crowd)), ...rows.filter(group => group !== crowd)]
      : rows;
  const best = ({ hits }: StoredGroup) => Math.min(...hits.map(hit => hit.way));
  return groups.filter(({ hits }) => hits.length > 0).sort((a, b) => best(a) - best(b));
}

/**
 * A `tsquery` of titles in which each word that no title has is replaced by those spelled alike, by their stems; null
 * where every word is known, or nothing is alike.
 */
async function spelledAlike(db: Database, words: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ word: string; known: boolean; alike: string[] }>`
    select t.word, exists (select from search_words where stem = s.stem) as known,
      array(select w.stem from search_words w where w.stem % s.stem
        order by similarity(w.stem, s.stem) desc, w.stem limit 3) as alike
    from unnest(${[...words]}::text[]) with ordinality t (word, n), title_stems(t.word) s (stem) order by t.n`.execute(
    db,
  );
  if (rows.every(({ known, alike }) => known || alike.length === 0)) return null;
  return rows
    .map(({ word, known, alike }) => (known || alike.length === 0 ? [word] : alike))
    .map(any => `(${any.map(word => `${word}:*`).join(' | ')})`)
    .join(' & ');
}

/** By words that are spelled alike, besides what was `found`; of objects there are few of, the title is compared. */
async function maybeGroups(db: Database, actor: Actor, typed: string, found: readonly StoredGroup[]) {
  const words = wordsOf(typed);
  const alike = await spelledAlike(db, words);
  return groupsOf(db, actor, object => {
    const known = found.find(group => group.object === object)?.hits.map(hit => hit.id) ?? [];
    const others = sql`p.id <> all(${known}::uuid[])`;
    if (object !== 'project') return byWords(all([sql`${words.join(' ')} <% plain(p.title)`, others]));
    return alike ? byWords(all([sql`p.title_words @@ to_tsquery('simple', ${alike})`, others])) : null;
  });
}

const show = ({ object, hits, counted }: StoredGroup, maybe: boolean): HitGroup => ({
  object,
  hits: hits.map(({ id, title, facts }) => ({ id, title, ...SOURCES[object].show(facts) })),
  total: Math.min(counted, MOST_COUNTED),
  hasMore: counted > MOST_COUNTED,
  maybe,
});

/** Why nothing is looked for; null where something is. */
async function refusalOf(db: Database, typed: string): Promise<Answer['refused']> {
  const words = wordsOf(typed);
  if (words.length === 0) return 'signs';
  if (words.join('').length < SHORTEST) return 'short';
  const { rows } = await sql<{ common: boolean }>`select ${isCommon(typed)} as common`.execute(db);
  if (rows[0]?.common) return 'common';
  return words.every(word => word.length < SHORTEST) ? 'short' : null;
}

/** What of everything that has a page somebody may open, best first. */
export async function find(db: Database, actor: Actor, typed: string): Promise<Answer> {
  const refused = await refusalOf(db, typed);
  if (refused) return { groups: [], refused };
  const found = await groupsOf(db, actor, object => waysOf(object, typed));
  const hits = found.reduce((sum, group) => sum + group.hits.length, 0);
  const maybe = hits < FEW ? await maybeGroups(db, actor, typed, found) : [];
  return { groups: [...found.map(g => show(g, false)), ...maybe.map(g => show(g, true))], refused: null };
}
