import { STARTED } from '../../../../domain/kinds/statuses.ts';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { EntryFields, SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';
import { useScope } from '../scope.tsx';

const ActualFigures = lazyPart(() => import('./actual-figures.tsx'), 'ActualFigures');

type Indicator = Indicators['indicators'][number];

const goalOf = ({ baseline, target, unit }: Indicator) => {
  if (target === null) return '';
  const from = baseline === null ? '' : `${formatNumber(baseline)} → `;
  return `${from}${formatNumber(target)} ${unit}`.trim();
};

export function IndicatorsSection() {
  const { project } = useProject();
  const { readOnly } = useScope();
  const own = project.sections.find(s => s.slug === 'indicators');
  if (own?.actualsOnly && !readOnly) return <ActualFigures />;
  const measured = STARTED.includes(project.status);
  const indicators = (
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
  );
  return <SectionFields instead={{ indicators }} />;
}
