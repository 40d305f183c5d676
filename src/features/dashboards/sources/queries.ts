import { sql } from 'kysely';
import { among, lit } from '../../../db/states.ts';
import { COUNTED_GROUPS } from '../../../domain/execution/people.ts';
import type { FigureName, RowsBy } from '../../../domain/figures/figures.ts';
import { STAGE_STATUSES, STAGES } from '../../../domain/figures/rows.ts';
import type { Scope } from '../../../domain/figures/scopes.ts';
import { TERM_NAMES, type TermName } from '../../../domain/figures/score.ts';
import type { Total } from '../../../domain/figures/totals.ts';
import { AWARDED, isFinal, REVIEWED, STARTED, type Status } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { BUDGET_SOURCES } from '../../../domain/sections/budget.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import { isTurnNow } from '../../project-record/turns/queries.ts';
import { type Condition, waitsForReviewer } from '../../project-record/visibility/queries.ts';

type Values = Readonly<Record<string, Condition>>;

/** What a project itself says, as text: the column of `p` that it is read from, and how. */
export const KEYS = {
  status: { column: 'status', of: (column: Condition) => column },
  kind: { column: 'kind', of: (column: Condition) => column },
  period: { column: 'period', of: (column: Condition) => column },
  school: { column: 'school_id', of: (column: Condition) => sql`${column}::text` },
  faculty: {
    column: 'school_id',
    of: (column: Condition) => sql`(select k.faculty_id::text from schools k where k.id = ${column})`,
  },
  call: { column: 'call_id', of: (column: Condition) => sql`${column}::text` },
} as const satisfies Partial<Record<RowsBy, { column: string; of: (column: Condition) => Condition }>>;
export type Key = keyof typeof KEYS;

/** Of an item: what it has of a key, or what a source says by itself. */
export const keyIn = (key: Key | Condition): Condition =>
  typeof key === 'string' ? KEYS[key].of(sql.ref(`p.${KEYS[key].column}`)) : key;

/** What a figure is made of: items of the projects `p`, each with the key of its row and a value of each measure. */
export type Source = {
  /** What of a project is looked at besides its row: its facts `f`, the stages it `came` to. */
  readonly beside?: readonly Beside[];
  /** Other tables that are joined to `p`. */
  readonly joins?: Condition;
  readonly where?: Condition;
  /** What an item is told apart by, as text; its project, where it is one. */
  readonly id?: Condition;
  /** What it is called besides its project, as text. */
  readonly name?: Condition;
  /** An item may be found several times; within a row it is counted once, by this. */
  readonly once?: Condition;
} & (
  | { readonly row: Key | Condition; readonly across?: Key; readonly measures: Values }
  /** Each project has something for several rows; none where all of it is null or 0. */
  | { readonly cells: Readonly<Record<string, Values>> }
);

/** Statuses to which a project came, by the stages that they are of: all of its steps are looked at once. */
const CAME = sql`join lateral (select ${sql.join(
  Object.entries(STAGE_STATUSES).map(
    ([stage, statuses]) => sql`bool_or(x.status in ${among(statuses)}) as ${sql.ref(stage)}`,
  ),
)} from project_steps x where x.project_id = p.id) came on true`;
/** One row for each project. */
export const BESIDE = { facts: sql`join project_facts f on f.project_id = p.id`, came: CAME };
export type Beside = keyof typeof BESIDE;

interface Reader {
  readonly actor: Actor;
  readonly scope: Scope;
}

const ONE = sql`1`;
const COUNT = { projects: ONE };

const DIRECT = { expected: sql`f.expected_direct`, actual: sql`f.actual_direct` };
const MONEY = { asked: sql`p.amount_requested`, awarded: sql`p.amount_awarded` };
const HAS_MONEY = sql`(p.amount_requested is not null or p.amount_awarded is not null)`;
const INDICATORS = {
  reached: sql`f.indicators_reached`,
  below: sql`f.indicators_measured - f.indicators_reached`,
  unmeasured: sql`f.indicators - f.indicators_measured`,
};
const HAS_INDICATORS = sql`f.indicators > 0`;
const OVERDUE = sql`p.due_at < now() and ${isTurnNow}`;

const ofGroups: Readonly<Record<string, Values>> = Object.fromEntries(
  COUNTED_GROUPS.map(group => [
    group,
    { expected: sql.ref(`f.expected_${group}`), actual: sql.ref(`f.actual_${group}`) },
  ]),
);
const ofSources: Readonly<Record<string, Values>> = Object.fromEntries(
  BUDGET_SOURCES.map(({ value }) => [
    value,
    { planned: sql.ref(`f.planned_${value}`), spent: sql.ref(`f.spent_${value}`) },
  ]),
);

