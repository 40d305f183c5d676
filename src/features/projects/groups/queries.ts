import { sql } from 'kysely';
import { type Database, PLANNED_ANEW } from '../../../db/pool.ts';
import { KIND_SLUGS, type KindSlug } from '../../../domain/kinds/slugs.ts';
import { STATUSES, type Status, statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { MOST_GROUPS, type RowGroup } from '../../../domain/text/rules.ts';
import { currentKind } from '../../kinds/queries.ts';
import { rowJoins, type StoredRow } from '../../project-record/rows/queries.ts';
import { all, type Condition } from '../../project-record/visibility/queries.ts';
import { type Asked, ORDERS, type Order, type Paged, waitingOf, wholeOrder } from '../filters/queries.ts';

type Group = NonNullable<Paged['group']>;

/** What rows are put together by: what each has of it, and where those of one key stand among the others. */
interface Grouping {
  /** Of `p`, and of `s`, its school. */
  readonly key: Condition;
  /** What the key is called, where the database knows. */
  readonly name: (key: Condition) => Condition;
  readonly place: (key: Condition, name: Condition) => Condition;
}

/** In the order of the program, which has their names as well. */
const listed = (column: Condition, values: readonly string[]): Grouping => ({
  key: column,
  name: () => sql`null`,
  place: key => sql`array_position(array[${sql.join(values.map(value => sql.lit(value)))}], ${key})`,
});
const named = (key: Condition, table: string): Grouping => ({
  key,
  name: of => sql`(select n.name from ${sql.table(table)} n where n.id = ${of})`,
  place: (of, name) => sql`plain(${name}), ${of}`,
});

const GROUPINGS: Readonly<Record<Group, Grouping>> = {
  status: listed(sql`p.status`, STATUSES),
  kind: listed(sql`p.kind`, KIND_SLUGS),
  school: named(sql`p.school_id`, 'schools'),
  faculty: named(sql`s.faculty_id`, 'faculties'),
  period: { key: sql`p.period`, name: key => key, place: key => sql`${key} desc` },
  lead: named(sql`p.lead_id`, 'users'),
  theme: named(sql`p.theme_id`, 'themes'),
  call: named(sql`p.call_id`, 'calls'),
};

/** The order of a whole list, groups included, for a statement that has `rowJoins`. */
export function orderOf({ sort, group }: Pick<Paged, 'sort' | 'group'>, actor: Actor): { by: Condition } {
  const order = wholeOrder(ORDERS[sort], waitingOf(actor));
  if (!group) return { by: order };
  const { key, name, place } = GROUPINGS[group];
  return { by: sql`${key} is null, ${place(key, name(key))}, ${order}` };
}

/** Of `p` and `s`: what its groups are known by, and what its order looks at. */
const seenColumns = ({ key }: Grouping, { of }: Order) => sql`p.id, ${key} as key, ${of}`;

/** Everything the reader may see under these conditions, each part by its own index. */
const seenOf = (grouping: Grouping, { parts, conditions, order }: Asked) =>
  sql.join(
    parts.map(
      part => sql`select ${seenColumns(grouping, order)}
        from projects p left join schools s on s.id = p.school_id where ${all([part.where, ...conditions])}`,
    ),
    sql` union all `,
  );

/** Groups with their place, the rows before them and their own. */
const rankedOf = ({ name, place }: Grouping) => sql`
  select k.*, row_number() over w as place, (sum(k.count) over w - k.count)::int as start
  from (select c.key, ${name(sql`c.key`)} as name, c.count
        from (select key, count(*)::int as count from seen group by key) c) k
  window w as (order by k.key is null, ${place(sql`k.key`, sql`k.name`)})`;

/**
 * The page: sorted are only rows of groups that it shows some of. Rows without a key are looked for apart, and only
 * where they are shown, so that those of a key are found by its index.
 */
function pageOf({ order, row, size, skip }: Asked): Condition {
  const by = wholeOrder(order, sql`select id from waiting`);
  return sql`coalesce((
    select json_agg(${row} order by i.place, ${by})
    from (select p.id, p.place from (
            select p.*, h.place from seen p join hit h on h.key = p.key
            union all
            select p.*, (select place from hit where key is null) as place
            from seen p where p.key is null and (select true from hit where key is null)) p
          order by p.place, ${by} limit ${sql.lit(size)}
          offset ${sql.lit(skip)} - coalesce((select min(start) from hit), 0)) i
      join projects p on p.id = i.id ${rowJoins}), '[]')`;
}

interface Found {
  readonly total: number;
  readonly groups: readonly (readonly [
    key: string | null,
    name: string | null,
    from: number,
    count: number,
  ])[];
  readonly rows: StoredRow[];
}

function statementOf(group: Group, asked: Asked) {
  const grouping = GROUPINGS[group];
  const { actor, order, size, skip, costly } = asked;
  const isHit = sql`start < ${sql.lit(skip + size)} and start + count > ${sql.lit(skip)}`;
  return sql<Found>`${PLANNED_ANEW} with ${order.waiting ? sql`waiting as materialized (${waitingOf(actor)}),` : sql``}
    seen as ${costly ? sql`` : sql`not`} materialized (${seenOf(grouping, asked)}),
    ranked as materialized (${rankedOf(grouping)}),
    hit as materialized (select * from ranked where ${isHit})
    select coalesce((select sum(count) from ranked), 0)::int as total, ${pageOf(asked)} as rows,
      coalesce((select json_agg(json_build_array(key, name, start, count) order by place) from ranked
        where (select count(*) from ranked) <= ${sql.lit(MOST_GROUPS)} or ${isHit}), '[]') as groups`;
}

async function labelOf(db: Database, group: Group, key: string | null, name: string | null): Promise<string> {
  if (key === null) return '';
  if (group === 'status') return statusLabel(key as Status);
  if (group === 'kind') return (await currentKind(db, key as KindSlug)).definition.label;
  return name ?? '';
}

/** A page in groups with all that it says of the whole list, of one snapshot. */
export async function findGroups(
  db: Database,
  group: Group,
  asked: Asked,
): Promise<{ total: number; groups: RowGroup[]; rows: StoredRow[] }> {
  if (asked.parts.length === 0) return { total: 0, groups: [], rows: [] };
  const [found] = (await statementOf(group, asked).execute(db)).rows;
  if (!found) throw new Error('list answered no row');
  const groups = found.groups.map(async ([key, name, from, count]) => ({
    ...{ key, from, count },
    label: await labelOf(db, group, key, name),
  }));
  return { total: found.total, rows: found.rows, groups: await Promise.all(groups) };
}
