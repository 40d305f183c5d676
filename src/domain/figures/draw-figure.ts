import { drawBars } from '../drawings/bars.ts';
import type { MapComuna } from '../drawings/map/map.ts';
import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import type { ScoreFormula } from '../settings/score-formula.ts';
import { formatNumber } from '../text/format.ts';
import { type FigureName, figureOf } from './figures.ts';
import { ROW_HEADS } from './rows.ts';

/** Figures as the server answers them. */
export interface FigureValues {
  readonly measures: readonly string[];
  readonly rows: readonly {
    readonly key: string | null;
    readonly label: string;
    readonly across: string | null;
    readonly values: readonly (number | null)[];
    readonly other: readonly (number | null)[] | null;
  }[];
}

export interface FigureContext {
  /** What the two sides are called, where something is compared. */
  readonly sides: readonly [own: string, other: string] | null;
  /** Every comuna by its code, for the map. */
  readonly comunas: ReadonlyMap<string, MapComuna>;
  /** Of the composite score, where the topic has one. */
  readonly formula: ScoreFormula | null;
}

/** The figure as a drawing, on screen and on paper alike. */
export function drawFigure(
  name: FigureName,
  { measures, rows }: FigureValues,
  _context: FigureContext,
  sheet: Sheet,
): Drawing {
  const figure = figureOf(name);
  return drawBars(
    {
      series: measures.map(m => figure.measures[m]?.label ?? m),
      rows: rows.map(row => ({ label: row.label, values: row.values })),
      of: ROW_HEADS[figure.by],
      format: value => formatNumber(value),
      sentence: figure.title,
    },
    sheet,
  );
}
