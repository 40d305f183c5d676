import { validateRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { wordsQuery } from '../../db/words.ts';
import { plainRut } from '../../domain/catalogues/organisations.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { plain } from '../../domain/text/plain.ts';
import { HITS, type HitGroup, MOST_COUNTED, SEARCHED, type Searched, type search } from './contract.ts';
import { type Facts, SOURCES } from './sources/queries.ts';

type Sql = RawBuilder<unknown>;
type Answer = OutputOf<typeof search>;

/** With fewer hits than this, words that are spelled alike are looked for, too. */
const FEW = 5;
const SHORTEST = 3;

/** Quotes and minus, which mean something in the search of a list, are signs like others here. */
const wordsOf = (typed: string): string[] => plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

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

/** How an entry `p` is found, the best way first. */
function waysOf(object: Searched, typed: string): Sql[] {
  const words = wordsOf(typed);
  const inTitle = words.map((word, n) => (n === words.length - 1 ? `${word}:*A` : `${word}:A`)).join(' & ');
  const query = wordsQuery(words.join(' '));
  const code = byCode(object, typed);
  return [
    ...(code ? [code] : []),
    ...(query ? [sql`p.words @@ to_tsquery('simple', ${inTitle})`, sql`p.words @@ (${query})`] : []),
  ];
}

const all = (conditions: readonly Sql[]) => sql.join(conditions, sql` and `);
const anyOf = (conditions: readonly Sql[]) => sql`(${sql.join(conditions, sql` or `)})`;

interface StoredGroup {
  readonly object: Searched;
  readonly hits: readonly { id: string; title: string; way: number; facts: Facts }[];
  readonly counted: number;
}

/** Entries `p` of an object that the reader may open; null where that is none by their role. */
function openedOf(object: Searched, actor: Actor): { from: Sql; where: Sql } | null {
  const { join, where } = SOURCES[object];
  const conditions = where(actor);
  if (!conditions) return null;
  return {
    from: sql`from search_entries p ${join}`,
    where: all([sql`p.object = ${sql.lit(object)}`, ...conditions]),
  };
}

/**
 * One object: the best hits, each way asked only for what is left of the page, and how many there are. The newest come
 * first of those found equally well.
 */
function groupOf(object: Searched, actor: Actor, ways: readonly Sql[]): Sql | null {
  const opened = openedOf(object, actor);
  if (!opened || ways.length === 0) return null;
  const { from, where } = opened;
  const tiers = ways.map((way, n) => {
    const better = ways.slice(0, n).map(other => sql`not (${other})`);
    return sql`(select p.id, p.title, ${sql.lit(n)} as way ${from} where ${all([where, way, ...better])}
      order by p.id desc limit ${HITS})`;
  });
  return sql`select ${sql.lit(object)} as object,
    (select coalesce(json_agg(json_build_object('id', h.id, 'title', h.title, 'way', h.way, 'facts', (${SOURCES[object].facts}))),
      '[]') from (select * from (${sql.join(tiers, sql` union all `)}) t limit ${HITS}) h) as hits,
    (select count(*)::int from (select ${from} where ${all([where, anyOf(ways)])} limit ${MOST_COUNTED + 1}) c) as counted`;
}

const show =
  (maybe: boolean) =>
  (stored: StoredGroup): HitGroup => ({
    object: stored.object,
    hits: stored.hits.map(({ id, title, facts }) => ({ id, title, ...SOURCES[stored.object].show(facts) })),
    total: Math.min(stored.counted, MOST_COUNTED),
    hasMore: stored.counted > MOST_COUNTED,
    maybe,
  });

async function groupsOf(
  db: Database,
  actor: Actor,
  waysFor: (object: Searched) => readonly Sql[],
): Promise<StoredGroup[]> {
  const each = SEARCHED.map(object => groupOf(object, actor, waysFor(object))).filter(
    group => group !== null,
  );
  if (each.length === 0) return [];
  const { rows } = await sql<StoredGroup>`${sql.join(each, sql` union all `)}`.execute(db);
  const best = (group: StoredGroup) => Math.min(...group.hits.map(hit => hit.way));
  return rows.filter(group => group.hits.length > 0).sort((a, b) => best(a) - best(b));
}

/** Words of titles that are spelled like the long ones among those typed, as a `tsquery` of titles; null if none are. */
async function spelledAlike(db: Database, typed: string): Promise<string | null> {
  const words = wordsOf(typed);
  const { rows } = await sql<{ word: string; alike: string[] }>`
    select t.word, array(select w.word from search_words w where w.word % t.word
      order by similarity(w.word, t.word) desc, w.word limit 5) as alike
    from unnest(${words}::text[]) with ordinality t (word, n) order by t.n`.execute(db);
  if (rows.every(({ word, alike }) => alike.every(other => other === word))) return null;
  return rows
    .map(({ word, alike }) => `(${[`${word}:*A`, ...alike.map(other => `${other}:A`)].join(' | ')})`)
    .join(' & ');
}

/** By words that are spelled alike; of few objects the title itself is compared. */
async function maybeGroups(db: Database, actor: Actor, typed: string, found: readonly StoredGroup[]) {
  const alike = await spelledAlike(db, typed);
  const words = wordsOf(typed).join(' ');
  return groupsOf(db, actor, object => {
    const known = found.find(group => group.object === object)?.hits.map(hit => hit.id) ?? [];
    const others = sql`p.id <> all(${known}::uuid[])`;
    if (object === 'project')
      return alike ? [sql`(p.words @@ to_tsquery('simple', ${alike}) and ${others})`] : [];
    return [sql`(${words} <% plain(p.title) and ${others})`];
  });
}

/** Why it is not looked for, before the database is asked. */
function refusalOf(typed: string): Answer['refused'] {
  const words = wordsOf(typed);
  if (words.length === 0) return 'signs';
  return words.every(word => word.length < SHORTEST) ? 'short' : null;
}

async function isCommon(db: Database, typed: string): Promise<boolean> {
  const { rows } = await sql<{ common: boolean }>`
    select numnode(plainto_tsquery('es_unaccent', ${wordsOf(typed).join(' ')})) = 0 as common`.execute(db);
  return rows[0]?.common ?? false;
}

/** What of everything that has a page somebody may open, best first. */
export async function find(db: Database, actor: Actor, typed: string): Promise<Answer> {
  const refused = refusalOf(typed) ?? ((await isCommon(db, typed)) ? 'common' : null);
  if (refused) return { groups: [], refused };
  const found = await groupsOf(db, actor, object => waysOf(object, typed));
  const hits = found.reduce((sum, group) => sum + group.hits.length, 0);
  const maybe = hits < FEW ? await maybeGroups(db, actor, typed, found) : [];
  return { groups: [...found.map(show(false)), ...maybe.map(show(true))], refused: null };
}
