import { Group, Switch } from '@mantine/core';
import { type ComponentType, useCallback, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { Pager } from '../paging/pager.tsx';
import { usePagedRows } from '../paging/use-paged-rows.tsx';
import plain from '../plain-table.module.css';
import classes from './paste.module.css';
import type { Judged, PastedRow } from './use-judged.tsx';

/** Rows on screen at once. */
const AT_ONCE = 50;

export interface RowProps<R, E> {
  row: R;
  errors: E | undefined;
  isRepeated: boolean;
  /** Stays the same function. Null takes the row away. */
  onChange: (line: number, part: Partial<R> | null) => void;
}

interface Props<R, E> {
  rows: readonly R[];
  judged: Judged<R, E>;
  /** Titles of the cells between number and button. */
  heads: readonly string[];
  /** A `MendRow` with these cells, in `memo`. */
  row: ComponentType<RowProps<R, E>>;
  onRows: (rows: readonly R[]) => void;
}

/** What was read of a list, every cell to be mended in place. */
export function PasteTable<R extends PastedRow, E>({ rows, judged, heads, row: Row, onRows }: Props<R, E>) {
  const { errors, repeated } = judged;
  const { lines, show } = useLinesToMend(errors);
  const wanted = lines ? rows.filter(({ line }) => lines.has(line)) : rows;
  const { shown, pager } = usePagedRows(wanted, AT_ONCE);
  const now = useRef({ rows, onRows });
  now.current = { rows, onRows };
  const change = useCallback((line: number, part: Partial<R> | null) => {
    const { rows: all, onRows: set } = now.current;
    set(all.flatMap(each => (each.line !== line ? each : part ? { ...each, ...part } : [])));
  }, []);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <span aria-live="polite">{summaryOf(rows.length, repeated.size, errors.size)}</span>
        <Switch
          label="Solo las que hay que corregir"
          checked={lines !== null}
          onChange={event => show(event.currentTarget.checked)}
        />
      </Group>
      <div className={classes.scroller}>
        <table className={`${plain.table} ${classes.mend}`}>
          <Heads titles={heads} />
          <tbody>
            {shown.map(row => (
              <Row
                key={row.line}
                row={row}
                errors={errors.get(row.line)}
                isRepeated={repeated.has(row.line)}
                onChange={change}
              />
            ))}
          </tbody>
        </table>
      </div>
      {wanted.length === 0 && <p className={classes.quiet}>No queda ninguna fila por corregir.</p>}
      <Pager {...pager} />
    </>
  );
}

/**
 * Lines that are to be mended, as they were when they were asked for: somebody mended stays until the last letter is
 * typed. Null shows all.
 */
function useLinesToMend(errors: ReadonlyMap<number, unknown>) {
  const [lines, setLines] = useState<ReadonlySet<number> | null>(
    errors.size > 0 ? new Set(errors.keys()) : null,
  );
  return { lines, show: (only: boolean) => setLines(only ? new Set(errors.keys()) : null) };
}

const summaryOf = (people: number, repeated: number, wrong: number): string =>
  [
    formatCount(people, 'persona', 'personas'),
    repeated > 0 &&
      formatCount(repeated, 'fila repetida que no se agrega', 'filas repetidas que no se agregan'),
    wrong > 0 && `${formatNumber(wrong)} por corregir`,
  ]
    .filter(Boolean)
    .join(' · ');

const Heads = ({ titles }: { titles: readonly string[] }) => (
  <thead>
    <tr>
      {['Fila', ...titles].map(title => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
      <th scope="col">
        <span className="visually-hidden">Quitar</span>
      </th>
    </tr>
  </thead>
);
