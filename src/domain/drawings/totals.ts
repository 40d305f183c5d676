import { cutText, textWidth } from '../text/text-width.ts';
import { type Drawing, labelled, type Mark } from './mark.ts';
import { lettering, round, type Sheet } from './sheet.ts';

export interface TotalsData {
  readonly rows: readonly {
    readonly label: string;
    /** As it is written. */
    readonly value: string;
    /** What it is compared with, as it is written. */
    readonly other?: string;
    readonly id: string;
  }[];
  readonly sentence: string;
  readonly table: Drawing['table'];
}

/** Sizes of the type that a figure takes at least, and how large it is written. */
const LEAST = 11;
const LARGE = 1.9;

/** Figures side by side, each over its words, in as many lines as the width takes. */
export function drawTotals({ rows, sentence, table }: TotalsData, sheet: Sheet): Drawing {
  const { size, width } = sheet;
  const widest = Math.max(
    size * LEAST,
    ...rows.map(({ value }) => textWidth(value, size * LARGE) * 1.08 + size),
  );
  const columns = Math.max(1, Math.min(rows.length, Math.floor(width / widest)));
  const step = width / columns;
  const hasOther = rows.some(row => row.other !== undefined);
  const height = size * (hasOther ? 6 : 4.8);
  const total = ({ label, value, other, id }: TotalsData['rows'][number], n: number): Mark => {
    const [x, y] = [round((n % columns) * step), round(Math.floor(n / columns) * height)];
    const fits = (text: string) => cutText(text, size, step - size * 0.8);
    const beside =
      other === undefined ? [] : [lettering(sheet, x, y + size * 4.4, fits(other), { dim: true })];
    return labelled(
      `${label}: ${value}${other === undefined ? '' : `; ${other}`}`,
      [
        lettering(sheet, x, y + size * 1.2, value, { scale: LARGE, bold: true }),
        lettering(sheet, x, y + size * 2.9, fits(label), { dim: true }),
        ...beside,
      ],
      id,
    );
  };
  return {
    width,
    height: Math.max(1, Math.ceil(Math.ceil(rows.length / columns) * height)),
    marks: rows.map(total),
    sentence,
    table,
  };
}
