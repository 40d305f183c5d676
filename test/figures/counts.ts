import { shareReached } from '../../src/domain/drawings/reach.ts';
import { COUNTED, type CountedGroup } from '../../src/domain/execution/people.ts';
import type { FigureName } from '../../src/domain/figures/figures.ts';
import type { Scope } from '../../src/domain/figures/scopes.ts';
import { targetRow } from '../../src/domain/kinds/charts/indicators.ts';
import type { Status } from '../../src/domain/kinds/statuses.ts';
import type { Actor } from '../../src/domain/kit/actor.ts';
import { localDay } from '../../src/domain/kit/calendar.ts';
import { of, type Project, type Review, type Rows, sectionOf } from './rows.ts';

/** What a figure is made of, counted by hand. */
export interface Item {
  readonly row: string | null;
  readonly across?: string | null;
  /** The same for what counts once. */
  readonly id: string;
  readonly project: Project;
  /** By the name of the measure. */
  readonly values: Readonly<Record<string, number | null>>;
}
export interface Reading {
  readonly all: Rows;
  readonly actor: Actor;
  readonly scope: Scope;
}
type Count = (p: Project, reading: Reading) => readonly Item[];

const AWARDED = ['approved', 'running', 'suspended', 'final_report', 'closed'];
const isAwarded = (p: Project) => AWARDED.includes(p.status);
const facultyOf = (p: Project, { all }: Reading) =>
  all.schools.find(s => s.id === p.school_id)?.faculty_id ?? null;

type RowOf = (p: Project, reading: Reading) => string | null;
const BY: Readonly<Record<'status' | 'kind' | 'period' | 'faculty' | 'school' | 'call', RowOf>> = {
  status: p => p.status,
  kind: p => p.kind,
  period: p => p.period,
  faculty: facultyOf,
  school: p => p.school_id,
  call: p => p.call_id,
};

/** Of each project for which there are values, one item. */
const each =
  (by: keyof typeof BY, values: (p: Project, reading: Reading) => Item['values'] | null): Count =>
  (p, reading) => {
    const found = values(p, reading);
    return found ? [{ row: BY[by](p, reading), id: p.id, project: p, values: found }] : [];
  };
const one = () => ({ projects: 1 });
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function peopleOf(p: Project, { all }: Reading, group: CountedGroup) {
  const section = sectionOf(all, p, 'participants');
  const field = COUNTED.find(c => c.groups.some(g => g.value === group))?.field ?? 'reach';
  const planned = (
    section?.[field] as Record<string, { expected: number | null; actual: number | null }> | undefined
  )?.[group];
  const came = cameOf(p, all, group);
  const corrected = of(all.reports, p).find(r => r.number === null)?.people[group];
  const recorded = (p.status === 'closed' ? corrected : undefined) ?? came;
  return { expected: planned?.expected ?? null, actual: recorded ?? planned?.actual ?? null };
}

/** Everybody on a list once, whoever cannot be told apart each time, and who was counted beyond the lists. */
function cameOf(p: Project, all: Rows, group: CountedGroup): number | undefined {
  const isListed = ['students', 'academics', 'staff', 'alumni', 'direct'].includes(group);
  const list = isListed
    ? of(all.attendances, p).filter(a => group === 'direct' || a.people_group === group)
    : [];
  const counted = of(all.activities, p).filter(a => a.counts[group] !== undefined);
  if (counted.length + list.length === 0) return undefined;
  const known = new Set(list.flatMap(a => a.person_key ?? []));
  const beyond = counted.map(a =>
    Math.max(0, (a.counts[group] ?? 0) - list.filter(row => row.activity_id === a.id).length),
  );
  return known.size + list.filter(a => a.person_key === null).length + sum(beyond);
}

const direct = (p: Project, reading: Reading) => (isAwarded(p) ? peopleOf(p, reading, 'direct') : null);

const money = (p: Project) =>
  p.amount_requested === null && p.amount_awarded === null
    ? null
    : { asked: p.amount_requested, awarded: p.amount_awarded };

