import type { StackedBarsData } from '../../drawings/stacked-bars.ts';
import {
  amountOf,
  BUDGET_CATEGORIES,
  BUDGET_SOURCES,
  type Budget,
  budgetTotal,
} from '../../sections/budget.ts';
import { formatMoney } from '../../text/format.ts';

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