const inStatus = (statuses: readonly Status[]): Values => ({
  value: sql`case when p.status in ${among(statuses)} then 1 end`,
});
const IS_AWARDED = sql`p.status in ${among(AWARDED)}`;
/** A project that has none of it is no part of the list. */
const ofTotals: Readonly<Record<Total, Values>> = {
  reviewed: inStatus(REVIEWED.filter(status => !AWARDED.includes(status))),
  approved: inStatus(['approved']),
  running: inStatus(STARTED.filter(status => !isFinal(status))),
  closed: inStatus(['closed']),
  overdue: { value: sql`case when ${OVERDUE} then 1 end` },
  people: { value: sql`case when ${IS_AWARDED} then nullif(f.actual_direct, 0) end` },
  indicators: { value: sql`case when ${IS_AWARDED} then nullif(f.indicators_reached, 0) end` },
  awarded: { value: sql`case when ${IS_AWARDED} then nullif(p.amount_awarded, 0) end` },
};

const IS_STARTED = sql`p.status in ${among(STARTED)}`;
const HAS_DUE = sql`p.due_at is not null and p.status in ${among(AWARDED.filter(s => !isFinal(s)))}`;
const IS_OVER = sql`${IS_STARTED} and p.end_date < day_in_chile(now())`;
const HAS_TARGETS = sql`${IS_STARTED} and f.indicators > 0`;
const EXPECTS = sql`${IS_STARTED} and f.expected_direct > 0`;
/** The project counts for the term where the first holds, and fulfils it where the other one does. */
const share = (counts: Condition, fulfils: Condition) => ({
  part: sql`case when ${counts} then case when ${fulfils} then 1 else 0 end end`,
  whole: sql`case when ${counts} then 1 end`,
});
/** Part and whole of each term, of an awarded project; null where it has nothing to count. */
const ofTerms: Readonly<Record<TermName, { readonly part: Condition; readonly whole: Condition }>> = {
  people: {
    part: sql`case when ${EXPECTS} then least(coalesce(f.actual_direct, 0), f.expected_direct) end`,
    whole: sql`case when ${EXPECTS} then f.expected_direct end`,
  },
  indicators: {
    part: sql`case when ${HAS_TARGETS} then f.indicators_reached end`,
    whole: sql`case when ${HAS_TARGETS} then f.indicators end`,
  },
  partners: share(sql`true`, sql`p.id in (select l.project_id from project_partners l)`),
  activities: share(IS_STARTED, sql`f.activities > 0`),
  finished: share(IS_OVER, sql`p.status = ${lit.status('closed')}`),
  punctual: share(HAS_DUE, sql`p.due_at >= now()`),
};
const SCORES = Object.fromEntries(
  TERM_NAMES.flatMap(name => [
    [`${name}_part`, ofTerms[name].part],
    [`${name}_whole`, ofTerms[name].whole],
  ]),
);

const cameTo = (stage: keyof typeof STAGES): Condition =>
  stage === 'received' ? ONE : sql`case when ${sql.ref(`came.${stage}`)} then 1 end`;
const ofStages: Readonly<Record<string, Values>> = Object.fromEntries(
  keysOf(STAGES).map(stage => [stage, { projects: cameTo(stage) }]),
);

// `extract` would count in decimals, which takes three times as long.
const days = (from: Condition, to: Condition) => sql`date_part('epoch', ${to} - ${from}) / 86400`;

const STEPS: Source = {
  joins: sql`join project_steps x on x.project_id = p.id`,
  where: sql`x.left_at is not null and x.due_at is not null and x.status in ${among([...REVIEWED, 'returned'])}`,
  id: sql`p.id || ' ' || x.entered_at`,
  name: sql`to_char(x.entered_at at time zone 'America/Santiago', 'DD-MM-YYYY') || ' – '
    || to_char(x.left_at at time zone 'America/Santiago', 'DD-MM-YYYY')`,
  row: sql`x.status`,
  measures: {
    taken: days(sql`x.entered_at`, sql`x.left_at`),
    allowed: days(sql`x.entered_at`, sql`x.due_at`),
  },
};

/** Each act is opened once, not once for each of its projects: `offset 0` keeps it apart. */
const AWARDS = sql`join (
  select a.call_id, a.number, x ->> 'code' as code, x ->> 'line' as line, (x ->> 'score')::float8 as score
  from call_acts a cross join lateral jsonb_array_elements(a.facts -> 'rows') x
  where x ->> 'result' = 'award' and jsonb_typeof(x -> 'score') = 'number' offset 0) a
  on a.call_id = p.call_id and a.code = p.code`;

/** Of an own list it is all of the reader's; the office arranges those of projects in which it has no part. */
const reviewsOf = ({ actor, scope }: Reader): Pick<Source, 'joins' | 'where' | 'id' | 'name'> => ({
  // All at once: looked up for each project they would take far longer.
  joins: sql`join (select * from reviews where ${scope === 'reviews' ? sql`user_id = ${actor.id}` : sql`true`} offset 0) r
    on r.project_id = p.id join users u on u.id = r.user_id`,
  ...(scope === 'all' && { where: freeOf(actor) }),
  id: sql`r.id::text`,
  name: scope === 'reviews' ? sql`''` : sql`u.name`,
});
const IS_DONE = sql`r.state = ${lit.review('confirmed')}`;
const IS_WAITING = sql`(${waitsForReviewer} and p.status = ${lit.status('evaluation')})`;
const one = (condition: Condition) => sql`case when ${condition} then 1 else 0 end`;

