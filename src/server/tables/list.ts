import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { type Actor, headedSchools, isAdmin } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import type { RowGroup } from '../../domain/text/rules.ts';
import { type CountedGroup, type Grouping, groupOrder, groupsIn, nameGroups } from './groups.ts';

type Sql = RawBuilder<unknown>;

/** How rows of a noun are read: `from` alone decides which rows, `joins` and `select` what is shown of them. */
interface Source {
  readonly from: Sql;
  readonly joins?: Sql;
  readonly select: Sql;
  /** Unique column that makes the order total. */
  readonly key: Sql;
}

type Paging = { sort: string; page: number; size: number; group?: string | undefined };
/** Sort keys of a query of `listQuery`: without those of the other direction. */
type SortKey<Query extends Paging> = Exclude<Query['sort'], `-${string}`>;
type GroupName<Query extends Paging> = Exclude<Query['group'], undefined>;

/** A source whose rows are listed as `Query` asks. */
export interface View<Query extends Paging> extends Source {
  /** Expressions of each sort key of the contract. */
  readonly sorts: Readonly<Record<SortKey<Query>, Sql | readonly Sql[]>>;
  /** Sort keys of which some rows have no value; those rows stand last in both directions. */
  readonly sparse?: readonly SortKey<Query>[];
  /** What its rows are put together by, of each name in `groupedBy` of the contract. */
  readonly groups?: Readonly<Record<GroupName<Query>, Grouping>>;
}

const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** What the query has its rows put together by; a list without groups may have a filter of that name. */
const groupingOf = ({ groups }: View<Paging>, { group }: Paging): Grouping | undefined =>
  group === undefined ? undefined : groups?.[group];

function orderOf(view: View<Paging>, query: Paging): Sql {
  const { sorts, sparse = [], key } = view;
  const descending = query.sort.startsWith('-');
  const name = descending ? query.sort.slice(1) : query.sort;
  const direction = descending ? sql` desc` : sql` asc`;
  // Spelled out only where needed: an index is read backwards without it.
  const nulls = descending && sparse.includes(name) ? sql` nulls last` : sql``;
  const by = [sorts[name] ?? []].flat().map(expression => sql`${expression}${direction}${nulls}`);
  const grouping = groupingOf(view, query);
  return sql.join([...(grouping ? groupOrder(grouping) : []), ...by, sql`${key}${direction}`]);
}

interface Page<Row> {
  rows: Row[];
  total: number;
  groups?: RowGroup[];
}

/** A page with its groups and the exact total in one round trip, also for a page past the end. */
async function listPage<Row>(
  db: Database,
  view: View<Paging>,
  where: readonly Sql[],
  query: Paging,
): Promise<Page<Row>> {
  const order = orderOf(view, query);
  const source = sql`${view.from} ${view.joins ?? sql``}`;
  const grouping = groupingOf(view, query);
  const { first, total, groups } = grouping
    ? groupsIn(grouping, sql`${source} where ${allOf(where)}`, query)
    : {
        first: sql``,
        total: sql`(select count(*)::int from ${view.from} where ${allOf(where)})`,
        groups: sql`null::json`,
      };
  // The page's keys first, so that what is shown is worked out for its rows alone, however far back they are.
  const result = await sql<{ rows: Row[]; total: number; groups: CountedGroup[] | null }>`
    ${first} select ${total} as total, ${groups} as groups,
      coalesce((select json_agg(r) from (
        select ${view.select} from ${source}
        where ${view.key} = any(array(
          select ${view.key} from ${source} where ${allOf(where)}
          order by ${order} limit ${query.size} offset ${(query.page - 1) * query.size}))
        order by ${order}
      ) r), '[]') as rows
  `.execute(db);
  const [found] = result.rows;
  if (!found) throw new Error('list answered no row');
  const { groups: counted, ...page } = found;
  return grouping ? { ...page, groups: nameGroups(grouping, counted ?? []) } : page;
}

/**
 * Rows of a query whose column `row` is JSON, a batch at a time from a cursor of this transaction, which has one at a
 * time.
 */
