import type { Plan } from '../../../../domain/sections/plan.ts';
import { formatDay } from '../../../../web/dates.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';

const PlanChart = lazyPart(() => import('./plan-chart.tsx'), 'PlanChart');

type Activity = Plan['activities'][number];

const span = ({ from, to }: Activity) =>
  from && to ? (from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`) : '';

export function PlanSection() {
  const { values } = useScope();
  const dated = ((values.activities ?? []) as readonly Activity[]).filter(a => a.from && a.to).length;
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
      {dated > 0 && (
        <ChartPlace height={105 + dated * 26} narrow={120 + dated * 38}>
          <PlanChart />
        </ChartPlace>
      )}
      <SectionFields instead={{ activities }} />
    </>
  );
}
