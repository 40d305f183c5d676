import { drawBars } from '../drawings/bars.ts';
import { drawHeatTable } from '../drawings/heat-table.ts';
import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { drawStackedBars } from '../drawings/stacked-bars.ts';
import { drawScore } from './draw-score.ts';
import { drawTotalsOf } from './draw-totals.ts';
import { chooseRows, chosenPeriods, type DrawnRow, heatRows } from './drawn-rows.ts';
import { type FigureName, figureOf } from './figures.ts';
import { ROW_HEADS } from './rows.ts';
import { figureSentence } from './sentences.ts';
import {
  type FigureContext,
  type FigureValues,
  figureTable,
  fillCounts,
  formatValue,
  labelOfMeasure,
  unitOf,
} from './values.ts';

/** As many rows as fit on a page of paper, and are still looked at: fewer where each has several bars. */
const MOST = 20;
const MOST_OF_FOUR = 12;
const MOST_OF_TWO_STACKS = 14;

/** Of three measures and more the first two are compared: four patterns can be told apart. */
const COMPARED = 2;

interface Drawn {
  readonly name: FigureName;
  readonly data: FigureValues;
  readonly sides: FigureContext['sides'];
  readonly format: (value: number) => string;
  readonly of: string;
}
/** The drawing without its sentence and table, and how many rows are neither drawn nor part of another. */
type Draft = readonly [drawing: Drawing, left: number];

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

const idOf = (id: string | null) => (id === null ? {} : { id });

function stacksOf({ name, data, sides, format, of }: Drawn, sheet: Sheet): Draft {
  const { rows, left } = chooseRows(figureOf(name), data.rows, sides ? MOST_OF_TWO_STACKS : MOST);
  const parts = (values: DrawnRow['values'] | null) => data.measures.map((_, n) => values?.[n] ?? 0);
  const stacks = rows.flatMap(({ label, values, other, id }) => {
    if (!sides) return [{ label, values: parts(values), ...idOf(id) }];
    return [
      { label, end: sides[0], values: parts(values), ...idOf(id) },
      { label, end: sides[1], values: parts(other), ...idOf(id && `${id}:o`) },
    ];
  });
  const series = data.measures.map(m => labelOfMeasure(name, m));
  return [drawStackedBars({ series, rows: stacks, of, format, sentence: '' }, sheet), left];
}

function heatOf({ name, data, format, of }: Drawn, sheet: Sheet): Draft {
  const periods = chosenPeriods(data.rows);
  const { rows, left } = heatRows(figureOf(name), data.rows, periods, MOST);
  const most = Math.max(1, ...rows.flatMap(row => row.values.map(value => value ?? 0)));
  const columns = periods.map(period => period ?? 'Sin período');
  return [drawHeatTable({ columns, rows, of, range: [0, most], format, sentence: '' }, sheet), left];
}

/**
 * The figure as a drawing, on screen and on paper alike; with the table of all rows behind it, and in words what is seen.
 * A figure whose `drawing` is a map comes as bars: the map is heavy and drawn by `drawPlaces`.
 *
 * Each mark's id is the place of its row among those given, `3`; `3:o` where it is of the side compared with. What stands
 * for several rows has none.
 */
export function drawFigure(
  name: FigureName,
  given: FigureValues,
  context: FigureContext,
  sheet: Sheet,
): Drawing {
  const figure = figureOf(name);
  const { sides } = context;
  if (figure.drawing === 'totals') return drawTotalsOf(given, context, sheet);
  if (figure.drawing === 'terms' || figure.drawing === 'scores')
    return drawScore(name, given, context, sheet);
  const data = fillCounts(name, given);
  const format = (value: number) => formatValue(unitOf(figure), value);
  const drawn: Drawn = { name, data, sides, format, of: ROW_HEADS[figure.by] };
  const draw = { bars: barsOf, map: barsOf, stacked: stacksOf, heat: heatOf }[figure.drawing];
  // Of a table with columns there is a cell for what was found alone.
  const [drawing, left] = draw(figure.drawing === 'heat' ? { ...drawn, data: given } : drawn, sheet);
  const rest = left > 0 ? [`Se dibujan ${data.rows.length - left} de ${data.rows.length} filas.`] : [];
  return {
    ...drawing,
    sentence: [figureSentence(name, data, sides), ...rest].join(' '),
    table: figureTable(name, data, sides),
  };
}
