import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { kindLookup } from '../kinds/queries.ts';
import { rememberCounts, STAMP, type Stamped } from '../project-record/counts/queries.ts';
import { detailsJson } from '../project-record/details/queries.ts';
import { rowJoins, rowJson, rowWith, type StoredRow, showRow } from '../project-record/rows/queries.ts';
import {
  all,
  anyOf,
  type Condition,
  either,
  NEVER,
  type Part,
  visible,
} from '../project-record/visibility/queries.ts';
import type { listProjects } from './contract.ts';
import {
  type Asked,
  COSTLY,
  conditionsOf,
  DEFAULT_ORDER,
  type FilterName,
  isOwn,
  ORDERS,
  type Paged,
  type ProjectFilters,
  waitingOf,
} from './filters/queries.ts';
import { findGroups } from './groups/queries.ts';

/** A way to the rows: what `p` is, and what of the conditions is still to be looked for in it. */
interface Way {
  readonly with: readonly Condition[];
  readonly from: Condition;
  /** Where `p` is looked up by its id. */
  readonly source: Condition;
  readonly conditions: readonly Condition[];
  /** All parts in one look. */
  readonly atOnce: boolean;
}

const byIndexes = ({ conditions }: Asked): Way => ({
  ...{ with: [], from: sql`projects`, source: sql`projects`, conditions, atOnce: false },
});

/** Words are looked up once, for page and total alike. */
const byWords = ({ conditions }: Asked): Way => ({
  with: [
    sql`m as materialized (
      select p.id, p.code, p.title, p.status, p.status_since, p.due_at, p.updated_at, p.submitted_at, p.school_id
      from projects p where ${all(conditions)})`,
  ],
  ...{ from: sql`m`, source: sql`m`, conditions: [], atOnce: true },
});

/** Row by row in the order asked for, until the page is full; the offset keeps the planner from anything else. */
const inOrder = ({ conditions, order }: Asked): Way => ({
  ...{ with: [], source: sql`projects`, conditions, atOnce: true },
  from: sql`(select * from projects p order by ${order.by} offset 0)`,
});

const AMONG = sql`(select reltuples from pg_class where oid = 'projects'::regclass)`;

const sumOf = ({ from, conditions }: Way, wheres: readonly Condition[]) =>
  sql`(${sql.join(
    [
      sql`0`,
      ...wheres.map(where => sql`(select count(*) from ${from} p where ${all([where, ...conditions])})`),
    ],
    sql` + `,
  )})`;
/** What everybody of the reader's roles finds, what is hidden from the reader included. */
const sharedTotal = (way: Way, { parts }: Asked) =>
  sumOf(
    way,
    parts.flatMap(part => part.shared ?? []),
  );
/** What the reader finds besides but for `ownIds`, less what is hidden from them. */
const ownTotal = (way: Way, { parts }: Asked) => sql`(
  ${sumOf(
    way,
    parts.filter(part => !part.shared && !part.personal).map(part => part.where),
  )}
  - ${sumOf(
    way,
    parts.filter(part => part.shared).map(part => part.hidden),
  )})`;

const ownIds = ({ from, conditions }: Way, { parts }: Asked) => {
  const mine = parts.filter(part => part.personal).map(part => part.where);
  return sql`coalesce((select json_agg(p.id) from ${from} p where ${all([either(mine), ...conditions])}), '[]')`;
};

/** The same, with what is the reader's looked up by these ids instead of by who they are to each project. */
function recall(asked: Asked, ids: readonly string[]): Asked {
  const known = ids.length > 0 ? sql`p.id = any(array(select unnest(${[...ids]}::uuid[])))` : NEVER;
  const parts = asked.parts.map(part =>
    part.personal ? { ...part, where: all([known, part.shown]) } : part,
  );
  return { ...asked, parts };
}

/** What waits for the reader, or all else: one stands before the other, whatever the order says of each row. */
type Lane = 'waiting' | 'others';
const LANES: Readonly<Record<NonNullable<Asked['order']['waiting']>, readonly Lane[]>> = {
  first: ['waiting', 'others'],
  last: ['others', 'waiting'],
};

/** The rows `p` of a part, by way of the few that wait or past these. */
function foundIn(lane: Lane | null, { from, source, conditions }: Way, part: Pick<Part, 'where' | 'walked'>) {
  const where = all([part.where, ...conditions]);
  if (lane === 'waiting')
    return sql`(select p.* from waiting w join ${source} p on p.id = w.id where ${where} offset 0) p`;
  // Not as an array, which would be gone through for each row.
  const own = lane === 'others' ? sql`${where} and p.id not in (select id from waiting)` : where;
  return part.walked ? sql`${from} p where ${own}` : sql`(select * from ${from} p where ${own} offset 0) p`;
}

/**
 * The page as one JSON column: sorted in each part, then over all of them, and only its own rows are read whole.
 * Limits are written into the text: with a parameter the kept plan would prepare for thousands of rows and sort them
 * all. The offset of nothing keeps the planner from walking through everything until it has come across enough.
 */
function pageOf(way: Way, { parts, order, row, size, skip }: Asked): Condition {
  const each = way.atOnce ? [{ where: anyOf(parts), walked: true }] : parts;
  const lanes = order.waiting ? LANES[order.waiting] : [null];
  const firsts = lanes.flatMap((lane, n) =>
    each.map(
      part => sql`(select p.id, ${sql.lit(n)} as lane, ${order.of} from ${foundIn(lane, way, part)}
        order by ${order.by} limit ${sql.lit(skip + size)})`,
    ),
  );
  const lane = (of: Condition) => (order.waiting ? sql`${of}.lane, ` : sql``);
  return sql`coalesce((
    select json_agg(${row} order by ${lane(sql`i`)}${order.by})
    from (select p.id, p.lane from (${sql.join(firsts, sql` union all `)}) p
          order by ${lane(sql`p`)}${order.by} limit ${sql.lit(size)} offset ${sql.lit(skip)}) i
      join projects p on p.id = i.id ${rowJoins}), '[]')`;
}

