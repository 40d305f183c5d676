import { drawMap } from '../drawings/map/map.ts';
import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { formatCount } from '../text/format.ts';
import type { FigureName } from './figures.ts';
import { figureSentence } from './sentences.ts';
import { type FigureContext, type FigureValues, figureTable, fillCounts } from './values.ts';

/** The only figure that is a map. */
const NAME: FigureName = 'projects_by_comuna';

/**
 * Projects by comuna on the map, apart from `drawFigure` as the map is heavy: of both sides the own is drawn, the table has
 * both. Marks have ids as there. What has no comuna that is known is told, not drawn.
 */
export function drawPlaces(given: FigureValues, context: FigureContext, sheet: Sheet): Drawing {
  const { sides, comunas } = context;
  const data = fillCounts(NAME, given);
  const placed = data.rows.flatMap(({ key, values }, n) => {
    const comuna = key === null ? undefined : comunas.get(key);
    const value = values[0] ?? 0;
    return key !== null && comuna && value > 0 ? [{ key, mark: { ...comuna, value, id: String(n) } }] : [];
  });
  const drawn = new Set(placed.map(({ key }) => key));
  const around = [...comunas].filter(([code]) => !drawn.has(code)).map(([, comuna]) => comuna);
  const { width, height, marks } = drawMap({ comunas: placed.map(p => p.mark), around, point: null }, sheet);
  const left = data.rows.filter(({ key }) => key === null || !comunas.has(key)).length;
  const rest = left > 0 ? [`${formatCount(left, 'fila', 'filas')} sin lugar en el mapa.`] : [];
  const sentence = [figureSentence(NAME, data, sides), ...rest].join(' ');
  return { width, height, marks, sentence, table: figureTable(NAME, data, sides) };
}
