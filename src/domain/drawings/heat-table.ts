import { cutText, textWidth } from '../text/text-width.ts';
import { flow } from './flow.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { lettering, round, type Sheet } from './sheet.ts';

export interface HeatData {
  readonly columns: readonly string[];
  /** One value for each column; null where there is none. */
  readonly rows: readonly {
    readonly label: string;
    readonly values: readonly (number | null)[];
    /** Of the cells' marks, one for each column. */
    readonly ids?: readonly (string | undefined)[];
  }[];
  /** Head of the column of labels in the table. */
  readonly of: string;
  /** Where the lightest shade begins and the darkest ends. */
  readonly range: readonly [least: number, most: number];
  readonly format: (value: number) => string;
  readonly sentence: string;
}

/** Opacity of the colour over the ground; the figure in the cell keeps a contrast of 4.5 on each, on screen and paper. */
export const SHADES = [0.04, 0.11, 0.18, 0.25, 0.32] as const;

/** Shade of a value, the first or last of them outside of the range. */
export function shadeOf(value: number, [least, most]: HeatData['range']): number {
  const share = most > least ? (value - least) / (most - least) : 0;
  const step = Math.min(SHADES.length - 1, Math.max(0, Math.floor(share * SHADES.length)));
  return SHADES[step] ?? SHADES[0];
}

/** Sizes of the type that a cell has at least, and that one with a short head has at most. */
const LEAST = 3.2;
const MOST = 9;
/** Below this a head is a number, unless the words of all are as short as that. */
const NAMED = 5.5;
const SHORT = 4.5;
const HEAD_LINES = 3;

interface Grid {
  readonly data: HeatData;
  readonly sheet: Sheet;
  readonly labels: number;
  readonly cell: number;
  /** Of a column by its place: names may repeat. */
  readonly xOf: (column: number) => number;
}

/** A table whose cells are shaded by their value; wider than the sheet where it has more columns than fit. */
export function drawHeatTable(data: HeatData, sheet: Sheet): Drawing {
  const { size } = sheet;
  const { columns, rows } = data;
  const grid = gridOf(data, sheet);
  const { labels, cell } = grid;
  const width = Math.max(sheet.width, Math.ceil(labels + cell * columns.length));
  const numbered = columns.length > 0 && cell < Math.min(NAMED * size, headWidth(columns, size));
  const key = numbered ? keyOf(grid) : { marks: [], height: 0 };
  const heads = columns.map(name => (numbered ? [] : linesOf(name, size, cell - size * 0.4)));
  const lines = numbered ? 1 : Math.max(0, ...heads.map(h => h.length));
  const top = round(key.height + lines * size * 1.2 + (lines > 0 ? size * 0.5 : 0));
  const step = round(size * 2);
  const head = (name: string, n: number): Mark => {
    const texts = numbered ? [String(n + 1)] : (heads[n] ?? []);
    return labelled(
      numbered ? `${n + 1}: ${name}` : name,
      texts.map((text, i) =>
        lettering(
          sheet,
          grid.xOf(n) + cell / 2,
          top - size * 0.5 - (texts.length - i - 0.5) * size * 1.2,
          text,
          { anchor: 'middle', dim: true },
        ),
      ),
    );
  };
  return {
    width,
    height: Math.max(1, Math.ceil(top + rows.length * step)),
    marks: [
      hatch(sheet),
      ...key.marks,
      ...columns.map(head),
      ...rows.flatMap((_, n) => rowOf(grid, n, top + n * step, step)),
    ],
    sentence: data.sentence,
    table: {
      columns: [{ title: data.of }, ...columns.map(title => ({ title, format: data.format }))],
      rows: rows.map(r => [r.label, ...columns.map((_, n) => valueAt(r, n))]),
    },
  };
}

const valueAt = (row: HeatData['rows'][number], column: number): number | null => {
  const value = row.values[column] ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
};

const write = (value: number | null, format: HeatData['format']) => (value === null ? '—' : format(value));

