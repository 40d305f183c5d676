import { cellText, type DataTable } from '../../domain/drawings/mark.ts';
import classes from './drawing.module.css';

/** The table behind a drawing. */
export function TableView({ title, table }: { title: string; table: DataTable }) {
  const { columns, rows } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.place} aria-label={title} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ title: head, format }) => (
              <th key={head} scope="col" data-number={format !== undefined || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id and never move
            <tr key={n}>
              {row.map((value, column) => {
                const Cell = column === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={columns[column]?.title}
                    {...(column === 0 ? { scope: 'row' } : {})}
                    data-number={columns[column]?.format !== undefined || undefined}
                  >
                    {cellText(table, value, column)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
