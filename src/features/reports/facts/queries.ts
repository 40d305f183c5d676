import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { expectedPeople, NO_TALLY, type PeopleCounts } from '../../../domain/execution/people.ts';
import { planProgress } from '../../../domain/execution/progress.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import { finalReportOf } from '../../../domain/reports/begun.ts';
import type { ReportFacts } from '../../../domain/reports/facts.ts';
import { correctedPeople } from '../../../domain/reports/people.ts';
import { targetOf, unitOf } from '../../../domain/sections/indicator-values.ts';
import { aimWords, baselineWords, figureWords } from '../../../domain/sections/indicator-words.ts';
import { type Indicator, kindOfIndicator } from '../../../domain/sections/indicators.ts';
import { projectBalance, type SpentExpense } from '../../../domain/spending/balance.ts';
import { peopleOf, readRecorded, type StoredExecution, talliesOf } from '../../execution/queries.ts';
import { type Money, moneyJson } from '../../payments/queries.ts';
import { earliestDay } from '../../project-record/held/queries.ts';
import { budgetLines, type StoredProject, sectionData } from '../../project-record/subject/queries.ts';

interface Value {
  readonly indicatorId: string;
  readonly value: number | null;
  /** Of what is told in words; else empty. */
  readonly words: string;
}
interface Figures {
  /** Last day that an earlier report told of; null where none was sent. */
  readonly toldUntil: string | null;
  readonly values: readonly Value[];
  readonly money: Money;
  /** By line of the budget and state. */
  readonly expenses: readonly SpentExpense[];
}

async function readFigures(
  db: Database | Transaction,
  projectId: string,
  number: number | null,
): Promise<Figures> {
  const { rows } = await sql<{ found: Figures }>`
    select json_build_object(
      'toldUntil', (select max(r.facts ->> 'to') from reports r
        where r.project_id = ${projectId} and r.number < ${number}::int),
      'values', (select coalesce(json_agg(json_build_object('indicatorId', v.indicator_id, 'value', v.value,
        'words', v.words)), '[]') from indicator_values v where v.project_id = ${projectId}),
      'money', ${moneyJson(projectId)},
      'expenses', (select coalesce(json_agg(json_build_object('budgetLineId', e.line, 'state', e.state,
        'cost', e.cost)), '[]') from (
          select budget_line_id as line, state, sum(cost) as cost from expenses
          where project_id = ${projectId} group by 1, 2) e)) as found`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the figures of a project answered no row');
  return row.found;
}

type Activities = StoredExecution['activities'];

/** Days that a report tells of: from what came before it, or what happened first, to today. */
function periodOf(
  { startDate }: Pick<StoredProject, 'startDate'>,
  activities: Activities,
  toldUntil: string | null,
  to: string,
): Pick<ReportFacts, 'from' | 'to'> {
  const first = activities.map(a => a.day).sort()[0] ?? null;
  const from = toldUntil === null ? earliestDay(startDate, first) : addDays(toldUntil, 1);
  // Begun on the day on which the one before was sent, it tells of that day again.
  return { from: from !== null && from > to ? to : from, to };
}

const showActivities = (
  activities: Activities,
  { from, to }: Pick<ReportFacts, 'from' | 'to'>,
): ReportFacts['activities'] =>
  activities
    .filter(({ day }) => day <= to && (from === null || day >= from))
    // Stored latest first.
    .toReversed()
    .map(a => ({
      ...{ name: a.name, day: a.day, planItemId: a.planItemId, completes: a.completes, counts: a.counts },
      place: a.place || a.link,
      attendances: (talliesOf(a).all ?? NO_TALLY).attendances,
    }));

function showIndicator(indicator: Indicator, values: readonly Value[]): ReportFacts['indicators'][number] {
  const { value: actual = null, words = '' } = values.find(v => v.indicatorId === indicator.id) ?? {};
  return {
    ...{ id: indicator.id, name: indicator.name, direction: indicator.direction ?? 'up' },
    ...{ kind: kindOfIndicator(indicator), unit: unitOf(indicator) },
    ...{ baseline: indicator.baseline ?? null, target: targetOf(indicator), actual },
    words: {
      ...{ baseline: baselineWords(indicator), target: aimWords(indicator) },
      actual: words || figureWords(indicator, actual),
    },
  };
}

/** Null where a project neither was given money nor plans or spends any. */
function showMoney(project: StoredProject, { money, expenses }: Figures): ReportFacts['money'] {
  const { paid, spent, approved, refunded } = money.funds;
  const { amountAwarded: awarded } = project;
  const { byCategory } = projectBalance(budgetLines(project), expenses, awarded);
  if (awarded === null && paid === 0 && byCategory.length === 0) return null;
  return {
    ...{ awarded, paid, spent, approved, refunded },
    categories: byCategory.map(({ label, budget, spent: cost }) => ({ label, planned: budget, spent: cost })),
  };
}

export interface AssembledFacts {
  readonly facts: ReportFacts;
  /** People by group as they are recorded, without the correction of the final report. */
  readonly recorded: PeopleCounts;
}

/**
 * What was recorded, put together as this report tells it today; null is the final one. Its money is in it, too: who
 * may not read that is shown the facts without. In two round trips.
 */
export async function readFacts(
  db: Database | Transaction,
  project: StoredProject,
  number: number | null,
  now: Date,
): Promise<AssembledFacts> {
  const executed = await readRecorded(db, project.id, true);
  const figures = await readFigures(db, project.id, number);
  const { plan, participants, indicators, contract } = sectionData(project);
  const period = periodOf(project, executed.activities, figures.toldUntil, localDay(now));
  const { people: recorded, attendance } = peopleOf(executed);
  const correction = number === null ? (finalReportOf(project)?.people ?? {}) : {};
  const facts: ReportFacts = {
    ...period,
    activities: showActivities(executed.activities, period),
    plan: planProgress(plan?.activities ?? [], executed.activities, period.to).map(({ item, doneOn }) => ({
      ...{ id: item.id, name: item.name, from: item.from, to: item.to, isMilestone: item.isMilestone },
      doneOn,
    })),
    // Those that are arranged are still to come.
    meetings: executed.meetings.filter(m => m.day <= period.to).length,
    expected: expectedPeople(participants),
    people: correctedPeople(recorded, correction),
    attendance,
    indicators: (indicators?.indicators ?? []).map(i => showIndicator(i, figures.values)),
    deliverables: (contract?.deliverables ?? []).map(({ id, name }) => {
      const {
        deliveredOn = null,
        acceptedOn = null,
        paidOn = null,
      } = executed.deliverables.find(d => d.itemId === id) ?? {};
      return { name, deliveredOn, acceptedOn, paidOn };
    }),
    money: showMoney(project, figures),
  };
  return { facts, recorded };
}
