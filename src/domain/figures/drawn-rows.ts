import type { Figure } from './figures.ts';
import { isFeminine, OVERLAPPING } from './row-words.ts';
import type { FigureValues } from './values.ts';

type Row = FigureValues['rows'][number];
type Values = Row['values'];

/** A row with its place among all, as an id; null where it stands for several. */
export interface DrawnRow {
  readonly label: string;
  readonly values: Values;
  readonly other: Values | null;
  readonly id: string | null;
}

/** The group of which the sentence tells is always drawn. */
export const TOLD = 'direct';

const sizeOf = (values: Values | null) => values?.[0] ?? 0;

/** Null where nobody has said any of them. */
const addUp = (columns: readonly Values[], length: number): (number | null)[] =>
  Array.from({ length }, (_, n) => {
    const known = columns.flatMap(values => values[n] ?? []);
    return known.length > 0 ? known.reduce((a, b) => a + b, 0) : null;
  });

const restLabel = ({ by }: Figure, count: number) => {
  if (by === 'period') return `Anteriores (${count})`;
  return `${isFeminine(by) ? 'Otras' : 'Otros'} (${count})`;
};

/** Whether rows can be put together: nothing is in two of them, and together they come to the sum. */
const canAddUp = ({ fold, by }: Figure) => fold === 'sum' && !OVERLAPPING.includes(by);

interface Chosen<R> {
  readonly rows: readonly R[];
  /** How many rows are neither there nor part of another. */
  readonly left: number;
}

/** The largest rows in their order, of periods the latest; the others together in one, where they add up. */
export function chooseRows(figure: Figure, all: readonly Row[], most: number): Chosen<DrawnRow> {
  const rows = all.map((row, n) => ({ ...row, id: String(n) }));
  if (rows.length <= most) return { rows, left: 0 };
  const inTime = figure.by === 'period';
  const larger = rows.toSorted(
    (a, b) =>
      Number(b.key === TOLD) - Number(a.key === TOLD) ||
      Math.max(sizeOf(b.values), sizeOf(b.other)) - Math.max(sizeOf(a.values), sizeOf(a.other)) ||
      Number(a.id) - Number(b.id),
  );
  const kept = new Set(inTime ? rows.slice(-most) : larger.slice(0, most));
  const [shown, others] = [rows.filter(row => kept.has(row)), rows.filter(row => !kept.has(row))];
  if (!canAddUp(figure)) return { rows: shown, left: others.length };
  const count = all[0]?.values.length ?? 0;
  const rest: DrawnRow = {
    label: restLabel(figure, others.length),
    values: addUp(
      others.map(row => row.values),
      count,
    ),
    other: others.some(row => row.other)
      ? addUp(
          others.map(row => row.other ?? []),
          count,
        )
      : null,
    id: null,
  };
  return { rows: inTime ? [rest, ...shown] : [...shown, rest], left: 0 };
}

const MOST_PERIODS = 8;

/** The latest periods of which a table tells, and none, where something is of no period. */
export function chosenPeriods(rows: readonly Row[]): (string | null)[] {
  const found = [...new Set(rows.filter(row => sizeOf(row.values) > 0).map(row => row.across))];
  const periods = found.filter(period => period !== null).sort();
  return [...periods.slice(-MOST_PERIODS), ...(found.includes(null) ? [null] : [])];
}

interface HeatRow {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly ids: readonly (string | undefined)[];
}

/** Rows of a table with a cell for each period, the largest first, that without a name last. */
export function heatRows(
  figure: Figure,
  all: readonly Row[],
  periods: readonly (string | null)[],
  most: number,
): Chosen<HeatRow> {
  const byKey = new Map<string | null, { label: string; cells: Map<string | null, [number, string]> }>();
  for (const [n, { key, label, across, values }] of all.entries()) {
    const value = values[0] ?? null;
    if (value === null || !periods.includes(across)) continue;
    const row = byKey.get(key) ?? { label, cells: new Map() };
    row.cells.set(across, [value, String(n)]);
    byKey.set(key, row);
  }
  const sum = (values: Iterable<[number, string]>) =>
    [...values].reduce((total, [value]) => total + value, 0);
  const rows = [...byKey]
    .toSorted(
      ([a, one], [b, two]) =>
        Number(a === null) - Number(b === null) || sum(two.cells.values()) - sum(one.cells.values()),
    )
    .map(([, { label, cells }]) => ({
      label,
      values: periods.map(period => cells.get(period)?.[0] ?? null),
      ids: periods.map(period => cells.get(period)?.[1]),
    }));
  if (rows.length <= most) return { rows, left: 0 };
  const others = rows.slice(most).map(row => row.values);
  const rest = { label: restLabel(figure, others.length), values: addUp(others, periods.length), ids: [] };
  return { rows: [...rows.slice(0, most), rest], left: 0 };
}
