import { type RawBuilder, sql } from 'kysely';
import { MOST_GROUPS, type RowGroup } from '../../domain/text/rules.ts';

type Sql = RawBuilder<unknown>;
type Words = readonly { readonly value: string; readonly label: string }[];

/** What rows are put together by. Rows without any value stand last. */
export interface Grouping {
  /** Of a row, as text: what the list's filter of the same name finds it by; null for rows without any. */
  readonly key: Sql;
  /** Of a row, the same for all of a group: groups stand in the order of it, then of their keys. */
  readonly order: Sql;
  readonly latestFirst: boolean;
  /** What a group is called, as an aggregate over the `key` and `label` of its rows; where nothing is, its key. */
  readonly called: Sql;
  /** Of a row, for `called`. */
  readonly label: Sql;
  /** Words of the domain instead of `called`. */
  readonly words: Words;
  /** What rows without any are called; the screen has words of its own for nothing. */
  readonly none: string;
}

const NONE = '';
const NULL = sql`null::text`;
const PLAIN = { latestFirst: false, called: NULL, label: NULL, words: [] };

const placeIn = (values: readonly string[], key: Sql): Sql =>
  sql`array_position(array[${sql.join(values.map(value => sql.lit(value)))}]::text[], ${key})`;

/** Groups called by words of the domain, in the order in which it has them. */
export const byWords = (key: Sql, words: Words): Grouping => ({
  ...{ ...PLAIN, key, words, none: NONE },
  order: placeIn(
    words.map(({ value }) => value),
    key,
  ),
});

/** Groups in the order of their names, which are found in each row; `none` is what rows without any are called. */
export const byName = (key: Sql, name: Sql, none = NONE): Grouping => ({
  ...{ ...PLAIN, key, none, label: name },
  order: sql`plain(${name})`,
  called: sql`min(g.label)`,
});

/** Years or periods, called as they are, the latest first. */
export const byTime = (key: Sql, none = NONE): Grouping => ({
  ...{ ...PLAIN, key, none, order: key },
  latestFirst: true,
});

/** Groups of few known values in their order, called by what `nameOf` finds of one. */
export const byLookup = (key: Sql, values: readonly string[], nameOf: (key: Sql) => Sql): Grouping => ({
  ...{ ...PLAIN, key, none: NONE },
  order: placeIn(values, key),
  called: nameOf(sql`g.key`),
});

/** What rows are ordered by before anything else. */
export const groupOrder = ({ key, order, latestFirst }: Grouping): Sql[] => [
  sql`${order}${latestFirst ? sql` desc` : sql``} nulls last`,
  sql`${key} nulls last`,
];

interface Paged {
  readonly page: number;
  readonly size: number;
}

/**
 * Groups of `rows` (a source with its conditions) in a statement: `first` before its `select`, `total` and `groups` in
 * it. Told of more than `MOST_GROUPS` are those of the page alone.
 */
export function groupsIn(
  { key, order, latestFirst, called, label }: Grouping,
  rows: Sql,
  { page, size }: Paged,
): { first: Sql; total: Sql; groups: Sql } {
  const begin = (page - 1) * size;
  const direction = latestFirst ? sql` desc` : sql``;
  return {
    // The key is named before it is grouped by: two values of a statement are never known to be the same.
    first: sql`with counted as (
      select key, min(place) as place, ${called} as label, count(*) as n
      from (select ${key} as key, ${order} as place, ${label} as label from ${rows}) g group by key),
    placed as (
      select key, label, n, sum(n) over (order by place${direction} nulls last, key nulls last) - n as "from" from counted)`,
    total: sql`(select coalesce(sum(n), 0)::int from counted)`,
    groups: sql`coalesce((
      select json_agg(json_build_object('key', key, 'label', label, 'from', "from", 'count', n) order by "from")
      from placed where (select count(*) from counted) <= ${sql.lit(MOST_GROUPS)}
        or "from" < ${begin + size} and "from" + n > ${begin}), '[]')`,
  };
}

/** A group as the statement answers it. */
export type CountedGroup = Omit<RowGroup, 'label'> & { readonly label: string | null };

export const nameGroups = ({ words, none }: Grouping, groups: readonly CountedGroup[]): RowGroup[] =>
  groups.map(({ label, ...group }) => {
    const { key } = group;
    const word = words.find(({ value }) => value === key)?.label;
    return { ...group, label: key === null ? none : (word ?? label ?? key) };
  });