const planned = (p: Project, all: Rows, source: string) =>
  sum(
    (sectionOf(all, p, 'budget')?.lines ?? [])
      .filter(line => line.source === source)
      .map(line => Math.floor((line.quantity ?? 0) * (line.unitCost ?? 0) + 0.5)),
  );
const spentOf = (p: Project, all: Rows, source: string) =>
  sum(
    of(all.expenses, p)
      .filter(e => e.source === source && e.state !== 'refused')
      .map(e => e.cost),
  );

function indicators(p: Project, { all }: Reading) {
  const values = of(all.indicator_values, p);
  const targets = (sectionOf(all, p, 'indicators')?.indicators ?? []).flatMap(i => {
    const actual = values.find(v => v.indicator_id === i.id)?.value ?? null;
    return targetRow({ ...i, actual }) ?? [];
  });
  if (!isAwarded(p) || targets.length === 0) return null;
  const measured = targets.filter(t => t.actual !== null);
  const reached = measured.filter(t => (shareReached(t) ?? 0) >= 1);
  return {
    ...{ reached: reached.length, below: measured.length - reached.length },
    unmeasured: targets.length - measured.length,
  };
}

interface Step {
  readonly status: Status;
  readonly from: string;
  readonly due: string | null;
  readonly to: string | null;
}
/** Where a project has stood, by its history: each row that was not undone led from one place to the next. */
export function stepsOf(p: Project, all: Rows): Step[] {
  const led = of(all.project_history, p)
    .filter(h => h.undone_at === null && h.action !== 'undo' && h.before.status !== undefined)
    .toSorted((a, b) => a.id - b.id);
  const left = led.flatMap(({ at, before: { status, dueAt = null, statusSince = '' } }, n) =>
    status ? [{ status, from: led[n - 1]?.at ?? statusSince, to: at, due: dueAt }] : [],
  );
  return [...left, { status: p.status, from: p.status_since, to: null, due: p.due_at }];
}

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const TIMED = [
  'director_review',
  'dean_review',
  'admissibility',
  'evaluation',
  'resolution',
  'final_report',
  'returned',
];

/** Somebody has something to do, and should have done it by now. */
export function isOverdue(p: Project, all: Rows): boolean {
  if (p.due_at === null || Date.parse(p.due_at) >= Date.now()) return false;
  if (p.status === 'waitlisted' || p.status === 'suspended') return false;
  if (p.status !== 'approved') return true;
  const call = all.calls.find(c => c.id === p.call_id);
  const awaits = call && ['preparation', 'open', 'evaluation', 'provisional'].includes(call.state);
  const hasBegun = p.start_date === null || p.start_date <= localDay(new Date());
  if (hasBegun && !awaits) return true;
  if (p.amount_awarded !== null && p.amount_awarded !== planned(p, all, 'fund')) return true;
  return p.kind === 'cons' && !of(all.files, p).some(f => f.document_type === 'signed_contract');
}

const RESULT = ['waitlisted', 'not_awarded', ...AWARDED];
const STARTED = ['running', 'suspended', 'final_report', 'closed'];
const STAGES: Readonly<Record<string, readonly string[] | null>> = {
  received: null,
  evaluated: ['evaluation', 'resolution', ...RESULT],
  ...{ resolved: RESULT, awarded: AWARDED, started: STARTED, closed: ['closed'] },
};

/** Whether somebody of the office takes part in the project, or in what competes with it while its call goes on. */
function isBarred(p: Project, { all, actor }: Reading): boolean {
  const own = new Set(
    all.project_parts
      .filter(t => t.user_id === actor.id || (t.email !== '' && t.email === actor.email.toLowerCase()))
      .map(t => t.project_id),
  );
  const call = all.calls.find(c => c.id === p.call_id);
  const rivals = all.projects.filter(q => own.has(q.id) && q.call_id !== null && q.call_id === p.call_id);
  return own.has(p.id) || (rivals.length > 0 && call?.state !== 'closed');
}

const reviewsOf = (p: Project, reading: Reading) =>
  of(reading.all.reviews, p).filter(r =>
    reading.scope === 'reviews' ? r.user_id === reading.actor.id : !isBarred(p, reading),
  );
