import { drawHeatTable } from '../drawings/heat-table.ts';
import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { drawStackedBars } from '../drawings/stacked-bars.ts';
import { type Draft, type Drawn, drawRows, idOf, MOST } from './draw-rows.ts';
import { drawScore } from './draw-score.ts';
import { drawTotalsOf } from './draw-totals.ts';
import { chooseRows, chosenPeriods, type DrawnRow, heatRows } from './drawn-rows.ts';
import { type FigureName, figureOf } from './figures.ts';
import { type FigureContext, type FigureValues, labelOfMeasure } from './values.ts';

const MOST_OF_TWO_STACKS = 14;

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
  switch (figureOf(name).drawing) {
    case 'totals':
      return drawTotalsOf(given, context, sheet);
    case 'terms':
    case 'scores':
      return drawScore(name, given, context, sheet);
    case 'stacked':
      return drawRows(name, given, context, sheet, stacksOf);
    case 'heat':
      return drawRows(name, given, context, sheet, heatOf);
    default:
      return drawRows(name, given, context, sheet);
  }
}
