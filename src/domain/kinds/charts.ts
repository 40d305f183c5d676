import type { BarsData } from '../drawings/bars.ts';
import type { GanttActivity, GanttData } from '../drawings/gantt.ts';
import { spanOf } from '../drawings/months.ts';
import { shareReached, type Target } from '../drawings/reach.ts';
import type { StackedBarsData } from '../drawings/stacked-bars.ts';
import type { TargetsData } from '../drawings/target.ts';
import { amountOf, BUDGET_CATEGORIES, BUDGET_SOURCES, type Budget, budgetTotal } from '../sections/budget.ts';
import type { Indicators } from '../sections/indicators.ts';
import {
  AGE_BANDS,
  INTERNAL_GROUPS,
  isGiven,
  type Participants,
  type PeopleCount,
  totalPeople,
} from '../sections/participants.ts';
import type { Plan } from '../sections/plan.ts';
import { formatCount, formatMoney, formatNumber } from '../text/format.ts';

/** Activities of a plan that have their days, in the order they start; null without any. */
export function planGantt({ activities }: Plan, today: string): GanttData | null {
  const dated = activities
    .flatMap(({ name, from, to, isMilestone, responsible }): GanttActivity[] =>
      from && to && from <= to ? [{ label: name || 'Sin nombre', from, to, isMilestone, responsible }] : [],
    )
    .sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to));
  if (dated.length === 0) return null;
  return { activities: dated, span: spanOf(dated.flatMap(a => [a.from, a.to])), today };
}

/** Money by category, each of what pays it; null without any. What a line does not say is a group of its own. */
export function budgetBars({ lines }: Budget): StackedBarsData | null {
  const total = budgetTotal({ lines });
  if (total === 0) return null;
  const sum = (some: Budget['lines']) => budgetTotal({ lines: some });
  const groups = [...BUDGET_CATEGORIES, { value: null, label: 'Sin categoría' }]
    .map(({ value, label }) => ({ label, lines: lines.filter(l => (l.category ?? null) === value) }))
    .filter(group => sum(group.lines) > 0);
  const sources = [...BUDGET_SOURCES, { value: null, label: 'Sin fuente' }].filter(s =>
    lines.some(l => (l.source ?? null) === s.value && amountOf(l) > 0),
  );
  const [most] = groups.toSorted((a, b) => sum(b.lines) - sum(a.lines));
  const share = most ? Math.round((sum(most.lines) / total) * 100) : 0;
  const greatest =
    groups.length === 1 ? `todo es ${most?.label}` : `lo mayor es ${most?.label}, con ${share} %`;
  return {
    of: 'Categoría',
    series: sources.map(s => s.label),
    rows: groups.map(group => ({
      label: group.label,
      values: sources.map(s => sum(group.lines.filter(l => (l.source ?? null) === s.value))),
    })),
    format: formatMoney,
    sentence: `El presupuesto suma ${formatMoney(total)}; ${greatest}.`,
  };
}

type Counts = Readonly<Record<string, PeopleCount>>;

/**
 * People of the university by group and others by age, those expected beside those who came where they are `counted`;
 * null where no figure is given. A group without one is left out.
 */
export function participantBars(participants: Partial<Participants>, counted: boolean): BarsData | null {
  const internal: Counts = participants.internal ?? {};
  const byAge: Counts = participants.byAge ?? {};
  const rowsOf = (
    counts: Counts,
    groups: readonly { readonly value: string; readonly label: string }[],
    before = '',
  ) =>
    groups.flatMap(({ value, label }) => {
      const count = counts[value];
      if (!count || !isGiven(count, counted)) return [];
      return [{ label: before + label, values: counted ? [count.expected, count.actual] : [count.expected] }];
    });
  const rows = [...rowsOf(internal, INTERNAL_GROUPS), ...rowsOf(byAge, AGE_BANDS, 'Externos de ')];
  if (rows.length === 0) return null;
  const [inside, outside] = [totalPeople(internal, 'expected'), totalPeople(byAge, 'expected')];
  const people = formatCount(inside + outside, 'persona', 'personas');
  const split = `${formatNumber(inside)} de la universidad y ${formatCount(outside, 'externa', 'externas')}`;
  const came = totalPeople(internal, 'actual') + totalPeople(byAge, 'actual');
  const hasActual = rows.some(r => (r.values[1] ?? null) !== null);
  const after = hasActual ? `; participaron ${formatNumber(came)}` : '; todavía no hay cifras reales';
  return {
    of: 'Grupo',
    series: counted ? ['Esperadas', 'Reales'] : ['Esperadas'],
    rows,
    format: formatNumber,
    sentence: `Se ${counted ? 'esperaba' : 'espera'} a ${people}: ${split}${counted ? after : ''}.`,
  };
}

/** How far each indicator that has a target has come; null where none has. */
export function indicatorTargets({ indicators }: Indicators): TargetsData | null {
  // Whoever reads without a figure has the row without it.
  const rows = indicators.flatMap(
    ({ name, unit = '', baseline = null, target = null, actual = null }): Target[] =>
      target === null ? [] : [{ label: name || 'Sin nombre', unit, baseline, target, actual }],
  );
  if (rows.length === 0) return null;
  const reached = rows.filter(r => (shareReached(r) ?? 0) >= 1).length;
  const unknown = rows.filter(r => r.actual === null).length;
  const of = formatCount(rows.length, 'indicador', 'indicadores');
  const arrived = `${reached || 'ninguno'} ${reached > 1 ? 'llegaron' : 'llegó'} a su meta`;
  return { rows, sentence: `De ${of}, ${arrived}${unknown > 0 ? `; ${unknown} sin dato` : ''}.` };
}
