import { type RawBuilder, sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { all, either, type Part, readable, visible } from '../../project-record/visibility/queries.ts';
import { HITS, MOST_COUNTED } from '../contract.ts';
import { hitsFrom, type StoredGroup } from '../hits/queries.ts';
import type { Ways } from '../ways/queries.ts';

type Sql = RawBuilder<unknown>;

const PROJECTS = sql`from search_entries p where p.object = 'project'`;
/** Row by row, newest first, whatever the planner expects: words that go together are more than it thinks. */
const NEWEST_FIRST = sql`from (
  select * from search_entries where object = 'project' order by id desc offset 0) p where true`;

/** As many as this of a hundred with the words have them in the title: it is not long until the next one comes. */
const DENSE = 10;

/** How many there are, where those that were looked at do not tell. */
function countOf(parts: readonly Part[], found: Sql, few: StoredGroup): Sql {
  if (few.counted > MOST_COUNTED) return sql.lit(few.counted);
  const counts = parts.map(
    part => sql`(select count(*)::int from (
      select ${PROJECTS} and ${all([part.where, found])} limit ${sql.lit(MOST_COUNTED + 1)}) c)`,
  );
  return sql.join(counts, sql` + `);
}

/**
 * Projects by words that very many have: newest first through those of each part of what the reader may open, until the
 * page is full. The order of other parts than the large ones keeps them off that way, which would be long for them.
 * `few` is what was found where only some of all that have the words were looked at.
 */
function crowdOf(actor: Actor, { code, title, words }: Ways, few: StoredGroup): Sql {
  const parts = visible(actor, undefined);
  const found = either([code, words]);
  const walk = (way: Sql, n: number) =>
    parts.map(
      part => sql`(select p.id, p.title, ${sql.lit(n)} as way ${part.walked ? NEWEST_FIRST : PROJECTS}
        and ${all([part.where, way])} ${part.walked ? sql`` : sql`order by (p.id, 0) desc`} limit ${sql.lit(HITS)})`,
    );
  const isInManyTitles = few.titled * 100 >= few.looked * DENSE;
  const byTitle = isInManyTitles
    ? walk(title, 1)
    : [
        sql`(with m as materialized (select p.* ${PROJECTS} and ${title})
          select p.id, p.title, 1 as way from m p where ${readable(actor)} order by p.id desc limit ${sql.lit(HITS)})`,
      ];
  const lists = [...byTitle, ...walk(all([found, sql`not (${title})`]), 2)];
  return sql`select 'project' as object,
    ${hitsFrom('project', sql`select * from (${sql.join(lists, sql` union all `)}) t limit ${sql.lit(HITS)}`)} as hits,
    ${countOf(parts, found, few)} as counted, 0 as looked, 0 as titled`;
}

export async function findCrowd(
  db: Database,
  actor: Actor,
  ways: Ways,
  few: StoredGroup,
): Promise<StoredGroup[]> {
  return (await sql<StoredGroup>`${PLANNED_ANEW} ${crowdOf(actor, ways, few)}`.execute(db)).rows;
}
