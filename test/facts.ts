import { sql } from 'kysely';
import { shareReached } from '../src/domain/drawings/reach.ts';
import { COUNTED_GROUPS, expectedPeople, type PeopleCounts } from '../src/domain/execution/people.ts';
import { targetRow } from '../src/domain/kinds/charts/indicators.ts';
import { BUDGET_SOURCES, totalsBySource } from '../src/domain/sections/budget.ts';
import type { SectionData } from '../src/domain/sections/index.ts';
import { withActuals } from '../src/domain/sections/indicator-values.ts';
import {
  countsAsSpent,
  type ExpenseState,
  isAcceptedRefund,
  type RefundState,
} from '../src/domain/spending/expense-states.ts';
import type { Execution } from '../src/features/execution/contract.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { type Created, done } from './factories.ts';

type Db = Pick<TestApp, 'db'>;
type Facts = Record<string, number | null>;

/** The facts of a project as they are kept; bigints are numbers. */
export async function factsOf({ db }: Db, { id }: Pick<Created, 'id'>): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`
    select to_jsonb(f) - '{project_id,people_in,money_in,indicators_in}'::text[] as facts from project_facts f where project_id = ${id}`.execute(
    db,
  );
  return rows[0]?.facts ?? {};
}

interface Rows {
  readonly sections: Partial<SectionData>;
  readonly expenses: readonly { source: string; cost: number; state: ExpenseState }[];
  readonly payments: readonly { amount: number }[];
  readonly refunds: readonly { amount: number; state: RefundState }[];
  readonly values: Readonly<Record<string, { value: number | null }>>;
  readonly activities: number;
}

async function rowsOf({ db }: Db, { id }: Created): Promise<Rows> {
  const of = (table: string) => sql`coalesce((
    select jsonb_agg(t) from ${sql.table(table)} t where t.project_id = ${id}), '[]')`;
  const { rows } = await sql<{ found: Rows }>`select jsonb_build_object(
    'sections', (select jsonb_object_agg(section, data) from project_sections where project_id = ${id}),
    'expenses', ${of('expenses')}, 'payments', ${of('payments')}, 'refunds', ${of('refunds')},
    'values', coalesce((select jsonb_object_agg(indicator_id, jsonb_build_object('value', value))
      from indicator_values where project_id = ${id}), '{}'),
    'activities', (select count(*) from activities where project_id = ${id})) as found`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no rows of a project');
  return row.found;
}

const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);

/** People who came by group, as screens and reports tell them. */
async function actualOf(
  who: Client,
  { kind, id }: Created,
  participants: SectionData['participants'] | undefined,
): Promise<PeopleCounts> {
  const { people, corrected } = done(await who.get<Execution>(`/projects/${kind}/${id}/execution`));
  const { status } = done(await who.get<{ status: string }>(`/projects/${kind}/${id}`));
  const typed = Object.values(participants ?? {}).flatMap(field =>
    Object.entries(field).flatMap(([group, { actual }]) => (actual === null ? [] : [[group, actual]])),
  );
  return { ...Object.fromEntries(typed), ...people, ...(status === 'closed' && corrected?.people) };
}

/** The same facts by the functions of the domain, from the rows of the project. */
export async function factsByDomain(server: Db, who: Client, project: Created): Promise<Facts> {
  const { sections, expenses, payments, refunds, values, activities } = await rowsOf(server, project);
  const expected = expectedPeople(sections.participants);
  const actual = await actualOf(who, project, sections.participants);
  const planned = totalsBySource(sections.budget ?? { lines: [] });
  const spent = expenses.filter(countsAsSpent);
  const targets = withActuals(sections.indicators ?? {}, values).indicators.flatMap(i => targetRow(i) ?? []);
  return {
    ...Object.fromEntries(
      COUNTED_GROUPS.flatMap(g => [
        [`expected_${g}`, expected[g] ?? null],
        [`actual_${g}`, actual[g] ?? null],
      ]),
    ),
    ...Object.fromEntries(
      BUDGET_SOURCES.flatMap(({ value }) => [
        [`planned_${value}`, planned[value]],
        [`spent_${value}`, sum(spent.filter(e => e.source === value).map(e => e.cost))],
      ]),
    ),
    paid: sum(payments.map(p => p.amount)),
    returned: sum(refunds.filter(isAcceptedRefund).map(r => r.amount)),
    indicators: targets.length,
    indicators_measured: targets.filter(t => t.actual !== null).length,
    indicators_reached: targets.filter(t => (shareReached(t) ?? 0) >= 1).length,
    activities,
  };
}

export interface Step {
  readonly entered: string;
  readonly left: string | null;
  readonly status: string;
  readonly subStep: string | null;
  readonly due: string | null;
}

/** Where a project has stood, in order. */
export async function stepsOf({ db }: Db, { id }: Pick<Created, 'id'>): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select entered_at::text as entered, left_at::text as left, status, sub_step as "subStep", due_at::text as due
    from project_steps where project_id = ${id} order by entered_at`.execute(db);
  return rows;
}

/** Statuses of its steps in order, which must have no gaps and end where the project stands. */
export async function wayOf(server: Db, project: Pick<Created, 'id'>): Promise<string[]> {
  const steps = await stepsOf(server, project);
  const { rows } = await sql<Omit<Step, 'left'>>`
    select status_since::text as entered, status, sub_step as "subStep", due_at::text as due
    from projects where id = ${project.id}`.execute(server.db);
  const gaps = steps.slice(1).filter((step, n) => steps[n]?.left !== step.entered);
  if (gaps.length > 0) throw new Error(`steps with gaps: ${JSON.stringify(steps)}`);
  const last = JSON.stringify({ ...steps.at(-1), left: undefined });
  const stands = JSON.stringify(rows[0]);
  if (last !== stands || steps.at(-1)?.left !== null)
    throw new Error(`last step ${last}, but stands ${stands}`);
  return steps.map(({ status, subStep }) => (subStep ? `${status}/${subStep}` : status));
}
