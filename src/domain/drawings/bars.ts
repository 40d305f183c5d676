import { cutText, textWidth } from '../text/text-width.ts';
import { flow } from './flow.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { isNarrow, lettering, painted, patternsOf, round, type Sheet } from './sheet.ts';

export interface BarsData {
  readonly series: readonly string[];
  /** One value for each series; null where nobody has said it. Never negative. */
  readonly rows: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
  /** Head of the column of labels in the table. */
  readonly of: string;
  readonly format: (value: number) => string;
  readonly sentence: string;
}

/** Horizontal bars from one line, those of a row side by side; each has its figure at its end. */
export function drawBars(data: BarsData, sheet: Sheet): Drawing {
  const { size, width } = sheet;
  const { series, rows, format } = data;
  const narrow = isNarrow(sheet);
  const most = Math.max(1, ...rows.flatMap(r => r.values.map(v => v ?? 0)));
  const figures = Math.max(0, ...rows.flatMap(r => r.values.map(v => textWidth(write(v, format), size))));
  const names = Math.min(width * 0.36, Math.max(0, ...rows.map(r => textWidth(r.label, size))));
  const labels = narrow ? 0 : names + size;
  const room = Math.max(1, width - labels - figures - size);
  const thick = round(size * (series.length > 1 ? 1.05 : 1.25));
  const gap = round(size * 0.8);
  const head = narrow ? size * 1.5 : 0;
  const step = head + thick * series.length + gap;
  const legend = legendOf(series, sheet);

  const bar = (value: number | null, n: number, y: number): readonly Mark[] => [
    ...(value === null || value === 0
      ? []
      : [
          mark('rect', {
            x: labels,
            y,
            width: round((value / most) * room),
            height: thick - 2,
            ...painted(sheet, n),
          }),
        ]),
    lettering(
      sheet,
      labels + ((value ?? 0) / most) * room + size * 0.4,
      y + thick / 2 - 1,
      write(value, format),
      {
        dim: value === null,
      },
    ),
  ];
  const row = ({ label, values }: BarsData['rows'][number], n: number): Mark => {
    const top = legend.height + n * step;
    const middle = narrow ? top + size * 0.7 : top + (thick * series.length) / 2;
    const words = values.map((v, s) => `${series.length > 1 ? `${series[s]} ` : ''}${write(v, format)}`);
    return labelled(`${label}: ${words.join(', ')}`, [
      lettering(sheet, 0, middle, cutText(label, size, narrow ? width : names)),
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

interface Legend {
  readonly marks: readonly Mark[];
  /** With the room below it; zero where there is none. */
  readonly height: number;
}

/** A square of each series with its name, in as many lines as that takes; nothing where there is but one. */
export function legendOf(series: readonly string[], sheet: Sheet): Legend {
  if (series.length < 2) return { marks: [], height: 0 };
  const { size, width } = sheet;
  const [indent, step] = [size * 1.4, size * 1.6];
  const texts = series.map(name => cutText(name, size, width - indent));
  const places = flow(
    texts.map(text => indent + textWidth(text, size)),
    size * 1.2,
    width,
  );
  const marks = places.map(({ x, line }, n) => {
    const y = line * step;
    const square = { x: round(x + 0.5), y: round(y + 0.5), width: size, height: size };
    return mark('g', {}, [
      mark('rect', { ...square, ...painted(sheet, n) }),
      lettering(sheet, x + indent, y + size / 2 + 0.5, texts[n] ?? ''),
    ]);
  });
  return { marks, height: round((places.at(-1)?.line ?? 0) * step + size * 2) };
}
