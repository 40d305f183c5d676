import type { ReactNode } from 'react';
import type { Search } from '../routing/paths.ts';

export interface Column<R> {
  /** Stable name of the column in the address. */
  key: string;
  title: string;
  /** Shown when there is no `render`. */
  value: (row: R) => string | number | boolean | null | undefined;
  render?: (row: R) => ReactNode;
  /** A second, smaller line; in the first column it is no part of the row's link. */
  below?: (row: R) => ReactNode;
  /** Name the endpoint sorts by; absent where it cannot. */
  sort?: string;
  /** What a phone calls this order and its reverse, where «ascendente» says nothing. */
  sortWords?: readonly [string, string];
  /** Numbers stand right. */
  align?: 'left' | 'right';
  /** CSS width the column takes at least; `Cut` is what keeps one narrow. */
  width?: string;
  /** Lines a cell has before it is cut; one, where nothing is said. */
  lines?: 2;
  /** What the endpoint has to be asked for besides while it is shown. */
  needs?: Search;
  /** Shown only when chosen. */
  optional?: boolean;
  /** Left out of the cards of a phone. */
  notOnPhone?: boolean;
}

/** Columns chosen in the address (`cols=code,title`), else the usual ones; the first one always stays. */
export function chooseColumns<R>(columns: readonly Column<R>[], chosen: unknown): Column<R>[] {
  const keys = typeof chosen === 'string' ? chosen.split(',') : [];
  const known = columns.filter(column => keys.includes(column.key));
  if (known.length === 0) return columns.filter(column => !column.optional);
  const [first] = columns;
  return first && !known.includes(first) ? [first, ...known] : known;
}

/** Text a cell shows without `render`. */
export function cellText(value: ReturnType<Column<unknown>['value']>): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  return String(value);
}
