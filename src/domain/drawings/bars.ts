import { cutText, textWidth } from '../text/text-width.ts';
import { layOutRows, legendOf } from './bar-rows.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { lettering, painted, patternsOf, round, type Sheet } from './sheet.ts';

export interface BarsData {
  readonly series: readonly string[];
  /** One value for each series; null where nobody has said it. Never negative. */
  readonly rows: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
    /** Which of the data it is, see `Mark`. */
    readonly id?: string;
  }[];
  /** Head of the column of labels in the table. */
  readonly of: string;
  readonly format: (value: number) => string;
  readonly sentence: string;
}

/** Horizontal bars from one line, those of a row side by side; each has its figure at its end. */
export function drawBars(data: BarsData, sheet: Sheet): Drawing {
  const { size, width } = sheet;
  const { series, rows, format } = data;
  const most = Math.max(1, ...rows.flatMap(r => r.values.map(v => v ?? 0)));
  const figures = Math.max(0, ...rows.flatMap(r => r.values.map(v => textWidth(write(v, format), size))));
  const labels = rows.map(r => r.label);
  const { names, left, room, head } = layOutRows(labels, figures, sheet);
  const thick = round(size * (series.length > 1 ? 1.05 : 1.25));
  const gap = round(size * 0.8);
  const step = head + thick * series.length + gap;
  const legend = legendOf(series, sheet);

  const bar = (value: number | null, n: number, y: number): readonly Mark[] => [
    ...(value === null || value === 0
      ? []
      : [
          mark('rect', {
            x: left,
            y,
            width: round((value / most) * room),
            height: thick - 2,
            ...painted(sheet, n),
          }),
        ]),
    lettering(
      sheet,
      left + ((value ?? 0) / most) * room + size * 0.4,
      y + thick / 2 - 1,
      write(value, format),
      {
        dim: value === null,
      },
    ),
  ];
  const row = ({ label, values }: BarsData['rows'][number], n: number): Mark => {
    const top = legend.height + n * step;
    const middle = head > 0 ? top + size * 0.7 : top + (thick * series.length) / 2;
    const words = values.map((v, s) => `${series.length > 1 ? `${series[s]} ` : ''}${write(v, format)}`);
    return labelled(`${label}: ${words.join(', ')}`, [
      lettering(sheet, 0, middle, cutText(label, size, names)),
      ...values.flatMap((v, s) => bar(v, s, round(top + head + s * thick))),
    ]);
  };
  return {
    width,
    height: Math.max(1, Math.ceil(legend.height + rows.length * step)),
    marks: [patternsOf(sheet, series.length), ...legend.marks, ...rows.map(row)],
    sentence: data.sentence,
    table: {
      columns: [{ title: data.of }, ...series.map(title => ({ title, format }))],
      rows: rows.map(r => [r.label, ...r.values]),
    },
  };
}

const write = (value: number | null, format: (value: number) => string) =>
  value === null ? 'sin dato' : format(value);
