import { drawStackedBars } from '../../../../domain/drawings/stacked-bars.ts';
import { budgetBars } from '../../../../domain/kinds/charts/budget.ts';
import type { Budget } from '../../../../domain/sections/budget.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useScope } from '../scope.tsx';

/** The budget by category and source, as it is typed. */
export function BudgetChart() {
  const { values } = useScope();
  const data = budgetBars({ lines: (values.lines ?? []) as Budget['lines'] });
  return (
    data && <Figure title="Presupuesto por categoría y fuente" draw={sheet => drawStackedBars(data, sheet)} />
  );
}
