import { MEASURED, STARTED } from '../../../../domain/kinds/statuses.ts';
import { keyOf } from '../../../../domain/sections/field.ts';
import { targetOf } from '../../../../domain/sections/indicator-values.ts';
import { indicatorTable } from '../../../../domain/sections/indicator-words.ts';
import type { Indicator } from '../../../../domain/sections/indicators.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { usePlace } from '../../../project-record/ui/project-search.tsx';
import { SectionFields } from '../fields/arranged.tsx';
import list from '../fields/list.module.css';
import { ListField } from '../fields/list-field.tsx';
import { useScope, useSectionField } from '../scope.tsx';
import { ChartPlace } from './chart-place.tsx';
import classes from './tables.module.css';

const IndicatorsFigure = lazyPart(
  () => import('../../../indicators/ui/indicators-figure.tsx'),
  'IndicatorsFigure',
);
const IndicatorsForm = lazyPart(() => import('./indicators-form.tsx'), 'IndicatorsForm');

/** Once there is something to measure: how far it has come, above the figures themselves. */
function Progress() {
  const { values } = useScope();
  const indicators = (values.indicators ?? []) as Indicator[];
  const count = indicators.filter(i => targetOf(i) !== null).length;
  return (
    count > 0 && (
      <ChartPlace height={80 + count * 26} narrow={80 + count * 63}>
        <IndicatorsFigure indicators={indicators} />
      </ChartPlace>
    )
  );
}

/** Where values come from; what the final report lacks of them leads here. */
function Recording() {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const { target } = useScope();
  const place = /^indicators\.\d+\.actual$/.test(target ?? '') ? target : undefined;
  return (
    <p className="no-print" data-field={place} tabIndex={-1}>
      Los valores se registran y aceptan en <TextLink href={hrefOf({ tab: 'execution' })}>Ejecución</TextLink>
      .
    </p>
  );
}

export function IndicatorsSection() {
  const { project } = useProject();
  const { values, readOnly } = useScope();
  const hasSome = ((values.indicators ?? []) as readonly Indicator[]).length > 0;
  const indicators = readOnly ? (
    <ListField<Indicator>
      name="indicators"
      summary={i => i.name}
      read={<IndicatorsTable measured={STARTED.includes(project.status)} />}
    >
      {null}
    </ListField>
  ) : (
    <IndicatorsForm />
  );
  return (
    <>
      {hasSome && MEASURED.includes(project.status) && <Recording />}
      {STARTED.includes(project.status) && <Progress />}
      <SectionFields instead={{ indicators }} />
    </>
  );
}

/** Indicators for somebody who reads them, by objective; on a phone each is a card. */
function IndicatorsTable({ measured }: { measured: boolean }) {
  const { nameOf } = useProject();
  const field = useSectionField<readonly Indicator[]>('indicators');
  if (!field) return null;
  const fields = (field.info.fields ?? []).filter(f => measured || keyOf(f) !== 'actual');
  const { columns, nature, groups } = indicatorTable(fields, field.value, nameOf);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, also by keyboard
    <section className={list.scroller} aria-label={`${field.info.label}, tabla`} tabIndex={0}>
      <table className={`${classes.table} ${classes.indicators}`}>
        <thead>
          <tr>
            {columns.map(c => (
              <th key={c.name} scope="col">
                {c.title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ objective, indicators }) => (
          <tbody key={objective}>
            {objective && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className={classes.group}>
                  {objective}
                </th>
              </tr>
            )}
            {indicators.map(indicator => (
              <tr key={indicator.id}>
                {columns.map(({ name, title, cell }) =>
                  name === 'name' ? (
                    <th key={name} scope="row">
                      {cell(indicator) || 'Sin nombre'}
                      <small className={classes.nature}>{nature(indicator)}</small>
                    </th>
                  ) : (
                    <td key={name} data-label={title}>
                      {cell(indicator) || '–'}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
