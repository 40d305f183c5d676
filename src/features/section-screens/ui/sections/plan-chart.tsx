import { drawGantt } from '../../../../domain/drawings/gantt.ts';
import { planGantt } from '../../../../domain/kinds/charts/plan.ts';
import type { Plan } from '../../../../domain/sections/plan.ts';
import { dayOf } from '../../../../web/dates.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useScope } from '../scope.tsx';

/** The plan over months, as it is typed. */
export function PlanChart() {
  const { values } = useScope();
  const activities = (values.activities ?? []) as Plan['activities'];
  const data = planGantt({ activities }, dayOf(new Date()));
  return data && <Figure title="Carta Gantt" draw={sheet => drawGantt(data, sheet)} />;
}