const waits = (p: Project, r: Review) =>
  p.status === 'evaluation' && (['invited', 'accepted'].includes(r.state) || r.consensus === 'asked');
const isLate = (r: Review) => r.due_at !== null && Date.parse(r.due_at) < Date.now();

/** The organisation that an entry of the directory was merged into, or itself. */
function keptOf(all: Rows, id: string): Rows['organisations'][number] {
  const found = all.organisations.find(o => o.id === id);
  if (!found) throw new Error(`no organisation ${id}`);
  return found.merged_into === null ? found : keptOf(all, found.merged_into);
}

const rowsOf =
  (rows: (p: Project, all: Rows) => readonly (string | number)[]): Count =>
  (p, { all }) =>
    isAwarded(p)
      ? [...new Set(rows(p, all))].map(row => ({ row: String(row), id: p.id, project: p, values: one() }))
      : [];

const REVIEWING = ['director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution'];
/** What a portfolio comes to at one look. */
function totalsOf(p: Project, reading: Reading): Readonly<Record<string, number | null>> {
  const is = (condition: boolean) => (condition ? 1 : null);
  return {
    reviewed: is(REVIEWING.includes(p.status)),
    approved: is(p.status === 'approved'),
    running: is(['running', 'suspended', 'final_report'].includes(p.status)),
    closed: is(p.status === 'closed'),
    overdue: is(isOverdue(p, reading.all)),
    people: direct(p, reading)?.actual || null,
    indicators: indicators(p, reading)?.reached || null,
    awarded: (isAwarded(p) && p.amount_awarded) || null,
  };
}

type Pair = readonly [part: number, whole: number] | null;
/** Part and whole of each term of the composite score. */
function termsOf(p: Project, reading: Reading): Readonly<Record<string, Pair>> {
  const { all } = reading;
  const isStarted = STARTED.includes(p.status);
  const people = direct(p, reading);
  const told = indicators(p, reading);
  const share = (counts: boolean, fulfils: boolean): Pair => (counts ? [Number(fulfils), 1] : null);
  return {
    people:
      isStarted && people && (people.expected ?? 0) > 0
        ? [Math.min(people.actual ?? 0, people.expected ?? 0), people.expected ?? 0]
        : null,
    indicators: isStarted && told ? [told.reached, told.reached + told.below + told.unmeasured] : null,
    partners: share(true, of(all.project_partners, p).length > 0),
    activities: share(isStarted, of(all.activities, p).length > 0),
    finished: share(
      isStarted && p.end_date !== null && p.end_date < localDay(new Date()),
      p.status === 'closed',
    ),
    punctual: share(
      p.status !== 'closed' && p.due_at !== null,
      p.due_at !== null && Date.parse(p.due_at) >= Date.now(),
    ),
  };
}
const scores = (by: keyof typeof BY): Count =>
  each(by, (p, reading) =>
    isAwarded(p)
      ? Object.fromEntries(
          Object.entries(termsOf(p, reading)).flatMap(([name, pair]) => [
            [`${name}_part`, pair?.[0] ?? null],
            [`${name}_whole`, pair?.[1] ?? null],
          ]),
        )
      : null,
  );

