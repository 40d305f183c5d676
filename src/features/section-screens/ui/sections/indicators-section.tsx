import { STARTED } from '../../../../domain/kinds/statuses.ts';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { Columns, Span } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
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
  return (
    <ListField<Indicator>
      name="indicators"
      summary={i => i.name}
      detail={goalOf}
      columns={[
        'name',
        'objectiveId',
        'unit',
        'baseline',
        'target',
        ...(measured ? ['actual'] : []),
        'verification',
      ]}
    >
      <Columns>
        <Span>
          <Field name="objectiveId" />
        </Span>
        <Span>
          <Field name="name" />
        </Span>
        <Field name="unit" />
        <Field name="baseline" />
        <Field name="target" />
        {measured && <Field name="actual" />}
        <Span>
          <Field name="verification" />
        </Span>
      </Columns>
    </ListField>
  );
}
