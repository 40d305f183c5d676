import type { Plan } from '../../../../domain/sections/plan.ts';
import { formatDay } from '../../../../web/dates.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';

// Among all the sections that a reader has it is far below; who writes the plan has it at the top.
const PlanChart = lazyPart(() => import('./plan-chart.tsx'), 'PlanChart');
const PlanChartBelow = lazyPart(() => import('./plan-chart-below.tsx'), 'PlanChartBelow');

type Activity = Plan['activities'][number];

const span = ({ from, to }: Activity) =>
  from && to ? (from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`) : '';

export function PlanSection() {
  const { readOnly, hasOverview } = useScope();
  const activities = (
    <ListField<Activity>
      name="activities"
      summary={a => a.name}
      detail={a => [a.isMilestone ? 'Hito' : '', span(a)].filter(Boolean).join(' · ')}
      table={{
        first: ['name', 'from', 'to', 'responsible', 'objectiveId'],
        without: ['description', 'isMilestone'],
      }}
      fresh={entries => ({ from: entries.at(-1)?.to ?? null })}
    >
      <EntryFields
        first={['name', 'from', 'to', 'responsible', 'objectiveId', 'description']}
        wide={['name', 'objectiveId', 'description']}
      />
    </ListField>
  );
  return (
    <>
      {readOnly ? !hasOverview && <PlanChartBelow /> : <PlanChart />}
      <SectionFields instead={{ activities }} />
    </>
  );
}