/** What a cell takes whose head has the longest of all words. */
const headWidth = (columns: readonly string[], size: number): number => {
  const words = columns.flatMap(name => name.split(/\s+/));
  return words.reduce((most, word) => Math.max(most, textWidth(word, size)), 0) + size * 0.4;
};

function gridOf(data: HeatData, sheet: Sheet): Grid {
  const { size, width } = sheet;
  const { columns, rows, format } = data;
  const longest = rows.reduce((most, r) => Math.max(most, textWidth(r.label, size)), 0);
  const widest = rows
    .flatMap(r => columns.map((_, n) => textWidth(write(valueAt(r, n), format), size)))
    .reduce((a, b) => Math.max(a, b), 0);
  const heads = headWidth(columns, size);
  const least = Math.max(LEAST * size, widest + size * 0.4, heads <= SHORT * size ? heads : 0);
  const labels = round(Math.min(width * 0.36, longest) + size * 0.8);
  const count = Math.max(1, columns.length);
  const fitting = Math.max(least, Math.min((width - labels) / count, Math.max(least, MOST * size)));
  // Rounded down, so that as many as fit still do.
  const cell = Math.floor(fitting * 100) / 100;
  return { data, sheet, labels, cell, xOf: n => round(labels + cell * n) };
}

function rowOf({ data, sheet, labels, cell, xOf }: Grid, n: number, y: number, step: number): Mark[] {
  const { size, ink } = sheet;
  const row = data.rows[n];
  if (!row) return [];
  const cells = data.columns.map((column, c): Mark => {
    const value = valueAt(row, c);
    const x = xOf(c);
    const ground =
      value === null
        ? { fill: `url(#${hatchName(sheet)})` }
        : { fill: ink.series[0], 'fill-opacity': shadeOf(value, data.range) };
    const marks = [
      mark('rect', {
        ...{ x, y: round(y), width: cell, height: step },
        ...{ ...ground, stroke: ink.ground, 'stroke-width': 2 },
      }),
      lettering(sheet, x + cell / 2, y + step / 2, write(value, data.format), { anchor: 'middle' }),
    ];
    const words = value === null ? 'sin dato' : data.format(value);
    return labelled(`${row.label}, ${column}: ${words}`, marks, row.ids?.[c]);
  });
  return [lettering(sheet, 0, y + step / 2, cutText(row.label, size, labels - size * 0.8)), ...cells];
}

/** A head in at most three lines; a word too long for its line is cut, and so is what does not fit in them. */
function linesOf(name: string, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/).filter(w => w !== '')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    const isFull = lines.length === HEAD_LINES;
    if (last !== undefined && (isFull || textWidth(joined, size) <= room)) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines.map(text => cutText(text, size, room));
}

/** What the numbers stand for, above: where a table is read with nothing to hover, as on paper. */
function keyOf({ data, sheet }: Grid): { marks: Mark[]; height: number } {
  const { size, width } = sheet;
  const texts = data.columns.map((name, n) => cutText(`${n + 1} ${name}`, size, width));
  const places = flow(
    texts.map(text => textWidth(text, size)),
    size * 1.5,
    width,
  );
  const marks = places.map(({ x, line }, n) =>
    lettering(sheet, x, (line + 0.5) * size * 1.4, texts[n] ?? '', { dim: true }),
  );
  return { marks, height: size * (((places.at(-1)?.line ?? 0) + 1) * 1.4 + 0.4) };
}

const hatchName = ({ name }: Sheet) => `${name}-none`;

/** Ground of what nobody has said: light lines, on which a sign can be read. */
const hatch = (sheet: Sheet): Mark =>
  mark('defs', {}, [
    mark('pattern', { id: hatchName(sheet), width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, [
      mark('path', {
        d: 'M-1 1L1 -1M0 6L6 0M5 7L7 5',
        stroke: sheet.ink.line,
        'stroke-width': 1,
        fill: 'none',
      }),
    ]),
  ]);
