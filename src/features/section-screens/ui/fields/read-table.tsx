import { isNumber, keyOf } from '../../../../domain/sections/field.ts';
import { isEmpty } from '../../../../domain/sections/section.ts';
import { showValue } from '../../../../domain/sections/show.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Entry, type FieldState, namesInOrder } from '../scope.tsx';
import tables from '../sections/tables.module.css';
import classes from './list.module.css';

/** Columns by the names of their fields: `first` in this order, then what else an entry has, but for `without`. */
export interface Table {
  first?: readonly string[];
  without?: readonly string[];
}
interface TableProps {
  field: FieldState<readonly Entry[]>;
  table: Table;
}

/** Entries as a table for somebody who reads them. */
export function ReadTable({ field, table: { first = [], without = [] } }: TableProps) {
  const { nameOf } = useProject();
  const shown = namesInOrder(field.info.fields ?? [], first)
    .filter(name => !without.includes(name))
    .flatMap(name => field.info.fields?.find(f => keyOf(f) === name) ?? []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables scroll, also by keyboard
    <section className={classes.scroller} aria-label={`${field.info.label}, tabla`} tabIndex={0}>
      <table className={tables.table}>
        <thead>
          <tr>
            {shown.map(f => (
              <th key={f.path} scope="col" className={isNumber(f) ? tables.number : undefined}>
                {f.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {field.value.map(entry => (
            <tr key={entry.id}>
              {shown.map(f => (
                <td key={f.path} className={isNumber(f) || f.type === 'date' ? tables.number : undefined}>
                  {isEmpty(entry[keyOf(f)]) && entry[keyOf(f)] !== 0
                    ? '–'
                    : showValue(f, entry[keyOf(f)], nameOf)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
