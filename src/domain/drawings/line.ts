import { type ScaleLinear, scaleLinear } from 'd3-scale';
import {
  curveLinear,
  curveStepAfter,
  line,
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
} from 'd3-shape';
import { formatDay } from '../text/format.ts';
import { cutText, textWidth } from '../text/text-width.ts';
import { type DayScale, dayScale, dayTicks, timeOf, yearTicks } from './day-axis.ts';
import { flow } from './flow.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { isNarrow, lettering, round, type Sheet } from './sheet.ts';

interface DayMark {
  readonly name: string;
  readonly day: string;
}

export interface LineData {
  /** At most four. */
  readonly series: readonly string[];
  /** In the order of their days, `yyyy-mm-dd`; one value for each series, null where there is none: a gap. */
  readonly rows: readonly { readonly day: string; readonly values: readonly (number | null)[] }[];
  /** Head of the column of days in the table. */
  readonly of: string;
  readonly format: (value: number) => string;
  readonly sentence: string;
  /** What should be reached: a line across. */
  readonly target?: { readonly name: string; readonly value: number };
  /** Days with a name: lines down, in their order. */
  readonly marks?: readonly DayMark[];
  /** Each day stands for its year, and is named so. */
  readonly years?: boolean;
  /** A value holds until the next one, as that of a count. */
  readonly steps?: boolean;
}