export async function* fetchRows<Stored>(tx: Database, query: Sql): AsyncGenerator<Stored[]> {
  await sql`declare list no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ row: Stored }>`fetch ${sql.lit(BATCH)} from list`.execute(tx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await sql`close list`.execute(tx);
}
const BATCH = 500;

/**
 * The same from a transaction of its own: memory stays flat, and what is written meanwhile changes nothing. Each batch
 * is shown on the same connection.
 */
export async function* cursorRows<Stored, Row>(
  db: Database,
  query: Sql,
  shown: (rows: Stored[], db: Database) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const tx = await db.startTransaction().setAccessMode('read only').execute();
  try {
    for await (const rows of fetchRows<Stored>(tx, query)) yield await shown(rows, tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** A list as its readers ask for it: a page for the screen, or all rows for a file, from the same conditions. */
export interface List<Query, Row> {
  page(db: Database, actor: Actor, query: Query): Promise<Page<Row>>;
  rows(db: Database, actor: Actor, query: Query): AsyncGenerator<readonly Row[]>;
}

type Conditions<Query> = (
  actor: Actor,
  query: Query,
  db: Database,
) => readonly Sql[] | Promise<readonly Sql[]>;
type Shown<Stored, Row> = (rows: Stored[], actor: Actor, db: Database) => Row[] | Promise<Row[]>;

/** `conditions` decide what the reader may see and asked for; `shown` completes or hides parts of the rows read. */
export function listOf<Query extends Paging, Row>(
  view: View<Query>,
  conditions: Conditions<Query>,
): List<Query, Row>;
export function listOf<Query extends Paging, Row, Stored = Row>(
  view: View<Query>,
  conditions: Conditions<Query>,
  shown: Shown<Stored, Row>,
): List<Query, Row>;
export function listOf<Query extends Paging, Row>(
  view: View<Query>,
  conditions: Conditions<Query>,
  shown: Shown<Row, Row> = rows => rows,
): List<Query, Row> {
  return {
    async page(db, actor, query) {
      const page = await listPage<Row>(db, view, await conditions(actor, query, db), query);
      return { ...page, rows: await shown(page.rows, actor, db) };
    },
    async *rows(db, actor, query) {
      const where = allOf(await conditions(actor, query, db));
      const rows = sql`select to_json(r) as row from (
        select ${view.select} from ${view.from} ${view.joins ?? sql``} where ${where}
        order by ${orderOf(view, query)}) r`;
      yield* cursorRows<Row, Row>(db, rows, (batch, tx) => shown(batch, actor, tx));
    },
  };
}

/** The one row that fulfils all conditions; refused as not found where there is none. */
export async function findRow<Row>(db: Database, source: Source, where: readonly Sql[]): Promise<Row> {
  // As JSON, so that instants and nested rows look the same as in a list.
  const result = await sql<{ row: Row }>`
    select to_json(r) as row from (
      select ${source.select} from ${source.from} ${source.joins ?? sql``} where ${allOf(where)} limit 1
    ) r
  `.execute(db);
  const [found] = result.rows;
  if (!found) throw notFound();
  return found.row;
}

/**
 * Every word of `q` somewhere in a `search` column (or other plain text); accents and capitals do not matter. `rest` is
 * what may follow a word.
 */
export const matching = (column: string | Sql, q: string | undefined, rest = sql`'%'`): Sql[] =>
  (q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map(
      word =>
        sql`${typeof column === 'string' ? sql.ref(column) : column} like '%' || plain(${word.replace(/[\\%_]/g, String.raw`\$&`)}) || ${rest}`,
    );

/** `column = value`, unless nothing was asked. */
export const equal = (column: string, value: string | undefined): Sql[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];

export const activeIs = (column: string, state: 'active' | 'inactive' | undefined): Sql[] =>
  state === undefined ? [] : [sql`${sql.ref(column)} = ${state === 'active'}`];

/** Whether `condition` holds, unless nothing was asked. */
export const holds = (condition: Sql, asked: boolean | undefined): Sql[] =>
  asked === undefined ? [] : [asked ? condition : sql`not ${condition}`];

/** Rows whose school belongs to a faculty, unless nothing was asked. */
export const ofFaculty = (column: string, faculty: string | undefined): Sql[] =>
  faculty === undefined
    ? []
    : [sql`${sql.ref(column)} in (select id from schools where faculty_id = ${faculty})`];

const oneOf = (column: string, ids: readonly string[]): Sql => sql`${sql.ref(column)} = any(${ids}::uuid[])`;

/** Admin sees every row; a Director or Dean those whose `column` is a unit that they head. */
export const inHeadedUnits = (actor: Actor, column: string, units: readonly string[]): Sql[] =>
  isAdmin(actor) ? [] : [oneOf(column, units)];

/** The same where `column` is a school: a Dean heads those of the faculty too. */
export const inHeadedSchools = (actor: Actor, column: string): Sql[] =>
  inHeadedUnits(actor, column, headedSchools(actor));

/** The columns behind `lastChange` of the contracts. */
export const lastChangeOf = (alias: string): Sql => sql`
  ${sql.ref(`${alias}.updated_at`)} as "updatedAt",
  (select by.name from users by where by.id = ${sql.ref(`${alias}.updated_by`)}) as "updatedBy"`;