/** Each figure once more, from the rows alone. */
export const COUNTS: Readonly<Record<FigureName, Count>> = {
  totals: (p, reading) =>
    Object.entries(totalsOf(p, reading)).map(([row, value]) => ({
      ...{ row, id: p.id, project: p, values: { value } },
    })),
  score_terms: (p, reading) =>
    isAwarded(p)
      ? Object.entries(termsOf(p, reading)).map(([row, pair]) => ({
          ...{ row, id: p.id, project: p },
          values: { part: pair?.[0] ?? null, whole: pair?.[1] ?? null },
        }))
      : [],
  score_by_faculty: scores('faculty'),
  score_by_school: scores('school'),
  score_by_period: scores('period'),
  projects_by_status: each('status', one),
  projects_by_kind: each('kind', one),
  projects_by_period: each('period', one),
  projects_by_faculty: each('faculty', one),
  projects_by_school: each('school', one),
  units_by_period: (p, reading) => [
    { row: facultyOf(p, reading), across: p.period, id: p.id, project: p, values: one() },
  ],
  people_by_group: (p, reading) =>
    isAwarded(p)
      ? COUNTED.flatMap(({ groups }) =>
          groups.map(({ value }) => ({
            row: value,
            id: p.id,
            project: p,
            values: peopleOf(p, reading, value),
          })),
        )
      : [],
  people_by_period: each('period', direct),
  people_by_faculty: each('faculty', direct),
  partners_by_type: (p, { all }) =>
    isAwarded(p)
      ? of(all.project_partners, p).map(l => {
          const { id, type } = keptOf(all, l.organisation_id);
          return { row: type, id, project: p, values: { partners: 1 } };
        })
      : [],
  projects_by_goal: rowsOf((p, all) => of(all.project_goals, p).map(g => g.goal)),
  projects_by_comuna: rowsOf((p, all) => of(all.project_comunas, p).map(c => c.comuna_code)),
  projects_by_region: rowsOf((p, all) =>
    of(all.project_comunas, p).map(c => all.comunas.find(k => k.code === c.comuna_code)?.region_code ?? ''),
  ),
  money_by_period: each('period', money),
  money_by_faculty: each('faculty', money),
  budget_by_source: (p, { all }) =>
    isAwarded(p)
      ? ['fund', 'unit', 'partner_cash', 'partner_in_kind'].map(row => ({
          ...{ row, id: p.id, project: p },
          values: { planned: planned(p, all, row), spent: spentOf(p, all, row) },
        }))
      : [],
  fund_by_period: each('period', (p, { all }) =>
    isAwarded(p) && p.amount_awarded !== null
      ? {
          ...{ awarded: p.amount_awarded, spent: spentOf(p, all, 'fund') },
          paid: sum(of(all.payments, p).map(x => x.amount)),
          returned: sum(
            of(all.refunds, p)
              .filter(r => r.state === 'accepted')
              .map(r => r.amount),
          ),
        }
      : null,
  ),
  days_by_step: (p, { all }) =>
    stepsOf(p, all).flatMap(({ status, from, to, due }) =>
      to !== null && due !== null && TIMED.includes(status)
        ? [
            {
              row: status,
              id: `${p.id} ${from}`,
              project: p,
              values: { taken: days(from, to), allowed: days(from, due) },
            },
          ]
        : [],
    ),
  overdue_by_step: each('status', (p, { all }) => (isOverdue(p, all) ? one() : null)),
  overdue_by_faculty: each('faculty', (p, { all }) => (isOverdue(p, all) ? one() : null)),
  indicators_by_kind: each('kind', indicators),
  indicators_by_faculty: each('faculty', indicators),
  funnel: (p, { all }) => {
    if (p.call_id === null || p.submitted_at === null) return [];
    const stood = stepsOf(p, all).map(s => s.status);
    return Object.entries(STAGES).map(([row, statuses]) => ({
      ...{ row, id: p.id, project: p },
      values: { projects: statuses === null || stood.some(s => statuses.includes(s)) ? 1 : null },
    }));
  },
  cutoffs: (p, reading) =>
    isBarred(p, reading)
      ? []
      : reading.all.call_acts
          .filter(act => act.call_id === p.call_id)
          .flatMap(({ call_id, number, facts }) =>
            facts.rows
              .filter(r => r.code === p.code && r.result === 'award' && r.score !== null)
              .map(r => ({
                ...{ row: `${call_id} ${r.line}`, id: `${p.id} ${number}`, project: p },
                values: { score: r.score },
              })),
          ),
  money_by_call: each('call', p => (p.call_id === null ? null : money(p))),
  reviews_by_state: (p, reading) =>
    reviewsOf(p, reading).map(r => ({ row: r.state, id: r.id, project: p, values: { reviews: 1 } })),
  reviews_by_call: (p, reading) =>
    reviewsOf(p, reading).map(r => ({
      ...{ row: p.call_id, id: r.id, project: p },
      values: {
        done: Number(r.state === 'confirmed'),
        waiting: Number(waits(p, r) && !isLate(r)),
        overdue: Number(waits(p, r) && isLate(r)),
      },
    })),
};