interface Point {
  readonly day: string;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

interface Plot {
  readonly data: LineData;
  readonly sheet: Sheet;
  readonly x: DayScale;
  readonly y: ScaleLinear<number, number>;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const DASHES = ['none', '7 4', '2 3', '9 3 2 3'] as const;
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond] as const;
const nth = <T>(all: readonly [T, ...T[]], n: number): T => all[n % all.length] ?? all[0];
const colourOf = ({ ink }: Sheet, n: number): string => nth(ink.series, n);

const nameOf = ({ years }: LineData, day: string): string => (years ? day.slice(0, 4) : formatDay(day));

const valueAt = (row: LineData['rows'][number], s: number): number | null => {
  const value = row.values[s] ?? null;
  return value !== null && Number.isFinite(value) ? value : null;
};

/** Lines over days. A line is named at its end where the names find room there, else in a legend. */
export function drawLines(data: LineData, sheet: Sheet): Drawing {
  const { size, width } = sheet;
  const { series, rows, marks = [] } = data;
  const tall = round(Math.min(Math.max(width * 0.4, size * 11), size * 18));
  const values = scaleOf(data);
  const ticks = ticksOf(data, values);
  const gutter =
    Math.min(width * 0.3, Math.max(...ticks.map(t => textWidth(data.format(t), size)))) + size * 0.7;
  const ends = endsOf(data, values, tall, sheet);
  const legend = ends === null ? legendOf(series, sheet) : { marks: [], height: 0 };
  const names = Math.max(0, ...(ends ?? []).map(end => textWidth(end.text, size)));
  const top = round(legend.height + size * (marks.length > 0 ? 2 : 0.8));
  const left = round(gutter);
  const right = round(
    Math.max(left + size, width - size * 0.8 - (names > 0 ? Math.min(names, width * 0.3) : 0)),
  );
  const days = [...rows, ...marks].map(r => r.day);
  const plot: Plot = {
    ...{ data, sheet, left, right, top, bottom: round(top + tall) },
    x: dayScale(days, left, right),
    y: values.copy().range([top + tall, top]),
  };
  return {
    width,
    height: Math.ceil(plot.bottom + size * 2),
    marks: [
      ...legend.marks,
      ...valueAxis(plot, ticks),
      ...(days.length > 0 ? dayAxis(plot, days) : []),
      ...targetOf(plot),
      ...marks.flatMap((one, n) => dayMark(plot, one, marks[n + 1])),
      ...series.flatMap((_, s) => seriesOf(plot, s)),
      ...nothingIn(plot),
      ...(ends ?? []).flatMap(({ s, text }) => endText(plot, s, text)),
    ],
    sentence: data.sentence,
    table: {
      columns: [{ title: data.of }, ...series.map(title => ({ title, format: data.format }))],
      rows: rows.map(r => [nameOf(data, r.day), ...series.map((_, s) => valueAt(r, s))]),
    },
  };
}

const TICKS = 5;
/** Less than any figure's last digit; between nearer ones there is no room for round numbers. */
const LEAST_SPAN = 1e-9;

/** From zero, or below, to the highest: what is cut off at the bottom makes small changes look big. */
function scaleOf({ series, rows, target }: LineData): ScaleLinear<number, number> {
  const all = rows.flatMap(r => series.flatMap((_, s) => valueAt(r, s) ?? []));
  const said = target ? [...all, target.value] : all;
  const least = said.reduce((a, b) => Math.min(a, b), 0);
  const most = said.reduce((a, b) => Math.max(a, b), 0);
  return scaleLinear([least, most - least < LEAST_SPAN ? least + 1 : most], [1, 0]).nice(TICKS);
}

/** Things that are counted have no halves, also on the axis. */
function ticksOf({ series, rows }: LineData, scale: ScaleLinear<number, number>): number[] {
  const whole = rows.every(r => series.every((_, s) => Number.isInteger(valueAt(r, s) ?? 0)));
  const ticks = scale.ticks(TICKS).filter(t => !whole || Number.isInteger(t));
  return ticks.length > 0 ? ticks : scale.domain();
}

function valueAxis({ data, sheet, y, left, right }: Plot, ticks: readonly number[]): Mark[] {
  const { size, ink } = sheet;
  return ticks.flatMap(tick => {
    const at = round(y(tick));
    const text = cutText(data.format(tick), size, left - size * 0.5);
    return [
      mark('line', { x1: left, x2: right, y1: at, y2: at, stroke: ink.line, 'stroke-width': 1 }),
      lettering(sheet, left - size * 0.5, at, text, { anchor: 'end', dim: true }),
    ];
  });
}

function dayAxis({ data, sheet, x, bottom }: Plot, days: readonly string[]): Mark[] {
  const { size, ink, width } = sheet;
  const ticks = data.years ? yearTicks(x, days, size, width) : dayTicks(x, size, width);
  return ticks.flatMap(({ x: at, textX, text }) => [
    mark('line', {
      ...{ x1: at, x2: at, y1: bottom, y2: round(bottom + size * 0.4) },
      ...{ stroke: ink.dim, 'stroke-width': 1 },
    }),
    lettering(sheet, textX, bottom + size * 1.2, text, { anchor: 'middle', dim: true }),
  ]);
}

function targetOf({ data, sheet, y, left, right, top }: Plot): Mark[] {
  const { target, format } = data;
  if (!target) return [];
  const { size, ink } = sheet;
  const at = round(y(target.value));
  const words = `${target.name}: ${format(target.value)}`;
  const below = at - size * 1.1 < top;
  const text = lettering(
    sheet,
    left + size * 0.4,
    at + size * (below ? 0.8 : -0.7),
    cutText(words, size, right - left - size * 0.4),
  );
  const rule = { stroke: ink.accent, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' };
  return [labelled(words, [mark('line', { x1: left, x2: right, y1: at, y2: at, ...rule }), text])];
}

/** Its name stands where there is more room; that of one before another, between both. */
function dayMark(plot: Plot, { name, day }: DayMark, next: DayMark | undefined): Mark[] {
  const { data, sheet, x, left, right, top, bottom } = plot;
  const { size, ink, width } = sheet;
  const at = round(x(timeOf(day)));
  const isLone = (data.marks ?? []).length === 1;
  const toLeft = isLone && at > (left + right) / 2;
  const end = next ? x(timeOf(next.day)) : width;
  const room = toLeft ? at : end - at - size * 0.4;
  // A few letters would name nothing: the line still says it.
  const text = isLone || room > size * 5 ? cutText(name, size, room) : '';
  return [
    labelled(`${name}: ${nameOf(data, day)}`, [
      mark('line', {
        ...{ x1: at, x2: at, y1: round(top - size), y2: bottom },
        ...{ stroke: ink.accent, 'stroke-width': 1.5 },
      }),
      lettering(sheet, at + size * (toLeft ? -0.4 : 0.4), top - size * 1.2, text, {
        anchor: toLeft ? 'end' : 'start',
      }),
    ]),
  ];
}

/** Points of a series where they stand, null in a gap. */
const pointsOf = ({ data, x, y }: Plot, s: number): (Point | null)[] =>
  data.rows.map(row => {
    const value = valueAt(row, s);
    if (value === null) return null;
    return { day: row.day, value, x: round(x(timeOf(row.day))), y: round(y(value)) };
  });

/** A sign of a series; not shown it still says its figure where the pointer or the keyboard reaches it. */
function sign(
  sheet: Sheet,
  s: number,
  { x, y }: Pick<Point, 'x' | 'y'>,
  radius: number,
  isShown = true,
): Mark {
  const d = symbol(nth(SHAPES, s), Math.PI * radius * radius).digits(2)() ?? '';
  const place = { d, transform: `translate(${round(x)} ${round(y)})`, fill: colourOf(sheet, s) };
  return mark('path', isShown ? place : { ...place, opacity: 0 });
}

/**
 * Of many days on a phone signs that touch would hide the dashes: only some are shown, with the last one and those that
 * have no line.
 */
function shownOf(points: readonly (Point | null)[], room: number, size: number): (n: number) => boolean {
  const every = Math.max(1, Math.ceil(size / room));
  const crowded = room < size * 0.7;
  const has = (n: number) => (points[n] ?? null) !== null;
  const last = points.findLastIndex(p => p !== null);
  return n => !crowded || n % (every * 2) === 0 || n === last || !(has(n - 1) || has(n + 1));
}

function seriesOf(plot: Plot, s: number): Mark[] {
  const { data, sheet, left, right } = plot;
  const points = pointsOf(plot, s);
  const d = line<Point | null>(
    p => p?.x ?? 0,
    p => p?.y ?? 0,
  )
    .defined(p => p !== null)
    .curve(data.steps ? curveStepAfter : curveLinear)
    .digits(2)(points);
  const stroke = { stroke: colourOf(sheet, s), 'stroke-width': 2, 'stroke-dasharray': nth(DASHES, s) };
  const isShown = shownOf(points, (right - left) / Math.max(1, points.length), sheet.size);
  const name = data.series.length > 1 ? `, ${data.series[s]}` : '';
  return [
    ...(d ? [mark('path', { d, fill: 'none', 'stroke-linejoin': 'round', ...stroke })] : []),
    ...points.flatMap((p, n) => {
      if (p === null) return [];
      const words = `${nameOf(data, p.day)}${name}: ${data.format(p.value)}`;
      return labelled(words, [sign(sheet, s, p, sheet.size * 0.3, isShown(n))]);
    }),
  ];
}

function nothingIn({ data, sheet, left, right, top, bottom }: Plot): Mark[] {
  const { rows, series } = data;
  if (rows.some(r => series.some((_, s) => valueAt(r, s) !== null))) return [];
  return [
    lettering(sheet, (left + right) / 2, (top + bottom) / 2, 'Sin datos', { anchor: 'middle', dim: true }),
  ];
}

interface End {
  readonly s: number;
  /** Its name; of one series alone, which its title names, how far it came. */
  readonly text: string;
}

/** What stands at the end of each line; null where these would touch, or one has no end. */
function endsOf(data: LineData, y: ScaleLinear<number, number>, tall: number, sheet: Sheet): End[] | null {
  const { series, rows, format } = data;
  const lasts = series.map((_, s) => {
    const row = rows.findLast(r => valueAt(r, s) !== null);
    return row ? valueAt(row, s) : null;
  });
  if (series.length < 2)
    return lasts.flatMap((value, s) => (value === null ? [] : [{ s, text: format(value) }]));
  if (isNarrow(sheet) || lasts.includes(null)) return null;
  const heights = lasts.map(value => y(value ?? 0) * tall).toSorted((a, b) => a - b);
  const touch = heights.some((at, n) => n > 0 && at - (heights[n - 1] ?? 0) < sheet.size * 1.2);
  return touch ? null : series.map((text, s) => ({ s, text }));
}

function endText(plot: Plot, s: number, text: string): Mark[] {
  const { sheet } = plot;
  const { size, width } = sheet;
  const last = pointsOf(plot, s).findLast(p => p !== null);
  if (!last) return [];
  const at = last.x + size * 0.6;
  return [lettering(sheet, at, last.y, cutText(text, size, width - at))];
}

/** A piece of each line with its name, in as many rows as they need. */
function legendOf(series: readonly string[], sheet: Sheet): { marks: Mark[]; height: number } {
  const { size, width } = sheet;
  const sample = size * 2.4;
  const texts = series.map(name => cutText(name, size, width - sample));
  const places = flow(
    texts.map(text => sample + textWidth(text, size)),
    size,
    width,
  );
  const marks = places.map(({ x, line: row }, s) => {
    const [at, middle] = [round(x), round(size * (0.6 + row * 1.5))];
    const stroke = { stroke: colourOf(sheet, s), 'stroke-width': 2, 'stroke-dasharray': nth(DASHES, s) };
    return mark('g', {}, [
      mark('line', { x1: at, x2: round(at + size * 2), y1: middle, y2: middle, ...stroke }),
      sign(sheet, s, { x: at + size, y: middle }, size * 0.3),
      lettering(sheet, at + sample, middle, texts[s] ?? ''),
    ]);
  });
  return { marks, height: size * (1.4 + (places.at(-1)?.line ?? 0) * 1.5) };
}
