import type { Plan } from '../../../../domain/sections/plan.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useScope } from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';

const PlanChart = lazyPart(() => import('./plan-chart.tsx'), 'PlanChart');

/** The plan over months, once it is about to be seen. */
export function PlanChartBelow() {
  const { values } = useScope();
  const dated = ((values.activities ?? []) as Plan['activities']).filter(a => a.from && a.to).length;
  return (
    dated > 0 && (
      <ChartPlace height={105 + dated * 26} narrow={120 + dated * 38}>
        <PlanChart />
      </ChartPlace>
    )
  );
}
