import { sql } from 'kysely';
import { matchesWords } from '../../../db/words.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { periodsIn } from '../../../domain/kit/periods.ts';
import { sameAs } from '../../organisations/queries.ts';
import { isTurnNow } from '../../project-record/turns/queries.ts';
import { type Condition, heldBy, ledBy, oneOf, type Part } from '../../project-record/visibility/queries.ts';
import { VACANT_STEP } from '../../workflow/holders/queries.ts';
import type { listProjects } from '../contract.ts';

export type Paged = QueryOf<typeof listProjects>;
export type ProjectFilters = Partial<Paged>;

const inTable = (table: string, column: string, value: unknown) =>
  sql`p.id in (select project_id from ${sql.table(table)} where ${sql.ref(column)} = ${value})`;

type Narrowing = Omit<ProjectFilters, 'page' | 'size' | 'sort' | 'status' | 'group' | 'details'>;
export type FilterName = keyof Narrowing;
type Conditions = {
  readonly [K in FilterName]: (value: NonNullable<Narrowing[K]>, actor: Actor) => Condition | null;
};

const waitsFor = (actor: Actor) => sql`(${heldBy(actor.id, isAdmin(actor))} and ${isTurnNow})`;
/** Ids of what waits for this reader, as a query: few among all projects. */
export const waitingOf = (actor: Actor): Condition =>
  sql`select p.id from projects p where ${waitsFor(actor)}`;

/** What each filter asks of `p`; null where its value asks nothing. Statuses decide who may see what: `visible`. */
const CONDITIONS: Conditions = {
  kind: kinds => oneOf(sql`p.kind`, kinds),
  school: id => sql`p.school_id = ${id}`,
  faculty: id => sql`p.school_id in (select id from schools where faculty_id = ${id})`,
  period: given => oneOf(sql`p.period`, periodsIn(given)),
  region: code =>
    sql`p.id in (select project_id from project_comunas pc join comunas c on c.code = pc.comuna_code
                 where c.region_code = ${code})`,
  comuna: code => inTable('project_comunas', 'comuna_code', code),
  goal: goal => inTable('project_goals', 'goal', goal),
  theme: id => sql`p.theme_id = ${id}`,
  partner: id =>
    sql`p.id in (select project_id from project_partners where organisation_id in ${sameAs(id)})`,
  lead: id => sql`p.lead_id = ${id}`,
  call: id => sql`p.call_id = ${id}`,
  vacant: is => (is ? VACANT_STEP : sql`not ${VACANT_STEP}`),
  overdue: is =>
    is
      ? sql`(p.due_at < now() and ${isTurnNow})`
      : sql`(p.due_at is null or p.due_at >= now() or not ${isTurnNow})`,
  mine: (is, actor) => (is ? ledBy(actor.id) : null),
  myTurn: (is, actor) => (is ? waitsFor(actor) : null),
  historic: is => (is ? sql`p.historic` : sql`not p.historic`),
  q: words => (words ? matchesWords({ code: sql`p.code`, words: sql`p.search` }, words) : null),
};

function conditionOf<K extends FilterName>(name: K, filters: Narrowing, actor: Actor): Condition | null {
  const value: Narrowing[K] = filters[name];
  return value === undefined || value === null ? null : CONDITIONS[name](value, actor);
}

export const conditionsOf = (filters: Narrowing, actor: Actor): Condition[] =>
  keysOf(CONDITIONS)
    .map(name => conditionOf(name, filters, actor))
    .filter(condition => condition !== null);

export const DEFAULT_ORDER: Order = { by: sql`p.updated_at desc, p.id`, of: sql`p.updated_at` };
const BY_DUE: Order = { by: sql`p.due_at, p.id`, of: sql`p.due_at` };
const LAST_DUE: Order = { by: sql`p.due_at desc nulls last, p.id`, of: sql`p.due_at` };
/** An order with the columns it looks at besides `id`. */
export const ORDERS: Record<Paged['sort'], Order> = {
  updated: { by: sql`p.updated_at, p.id desc`, of: sql`p.updated_at` },
  '-updated': DEFAULT_ORDER,
  code: { by: sql`p.code`, of: sql`p.code` },
  '-code': { by: sql`p.code desc`, of: sql`p.code` },
  title: { by: sql`plain(p.title), p.id`, of: sql`p.title` },
  '-title': { by: sql`plain(p.title) desc, p.id desc`, of: sql`p.title` },
  status: { by: sql`p.status, p.updated_at desc, p.id`, of: sql`p.status, p.updated_at` },
  '-status': { by: sql`p.status desc, p.updated_at, p.id desc`, of: sql`p.status, p.updated_at` },
  since: { by: sql`p.status_since, p.id desc`, of: sql`p.status_since` },
  '-since': { by: sql`p.status_since desc, p.id`, of: sql`p.status_since` },
  due: BY_DUE,
  '-due': LAST_DUE,
  turn: { ...BY_DUE, waiting: 'first' },
  '-turn': { ...LAST_DUE, waiting: 'last' },
};
export interface Order {
  readonly by: Condition;
  readonly of: Condition;
  /** Where what waits for the reader stands, whatever `by` says. */
  readonly waiting?: 'first' | 'last';
}

/** All of an order in one expression, which no index has where something waits; `ids` are those of `waitingOf`. */
export const wholeOrder = ({ by, waiting }: Order, ids: Condition): Condition =>
  waiting ? sql`(p.id in (${ids})) ${waiting === 'first' ? sql`desc` : sql`asc`}, ${by}` : by;

export interface Asked {
  readonly actor: Actor;
  /** Conditions on `p` that share no row: what any of them meets is found, if it meets all of `conditions` too. */
  readonly parts: readonly Part[];
  readonly conditions: readonly Condition[];
  /** Whether one of the conditions looks for words. */
  readonly words: boolean;
  /** Whether one of them takes long for each row. */
  readonly costly: boolean;
  readonly order: Order;
  /** What is read of each row of the page. */
  readonly row: Condition;
  readonly size: number;
  readonly skip: number;
}

/** Filters that cost more than to keep what they find. */
export const COSTLY: readonly FilterName[] = ['q', 'overdue', 'vacant', 'myTurn'];

/** Lists only what the reader leads or holds. */
export const isOwn = ({ mine, myTurn }: ProjectFilters): boolean => mine === true || myTurn === true;
