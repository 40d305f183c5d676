import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../domain/kit/actor.ts';
import { HITS, type Searched } from '../contract.ts';
import { type Facts, SOURCES } from '../sources/queries.ts';
import type { Ways } from '../ways/queries.ts';

type Sql = RawBuilder<unknown>;

export interface StoredGroup {
  readonly object: Searched;
  /** `way` counts from 0, the best. */
  readonly hits: readonly { id: string; title: string; way: number; facts: Facts }[];
  /** Of what may be opened. */
  readonly counted: number;
  /** Of all that there are; more than `mostLooked` of the ways, and not all were looked at. */
  readonly looked: number;
  /** Of those looked at, with the words in their titles. */
  readonly titled: number;
}

/** Hits as JSON from rows with `id`, `title` and `way`. */
export const hitsFrom = (object: Searched, rows: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object(
    'id', h.id, 'title', h.title, 'way', h.way, 'facts', (${SOURCES[object].facts}))), '[]')
  from (${rows}) h)`;

/**
 * One object by the index of its words, which as a rule leaves few entries: those the reader may open are ordered, the
 * newest first of those found equally well, and counted. Null where they may open none.
 */
export function groupOf(
  object: Searched,
  actor: Actor,
  { code, title, words, mostLooked }: Ways,
): Sql | null {
  const { join, where } = SOURCES[object];
  const opened = where(actor);
  if (!opened) return null;
  return sql`select ${sql.lit(object)} as object, g.* from (
    with m as materialized (
      select p.id, p.title, p.status, p.school_id, p.submitted_at,
        case when ${code} then 0 when ${title} then 1 else 2 end as way
      from search_entries p where p.object = ${sql.lit(object)} and (${code} or ${words})
      limit ${sql.lit(mostLooked + 1)}),
    o as materialized (select p.id, p.title, p.way from m p ${join} where ${opened})
    select ${hitsFrom(object, sql`select * from o order by way, id desc limit ${sql.lit(HITS)}`)} as hits,
      (select count(*)::int from o) as counted, (select count(*)::int from m) as looked,
      (select count(*)::int from m where way < 2) as titled) g`;
}
