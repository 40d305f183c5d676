import { keyOf } from '../../../../domain/sections/field.ts';
import { indicatorTable } from '../../../../domain/sections/indicator-words.ts';
import type { Indicator } from '../../../../domain/sections/indicators.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import list from '../fields/list.module.css';
import { useSectionField } from '../scope.tsx';
import classes from './tables.module.css';

/** Indicators for somebody who reads them, by objective; on a phone each is a card. */
export function IndicatorsTable({ measured }: { measured: boolean }) {
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
