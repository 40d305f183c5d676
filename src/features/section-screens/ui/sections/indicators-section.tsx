import { STARTED } from '../../../../domain/kinds/statuses.ts';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';

const IndicatorsChart = lazyPart(() => import('./indicators-chart.tsx'), 'IndicatorsChart');
const ActualFigures = lazyPart(() => import('./actual-figures.tsx'), 'ActualFigures');

type Indicator = Indicators['indicators'][number];

const goalOf = ({ baseline, target, unit }: Indicator) => {
  if (target === null) return '';
  const from = baseline === null ? '' : `${formatNumber(baseline)} → `;
  return `${from}${formatNumber(target)} ${unit}`.trim();
};

/** Once there is something to measure: how far it has come, above the figures themselves. */
function Progress() {
  const { values } = useScope();
  const count = ((values.indicators ?? []) as readonly Indicator[]).filter(
    i => (i.target ?? null) !== null,
  ).length;
  return (
    count > 0 && (
      <ChartPlace height={80 + count * 26} narrow={80 + count * 63}>
        <IndicatorsChart />
      </ChartPlace>
    )
  );
}

export function IndicatorsSection() {
  const { project } = useProject();
  const { readOnly } = useScope();
  const own = project.sections.find(s => s.slug === 'indicators');
  const measured = STARTED.includes(project.status);
  if (own?.actualsOnly && !readOnly)
    return (
      <>
        {measured && <Progress />}
        <ActualFigures />
      </>
    );
  const indicators = (
    <>
      {measured && <Progress />}
      <ListField<Indicator>
        name="indicators"
        summary={i => i.name}
        detail={goalOf}
        table={{ first: ['name'], without: measured ? [] : ['actual'] }}
      >
        <EntryFields
          wide={['objectiveId', 'name', 'verification']}
          instead={measured ? {} : { actual: null }}
        />
      </ListField>
    </>
  );
  return <SectionFields instead={{ indicators }} />;
}