/** Sources whose rows depend on who reads them are made for the reader. */
type Sources = Readonly<Record<FigureName, Source | ((reader: Reader) => Source)>>;

export const SOURCES: Sources = {
  totals: { beside: ['facts'], cells: ofTotals },
  projects_by_status: { row: 'status', measures: COUNT },
  projects_by_kind: { row: 'kind', measures: COUNT },
  projects_by_period: { row: 'period', measures: COUNT },
  projects_by_faculty: { row: 'faculty', measures: COUNT },
  projects_by_school: { row: 'school', measures: COUNT },
  units_by_period: { row: 'faculty', across: 'period', measures: COUNT },
  people_by_group: { beside: ['facts'], cells: ofGroups },
  people_by_period: { beside: ['facts'], row: 'period', measures: DIRECT },
  people_by_faculty: { beside: ['facts'], row: 'faculty', measures: DIRECT },
  partners_by_type: {
    joins: sql`join project_partners l on l.project_id = p.id join organisations g on g.id = l.organisation_id
      join organisations o on o.id = g.canonical_id`,
    id: sql`o.id::text`,
    name: sql`o.name`,
    once: sql`o.id`,
    row: sql`o.type`,
    measures: { partners: ONE },
  },
  projects_by_goal: {
    joins: sql`join project_goals g on g.project_id = p.id`,
    row: sql`g.goal::text`,
    measures: COUNT,
  },
  projects_by_comuna: {
    joins: sql`join project_comunas c on c.project_id = p.id`,
    row: sql`c.comuna_code`,
    measures: COUNT,
  },
  projects_by_region: {
    joins: sql`join project_comunas c on c.project_id = p.id join comunas k on k.code = c.comuna_code`,
    id: sql`p.id || ' ' || k.region_code`,
    once: sql`p.id`,
    row: sql`k.region_code`,
    measures: COUNT,
  },
  money_by_period: { where: HAS_MONEY, row: 'period', measures: MONEY },
  money_by_faculty: { where: HAS_MONEY, row: 'faculty', measures: MONEY },
  budget_by_source: { beside: ['facts'], cells: ofSources },
  fund_by_period: {
    beside: ['facts'],
    where: sql`p.amount_awarded is not null`,
    row: 'period',
    measures: {
      awarded: MONEY.awarded,
      paid: sql`f.paid`,
      spent: sql`f.spent_fund`,
      returned: sql`f.returned`,
    },
  },
  days_by_step: STEPS,
  overdue_by_step: { where: OVERDUE, row: 'status', measures: COUNT },
  overdue_by_faculty: { where: OVERDUE, row: 'faculty', measures: COUNT },
  indicators_by_kind: { beside: ['facts'], where: HAS_INDICATORS, row: 'kind', measures: INDICATORS },
  indicators_by_faculty: {
    beside: ['facts'],
    where: HAS_INDICATORS,
    row: 'faculty',
    measures: INDICATORS,
  },
  funnel: {
    beside: ['came'],
    where: sql`p.call_id is not null and p.submitted_at is not null`,
    cells: ofStages,
  },
  cutoffs: ({ actor }) => ({
    joins: AWARDS,
    where: freeOf(actor),
    id: sql`p.id || ' ' || a.number`,
    name: sql`a.line`,
    row: sql`p.call_id || ' ' || a.line`,
    measures: { score: sql`a.score` },
  }),
  money_by_call: {
    where: sql`p.call_id is not null and ${HAS_MONEY}`,
    row: 'call',
    measures: MONEY,
  },
  reviews_by_state: reader => ({ ...reviewsOf(reader), row: sql`r.state`, measures: { reviews: ONE } }),
  reviews_by_call: reader => ({
    ...reviewsOf(reader),
    row: 'call',
    measures: {
      done: one(IS_DONE),
      waiting: one(sql`${IS_WAITING} and coalesce(r.due_at >= now(), true)`),
      overdue: one(sql`${IS_WAITING} and r.due_at < now()`),
    },
  }),
  score_terms: { beside: ['facts'], cells: ofTerms },
  score_by_faculty: { beside: ['facts'], row: 'faculty', measures: SCORES },
  score_by_school: { beside: ['facts'], row: 'school', measures: SCORES },
  score_by_period: { beside: ['facts'], row: 'period', measures: SCORES },
};

export const sourceOf = (name: FigureName, reader: Reader): Source => {
  const source = SOURCES[name];
  return typeof source === 'function' ? source(reader) : source;
};
