import type { Drawing } from '../drawings/mark.ts';
import type { Sheet } from '../drawings/sheet.ts';
import { drawTotals } from '../drawings/totals.ts';
import { ROW_HEADS } from './row-words.ts';
import { totalText } from './totals.ts';
import type { FigureContext, FigureValues } from './values.ts';

/** What a portfolio comes to, at one look. */
export function drawTotalsOf({ rows }: FigureValues, { sides }: FigureContext, sheet: Sheet): Drawing {
  const [mine, theirs] = sides ?? ['Valor', ''];
  const told = rows.map(({ key, label, values, other }, n) => ({
    ...{ label, id: String(n), value: totalText(key, values[0] ?? null) },
    ...(sides && { other: `${theirs}: ${totalText(key, other?.[0] ?? null)}` }),
  }));
  const isEmpty = rows.every(({ values, other }) => !values[0] && !other?.[0]);
  return drawTotals(
    {
      rows: told,
      sentence: isEmpty ? 'Sin datos.' : sides ? `${mine}, y debajo ${theirs}.` : 'De un vistazo.',
      table: {
        columns: [{ title: ROW_HEADS.total }, { title: mine }, ...(sides ? [{ title: theirs }] : [])],
        ids: told.map(({ id }) => id),
        rows: rows.map(({ label, values, other }) => [
          label,
          values[0] ?? 0,
          ...(sides ? [other?.[0] ?? 0] : []),
        ]),
      },
    },
    sheet,
  );
}
