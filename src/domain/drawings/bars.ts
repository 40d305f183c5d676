import { cutText, textWidth } from '../text/text-width.ts';
import { layOutRows, legendOf } from './bar-rows.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { lettering, painted, patternsOf, round, type Sheet } from './sheet.ts';

interface BarsRow {
  readonly label: string;
  /** One value for each series; null where nobody has said it. Of what is below zero no bar is drawn. */
  readonly values: readonly (number | null)[];
  /** Of the row's mark. */
  readonly id?: string;
  /** One for each value, where not all are of one mark: neighbours with the same id are. */
  readonly ids?: readonly string[];
}

export interface BarsData {
  readonly series: readonly string[];
  readonly rows: readonly BarsRow[];
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
    ...(value === null || value <= 0
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
      left + (Math.max(0, value ?? 0) / most) * room + size * 0.4,
      y + thick / 2 - 1,
      write(value, format),
      {
        dim: value === null,
      },
    ),
  ];
  const row = (given: BarsRow, n: number): readonly Mark[] => {
    const { label, values } = given;
    const top = legend.height + n * step;
    const middle = head > 0 ? top + size * 0.7 : top + (thick * series.length) / 2;
    const name = lettering(sheet, 0, middle, cutText(label, size, names));
    return partsOf(given).map(({ id, from, to }, part) => {
      const own = values.slice(from, to);
      const words = own.map(
        (v, s) => `${series.length > 1 ? `${series[from + s]} ` : ''}${write(v, format)}`,
      );
      const bars = own.flatMap((v, s) => bar(v, from + s, round(top + head + (from + s) * thick)));
      return labelled(`${label}: ${words.join(', ')}`, [...(part === 0 ? [name] : []), ...bars], id);
    });
  };
  return {
    width,
    height: Math.max(1, Math.ceil(legend.height + rows.length * step)),
    marks: [patternsOf(sheet, series.length), ...legend.marks, ...rows.flatMap(row)],
    sentence: data.sentence,
    table: {
      columns: [{ title: data.of }, ...series.map(title => ({ title, format }))],
      rows: rows.map(r => [r.label, ...r.values]),
    },
  };
}

const write = (value: number | null, format: (value: number) => string) =>
  value === null ? 'sin dato' : format(value);

interface Part {
  readonly id?: string;
  /** Its values, from the first to the one before `to`. */
  readonly from: number;
  readonly to: number;
}

/** Marks of a row: one, or one for each run of the same id. */
function partsOf({ values, id, ids }: BarsRow): Part[] {
  if (!ids) return [{ ...(id === undefined ? {} : { id }), from: 0, to: values.length }];
  const starts = ids.flatMap((own, n) => (n === 0 || own !== ids[n - 1] ? [n] : []));
  return starts.map((from, n) => ({ id: ids[from] ?? '', from, to: starts[n + 1] ?? values.length }));
}