function withOf(way: Way, { actor, order }: Asked): Condition {
  const waiting = order.waiting ? [sql`waiting as materialized (${waitingOf(actor)})`] : [];
  const tables = [...way.with, ...waiting];
  return tables.length > 0 ? sql`with ${sql.join(tables)}` : sql``;
}

/** The stamp under which was counted, and the number of projects there are, roughly: for words alone. */
interface Among extends Stamped {
  readonly among: number;
}
interface Counted extends Among {
  readonly total: number;
  /** Of what is the reader's, where these are few. */
  readonly ids?: readonly string[] | undefined;
}
/** What was counted; null what was known. */
interface Found extends Among {
  readonly shared: number | null;
  readonly own: number | null;
  readonly ids: string[] | null;
  readonly rows: StoredRow[];
}
/** Ids are kept for each reader and filter, so there are not to be many. */
const MOST_IDS = 100;
const totals = rememberCounts<Counted>();

/** With many hits the first page is near; with few, looking them all up costs less than searching for them. */
const isFrequent = ({ total, among }: Counted, { skip, size }: Asked) =>
  total * total > (skip + size) * among;

/** What a total may be remembered under: for this reader, and for all of the same roles; null where it may not. */
interface Keys {
  readonly own: string | null;
  readonly shared: string | null;
}

async function look(db: Database, asked: Asked, own?: Counted, shared?: Counted): Promise<Found> {
  const known = own ?? shared;
  const counting = asked.words ? byWords(asked) : byIndexes(asked);
  const paging = asked.words && known && isFrequent(known, asked) ? inOrder(asked) : counting;
  const adding = paging === counting ? counting : byIndexes(asked);
  const { rows } = await sql<Found>`${withOf(paging, asked)}
    select ${STAMP} as stamp, ${asked.words ? AMONG : sql`0`} as among, ${known ? sql`null::int` : sharedTotal(counting, asked)} as shared,
      ${own ? sql`null::int as own, null::json as ids` : sql`${ownTotal(adding, asked)} as own, ${ownIds(adding, asked)} as ids`},
      ${pageOf(paging, own?.ids ? recall(asked, own.ids) : asked)} as rows`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('list answered no row');
  return found;
}

/**
 * Page and exact total. Counting is what costs, so totals are kept with the stamp they were counted under, and looked
 * for anew as soon as the stamp of the page is another. The large part of a total is the same for all of a role: of a
 * thousand people it is counted for the first, and each adds the few that are only theirs.
 */
async function find(db: Database, asked: Asked, keys: Keys): Promise<{ total: number; rows: StoredRow[] }> {
  if (asked.parts.length === 0) return { rows: [], total: 0 };
  let [own, shared] = [totals.known(db, keys.own), totals.known(db, keys.shared)];
  for (;;) {
    const found = await look(db, asked, own, shared);
    const { stamp, among, rows, ids } = found;
    if (own?.stamp === stamp) return { rows, total: own.total };
    if (shared?.stamp !== stamp && found.shared === null) shared = undefined;
    else if (found.own !== null && ids) {
      const many = found.shared ?? shared?.total ?? 0;
      const total = many + found.own + ids.length;
      if (found.shared !== null) totals.keep(db, keys.shared, { stamp, among, total: many });
      totals.keep(db, keys.own, { stamp, among, total, ids: ids.length > MOST_IDS ? undefined : ids });
      return { rows, total };
    }
    own = undefined;
  }
}

/** Time passes, and these change, without moving the stamp. */
const UNSTAMPED: readonly FilterName[] = ['overdue', 'faculty', 'theme', 'call', 'vacant', 'myTurn'];

/** What is one's own is another's for nobody. */
function totalKeys(actor: Actor, { status, ...filters }: ProjectFilters, { parts }: Asked): Keys {
  if (UNSTAMPED.some(filter => filters[filter] !== undefined)) return { own: null, shared: null };
  const { id, roles, directs, headsSchools } = actor;
  const isShared = parts.some(part => part.shared);
  return {
    own: JSON.stringify([id, roles, directs, headsSchools, status, filters]),
    shared: isShared ? JSON.stringify([isAdmin(actor), status, filters]) : null,
  };
}

/** A page of what the reader may see, with the exact total, in one round trip; two after a change. */
export async function projectPage(
  db: Database,
  actor: Actor,
  query: ProjectFilters & Pick<Paged, 'page' | 'size' | 'sort'>,
): Promise<OutputOf<typeof listProjects>> {
  const { page, size, sort, group, details, ...filters } = query;
  const { status, ...others } = filters;
  const order = ORDERS[sort];
  const latest = order === DEFAULT_ORDER && !filters.q && !group;
  const asked: Asked = {
    actor,
    parts: visible(actor, status, { own: isOwn(filters), latest }),
    conditions: conditionsOf(others, actor),
    words: Boolean(filters.q),
    costly: COSTLY.some(filter => filters[filter] !== undefined),
    order,
    row: details ? rowWith(detailsJson(actor)) : rowJson,
    size,
    skip: (page - 1) * size,
  };
  const [{ rows, ...found }, kindOf] = await Promise.all([
    group ? findGroups(db, group, asked) : find(db, asked, totalKeys(actor, filters, asked)),
    kindLookup(db),
  ]);
  return { ...found, rows: rows.map(row => showRow(row, actor, kindOf)) };
}
