import { cutText, textWidth } from '../text/text-width.ts';
import { layOutRows, legendOf } from './bar-rows.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { lettering, painted, patternsOf, round, type Sheet } from './sheet.ts';

export interface StackedBarsData {
  /** Up to four are told apart by colour and pattern; a fifth, of what belongs to none, is grey. */
  readonly series: readonly string[];
  /** One value for each series, never negative. */
  readonly rows: readonly {
    readonly label: string;
    /** Stands behind the label and stays there where that is cut: two rows may have the same label. */
    readonly end?: string;
    readonly values: readonly number[];
    /** Of the row's mark. */
    readonly id?: string;
  }[];
  /** Head of the column of labels in the table. */
  readonly of: string;
  readonly format: (value: number) => string;
  readonly sentence: string;
}

type Row = StackedBarsData['rows'][number];
const wholeLabel = ({ label, end }: Row) => (end === undefined ? label : `${label} · ${end}`);

function cutLabel({ label, end }: Row, size: number, room: number): string {
  if (end === undefined) return cutText(label, size, room);
  const tail = cutText(` · ${end}`, size, room / 2);
  return `${cutText(label, size, room - textWidth(tail, size))}${tail}`;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0);

/** How much wider letters are at most when they are bold. */
const BOLD = 1.08;

/** A value over its segment; on a plate, as nothing is read on a pattern. */
function inside(text: string, sheet: Sheet, n: number, middle: number, y: number): readonly Mark[] {
  const { size, ink } = sheet;
  const letters = lettering(sheet, middle, y, text, { anchor: 'middle', scale: 0.9 });
  if (n === 0) return [{ ...letters, attributes: { ...letters.attributes, fill: ink.ground } }];
  const wide = textWidth(text, size * 0.9);
  const place = { x: round(middle - wide / 2), y: round(y - size * 0.55), width: round(wide) };
  return [mark('rect', { ...place, height: round(size * 1.1), rx: 2, fill: ink.ground }), letters];
}

/** Horizontal bars of parts that add up, with the sum at the end of each. */
export function drawStackedBars(data: StackedBarsData, sheet: Sheet): Drawing {
  const { size, width } = sheet;
  const { series, rows, format } = data;
  const labels = rows.map(wholeLabel);
  const totals = Math.max(0, ...rows.map(r => textWidth(format(sumOf(r.values)), size * BOLD)));
  const { names, left, room, head } = layOutRows(labels, totals, sheet);
  const thick = round(size * 1.5);
  const step = round(head + thick + size * 0.8);
  const legend = legendOf(series, sheet);
  const most = Math.max(...rows.map(r => sumOf(r.values)), 0) || 1;
  /** Ends are rounded, not widths: what is left of one never adds up over a row. */
  const end = (values: readonly number[], n: number) => round((sumOf(values.slice(0, n)) / most) * room);

  const segment = (values: readonly number[], n: number, y: number): readonly Mark[] => {
    const value = values[n] ?? 0;
    const [from, wide] = [end(values, n), round(end(values, n + 1) - end(values, n))];
    if (value === 0 || wide <= 0) return [];
    const text = format(value);
    const place = { x: round(left + from), y, width: wide, height: thick };
    // Of one part alone the sum at the end says it already.
    const isRoomy = value < sumOf(values) && textWidth(text, size * 0.9) + size * 0.8 <= wide;
    return [
      mark('rect', { ...place, ...painted(sheet, n) }),
      ...(isRoomy ? inside(text, sheet, n, left + from + wide / 2, y + thick / 2) : []),
    ];
  };
  const row = (given: Row, n: number): Mark => {
    const { values, id } = given;
    const top = legend.height + n * step;
    const middle = top + head + thick / 2;
    const total = format(sumOf(values));
    const parts = values.flatMap((v, s) => (v === 0 ? [] : [`${series[s]} ${format(v)}`]));
    const words = series.length > 1 && parts.length > 0 ? `${parts.join(', ')}; total ${total}` : total;
    const name = cutLabel(given, size, names);
    const marks = [
      lettering(sheet, 0, head > 0 ? top + size * 0.7 : middle, name),
      ...values.flatMap((_, s) => segment(values, s, round(top + head))),
      lettering(sheet, left + end(values, values.length) + size * 0.5, middle, total, { bold: true }),
    ];
    return labelled(`${wholeLabel(given)}: ${words}`, marks, id);
  };
  const hasTotal = series.length > 1;
  return {
    width,
    height: Math.max(1, Math.ceil(legend.height + rows.length * step)),
    marks: [patternsOf(sheet, series.length), ...legend.marks, ...rows.map(row)],
    sentence: data.sentence,
    table: {
      columns: [
        { title: data.of },
        ...series.map(title => ({ title, format })),
        ...(hasTotal ? [{ title: 'Total', format }] : []),
      ],
      rows: rows.map(r => [wholeLabel(r), ...r.values, ...(hasTotal ? [sumOf(r.values)] : [])]),
    },
  };
}
