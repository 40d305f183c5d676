import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { all, either, readable, visible } from '../../project-record/visibility/queries.ts';
import { HITS, MOST_COUNTED } from '../contract.ts';
import { hitsFrom, MOST_LOOKED, type StoredGroup } from '../hits/queries.ts';
import type { Ways } from '../ways/queries.ts';

type Sql = RawBuilder<unknown>;

const PROJECTS = sql`from search_entries p where p.object = 'project'`;

/**
 * Projects by words that very many have: newest first through those of each part of what the reader may open, until the
 * page is full. The order of other parts than the large ones keeps them off that way, which would be long for them.
 */
function crowdOf(actor: Actor, { code, title, words }: Ways, isInManyTitles: boolean): Sql {
  const parts = visible(actor, undefined);
  const found = either([code, words]);
  const walk = (way: Sql, n: number) =>
    parts.map(
      part => sql`(select p.id, p.title, ${sql.lit(n)} as way ${PROJECTS} and ${all([part.where, way])}
        order by ${part.walked ? sql`p.id` : sql`(p.id, 0)`} desc limit ${sql.lit(HITS)})`,
    );
  const byTitle = isInManyTitles
    ? walk(title, 1)
    : [
        sql`(with m as materialized (select p.* ${PROJECTS} and ${title})
          select p.id, p.title, 1 as way from m p where ${readable(actor)} order by p.id desc limit ${sql.lit(HITS)})`,
      ];
  const lists = [...byTitle, ...walk(all([found, sql`not (${title})`]), 2)];
  const counts = parts.map(
    part => sql`(select count(*)::int from (
      select ${PROJECTS} and ${all([part.where, found])} limit ${sql.lit(MOST_COUNTED + 1)}) c)`,
  );
  return sql`select 'project' as object,
    ${hitsFrom('project', sql`select * from (${sql.join(lists, sql` union all `)}) t limit ${sql.lit(HITS)}`)} as hits,
    ${sql.join(counts, sql` + `)} as counted, ${sql.lit(MOST_LOOKED)} as looked`;
}

export async function findCrowd(db: Database, actor: Actor, ways: Ways): Promise<StoredGroup[]> {
  const titles = await sql<{ n: number }>`select count(*)::int as n
    from (select ${PROJECTS} and ${ways.title} limit ${sql.lit(MOST_LOOKED + 1)}) t`.execute(db);
  const isInManyTitles = (titles.rows[0]?.n ?? 0) > MOST_LOOKED;
  return (await sql<StoredGroup>`${crowdOf(actor, ways, isInManyTitles)}`.execute(db)).rows;
}
