import type { Plan } from '../../../../domain/sections/plan.ts';
import { dayOf, formatDay } from '../../../../web/dates.ts';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';
import { Gantt } from './gantt.tsx';

type Activity = Plan['activities'][number];

const span = ({ from, to }: Activity) =>
  from && to ? (from === to ? formatDay(from) : `${formatDay(from)} a ${formatDay(to)}`) : '';

export function PlanSection() {
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
      <PlanChart />
      <SectionFields instead={{ activities }} />
    </>
  );
}

/** Dated activities in the order they start. */
function PlanChart() {
  const { values } = useScope();
  const activities = (values.activities ?? []) as readonly Activity[];
  const bars = activities
    .flatMap(a =>
      a.from && a.to && a.from <= a.to
        ? [
            {
              id: a.id,
              label: a.name || 'Sin nombre',
              from: a.from,
              to: a.to,
              isMilestone: a.isMilestone,
              note: a.responsible,
            },
          ]
        : [],
    )
    .sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to));
  return bars.length > 0 ? <Gantt bars={bars} today={dayOf(new Date())} /> : null;
}
