import { drawBars } from '../drawings/bars.ts';
import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { chooseRows } from './drawn-rows.ts';
import { type FigureName, figureOf } from './figures.ts';
import { ROW_HEADS } from './row-words.ts';
import { figureSentence } from './sentences.ts';
import { formatValue } from './totals.ts';
import {
  type FigureContext,
  type FigureValues,
  figureTable,
  fillCounts,
  labelOfMeasure,
  unitOf,
} from './values.ts';

/** As many rows as fit on a page of paper, and are still looked at: fewer where each has several bars. */
export const MOST = 20;
const MOST_OF_FOUR = 12;

/** Of three measures and more the first two are compared: four patterns can be told apart. */
const COMPARED = 2;

export interface Drawn {
  readonly name: FigureName;
  readonly data: FigureValues;
  readonly sides: FigureContext['sides'];
  readonly format: (value: number) => string;
  readonly of: string;
}
/** The drawing without its sentence and table, and how many rows are neither drawn nor part of another. */
export type Draft = readonly [drawing: Drawing, left: number];

function barsOf({ name, data, sides, format, of }: Drawn, sheet: Sheet): Draft {
  const measures = data.measures.map(m => labelOfMeasure(name, m));
  const compared = measures.slice(0, COMPARED);
  const series = !sides
    ? measures
    : compared.length === 1
      ? sides
      : sides.flatMap(side => compared.map(measure => `${measure}, ${side}`));
  const { rows, left } = chooseRows(figureOf(name), data.rows, series.length > 2 ? MOST_OF_FOUR : MOST);
  const bars = rows.map(({ label, values, other, id }) => {
    if (!sides) return { label, values, ...idOf(id) };
    const own = compared.map((_, n) => values[n] ?? null);
    const others = compared.map((_, n) => other?.[n] ?? null);
    const ids = id === null ? {} : { ids: [...own.map(() => id), ...others.map(() => `${id}:o`)] };
    return { label, values: [...own, ...others], ...ids };
  });
  return [drawBars({ series, rows: bars, of, format, sentence: '' }, sheet), left];
}

export const idOf = (id: string | null) => (id === null ? {} : { id });

/** A figure of rows, by whatever draws them: with its sentence and the table of all rows behind it. */
export function drawRows(
  name: FigureName,
  given: FigureValues,
  { sides }: FigureContext,
  sheet: Sheet,
  draw: (drawn: Drawn, sheet: Sheet) => Draft = barsOf,
): Drawing {
  const figure = figureOf(name);
  const data = fillCounts(name, given);
  const format = (value: number) => formatValue(unitOf(figure), value);
  const drawn: Drawn = { name, data, sides, format, of: ROW_HEADS[figure.by] };
  // Of a table with columns there is a cell for what was found alone.
  const [drawing, left] = draw(figure.drawing === 'heat' ? { ...drawn, data: given } : drawn, sheet);
  const rest = left > 0 ? [`Se dibujan ${data.rows.length - left} de ${data.rows.length} filas.`] : [];
  return {
    ...drawing,
    sentence: [figureSentence(name, data, sides), ...rest].join(' '),
    table: figureTable(name, data, sides),
  };
}
