import type { BarsData } from '../drawings/bars.ts';
import type { GanttData, GanttState } from '../drawings/gantt.ts';
import type { Target } from '../drawings/reach.ts';
import type { TargetsData } from '../drawings/target.ts';
import { COUNTED, type PeopleCounts } from '../execution/people.ts';
import { targetsOf } from '../kinds/charts/indicators.ts';
import { participantBars } from '../kinds/charts/participants.ts';
import { planGantt } from '../kinds/charts/plan.ts';
import type { PeopleCount } from '../sections/participants.ts';
import { formatMoney, formatNumber } from '../text/format.ts';
import type { ReportFacts } from './facts.ts';

// What of a report is seen better than read, on screen as on paper; null where there is nothing to see.

type PlanItem = ReportFacts['plan'][number];

/** What had become of it on the last day that a report tells of. */
export function planState({ to, doneOn }: Pick<PlanItem, 'to' | 'doneOn'>, day: string): GanttState {
  if (doneOn !== null) return 'done';
  return to !== null && to < day ? 'late' : 'open';
}

/** The plan over months, with what was done and what was late. */
export const reportGantt = ({ plan, to }: Pick<ReportFacts, 'plan' | 'to'>): GanttData | null =>
  planGantt(
    { activities: plan.map(item => ({ ...item, responsible: '' })) },
    to,
    new Map(plan.map(item => [item.id, planState(item, to)])),
  );

type People = Pick<ReportFacts, 'expected' | 'people'>;

/** People of each group, those expected beside those who came. */
export function reportPeople({ expected, people }: People): BarsData | null {
  const of = (counts: PeopleCounts, group: keyof PeopleCounts) => counts[group] ?? null;
  const fields = COUNTED.map(({ field, groups }) => [
    field,
    Object.fromEntries(
      groups.map(({ value }): [string, PeopleCount] => [
        value,
        { expected: of(expected, value), actual: of(people, value) },
      ]),
    ),
  ]);
  return participantBars(Object.fromEntries(fields), true);
}

/** How far the indicators have come. */
export const reportTargets = ({ indicators }: Pick<ReportFacts, 'indicators'>): TargetsData | null =>
  targetsOf(
    indicators.flatMap(indicator => targetRow(indicator) ?? []),
    indicators.filter(i => i.kind === 'qualitative').length,
  );

function targetRow(indicator: ReportFacts['indicators'][number]): Target | null {
  const { name, kind, unit, direction, baseline, actual } = indicator;
  const isMilestone = kind === 'milestone';
  const target = isMilestone ? 1 : indicator.target;
  if (kind === 'qualitative' || target === null) return null;
  return {
    label: name || 'Sin nombre',
    unit: kind === 'scale' && unit !== '' ? `en escala ${unit}` : unit,
    ...{ baseline: isMilestone ? null : baseline, target, actual },
    direction: direction === 'down' || direction === 'keep' ? direction : 'up',
    ...(isMilestone && { isMilestone }),
  };
}

type Money = NonNullable<ReportFacts['money']>;

/** Money by category, what was planned beside what was spent; a bar of less than nothing is none. */
export function reportMoney({ categories }: Pick<Money, 'categories'>): BarsData | null {
  const rows = categories.filter(c => c.planned !== 0 || c.spent !== 0);
  if (rows.length === 0) return null;
  const sum = (which: 'planned' | 'spent') => rows.reduce((all, c) => all + c[which], 0);
  const [planned, spent] = [sum('planned'), sum('spent')];
  const share = planned > 0 ? ` (${formatNumber(Math.round((spent / planned) * 100), 0)} %)` : '';
  return {
    of: 'Categoría',
    series: ['Presupuesto', 'Gastado'],
    rows: rows.map(c => ({ label: c.label, values: [c.planned, Math.max(0, c.spent)] })),
    format: formatMoney,
    sentence: `Se han gastado ${formatMoney(spent)} de ${formatMoney(planned)}${share}.`,
  };
}
