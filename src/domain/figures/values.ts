import type { MapComuna } from '../drawings/map/map.ts';
import type { DataTable } from '../drawings/mark.ts';
import { lookUp } from '../kit/look-up.ts';
import type { ScoreFormula } from '../settings/score-formula.ts';
import { type Figure, type FigureName, figureOf, type Unit } from './figures.ts';
import { ROW_HEADS } from './row-words.ts';
import { formatValue, TOTALS } from './totals.ts';

/** One for each measure; null where nobody has said it. */
type Values = readonly (number | null)[];

interface FigureRow {
  readonly key: string | null;
  readonly label: string;
  readonly across: string | null;
  readonly values: Values;
  readonly other: Values | null;
}

/** Figures as the server answers them. */
export interface FigureValues {
  readonly measures: readonly string[];
  readonly rows: readonly FigureRow[];
}

/** What the two sides are called, where something is compared. */
export type Sides = readonly [own: string, other: string] | null;

export interface FigureContext {
  readonly sides: Sides;
  /** Every comuna by its code, for the map. */
  readonly comunas: ReadonlyMap<string, MapComuna>;
  /** Of the composite score, where the topic has one. */
  readonly formula: ScoreFormula | null;
}

/** What its values are counted in; all measures of a figure in the same. */
export const unitOf = ({ measures }: Figure): Unit => Object.values(measures)[0]?.unit ?? 'projects';

/** The same of the list behind a row: of what has several units, that of the row. */
export function unitIn(figure: Figure, measure: string, row: string | undefined): Unit {
  const total = figure.by === 'total' && row !== undefined ? lookUp(TOTALS, row) : undefined;
  return total?.unit ?? figure.measures[measure]?.unit ?? 'projects';
}

/** What the database counts itself: where it finds nothing there is none. Of all others nobody has said it. */
const COUNTED: readonly Unit[] = ['projects', 'partners', 'reviews', 'indicators'];

/** The same figures; what is counted and was not found is 0. */
export function fillCounts(name: FigureName, data: FigureValues): FigureValues {
  if (!COUNTED.includes(unitOf(figureOf(name)))) return data;
  const fill = (values: Values) => values.map(value => value ?? 0);
  const rows = data.rows.map(row => ({
    ...row,
    values: fill(row.values),
    other: row.other && fill(row.other),
  }));
  return { ...data, rows };
}

export const labelOfMeasure = (name: FigureName, measure: string): string =>
  figureOf(name).measures[measure]?.label ?? measure;

const sumOf = (values: Values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** One row of a table with columns after the other, each in time. */
const inColumns = (rows: FigureValues['rows']) => {
  const keys = [...new Set(rows.map(row => row.key))];
  return rows.toSorted(
    (a, b) =>
      keys.indexOf(a.key) - keys.indexOf(b.key) ||
      Number(a.across === null) - Number(b.across === null) ||
      (a.across ?? '').localeCompare(b.across ?? ''),
  );
};

/** The table behind a figure: every row with all measures of both sides. */
export function figureTable(name: FigureName, { measures, rows }: FigureValues, sides: Sides): DataTable {
  const figure = figureOf(name);
  const format = (value: number) => formatValue(unitOf(figure), value);
  // Parts are told with what they come to.
  const isSummed = figure.drawing === 'stacked';
  const titles = [...measures.map(m => labelOfMeasure(name, m)), ...(isSummed ? ['Total'] : [])];
  const cells = (values: Values) => [...values, ...(isSummed ? [sumOf(values)] : [])];
  const columns = sides ? sides.flatMap(side => titles.map(title => `${title} · ${side}`)) : titles;
  const isCrossed = figure.across !== undefined;
  const inOrder = isCrossed ? inColumns(rows) : rows;
  return {
    ids: inOrder.map(row => String(rows.indexOf(row))),
    columns: [
      { title: ROW_HEADS[figure.by] },
      ...(isCrossed ? [{ title: ROW_HEADS.period }] : []),
      ...columns.map(title => ({ title, format })),
    ],
    rows: inOrder.map(row => [
      row.label,
      ...(isCrossed ? [row.across ?? 'Sin período'] : []),
      ...cells(row.values),
      ...(sides ? cells(row.other ?? measures.map(() => null)) : []),
    ]),
  };
}
