import { cellText, type DataTable } from '../../domain/drawings/mark.ts';
import { TextLink } from '../ui/link.tsx';
import type { FigureLinks } from './draw-marks.tsx';
import classes from './drawing.module.css';

interface Props {
  title: string;
  table: DataTable;
  links?: FigureLinks | undefined;
}

/** The table behind a drawing; its rows lead where their marks do. */
export function TableView({ title, table, links }: Props) {
  const { columns, rows, ids } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.place} aria-label={`Tabla: ${title}`} tabIndex={0}>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <tr key={n}>
              {row.map((value, column) => {
                const Cell = column === 0 ? 'th' : 'td';
                const text = cellText(table, value, column);
                const id = column === 0 ? ids?.[n] : undefined;
                const href = id === undefined ? null : (links?.ofMark(id) ?? null);
                return (
                  <Cell
                    key={columns[column]?.title}
                    {...(column === 0 ? { scope: 'row' } : {})}
                    data-number={columns[column]?.format !== undefined || undefined}
                  >
                    {href === null ? (
                      text
                    ) : (
                      <TextLink href={href} inherit>
                        {text}
                      </TextLink>
                    )}
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
