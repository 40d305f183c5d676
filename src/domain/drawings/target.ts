import { formatNumber } from '../text/format.ts';
import { cutText, textWidth } from '../text/text-width.ts';
import { type Drawing, labelled, type Mark, mark } from './mark.ts';
import { shareReached, type Target } from './reach.ts';
import { isNarrow, lettering, painted, round, type Sheet } from './sheet.ts';

export interface TargetsData {
  readonly rows: readonly Target[];
  readonly sentence: string;
}

/** Whole hundredths, down: 99,9 % has not arrived. Beyond its own decimals a figure is no more than noise. */
const percentOf = (share: number) => Math.floor(share * 100 + 1e-6);
const percent = (share: number) => `${formatNumber(percentOf(share), 0)} %`;
const figure = (value: number) => formatNumber(value, 4);

/** What a milestone has come to, in words. */
const stand = (actual: number) => (actual >= 1 ? 'alcanzado' : 'no alcanzado');

/** Figure, target and share in words; `unit` may be left out where it does not fit. */
function wordsOf(row: Target, unit = row.unit): string {
  const { baseline, target, actual, direction = 'up' } = row;
  if (row.isMilestone) return actual === null ? 'sin dato' : stand(actual);
  const of = unit === '' ? '' : ` ${unit}`;
  const share = shareReached(row);
  const end = share === null ? '' : ` (${percent(share)})`;
  const isKept = direction === 'keep';
  const limit = isKept ? 'mantener ' : direction === 'down' && baseline === null ? 'hasta ' : '';
  if (actual === null) return `sin dato; meta: ${limit}${figure(target)}${of}`;
  // Short enough to be said twice; without it two figures of shares would read as one.
  const again = unit === '%' ? of : '';
  if (limit !== '') return `${figure(actual)}${of}; meta: ${limit}${figure(target)}${again}${end}`;
  if (!baseline && direction === 'up') return `${figure(actual)} de ${figure(target)}${of}${end}`;
  return `${figure(actual)}${of}; meta: de ${figure(baseline ?? 0)} a ${figure(target)}${end}`;
}

/** Where the target stands; what is beyond it shows as far as the edge. */
const MARK = 0.8;

interface Layout {
  /** Where bars begin, and how wide they can be. */
  readonly left: number;
  readonly room: number;
  /** Width for the name of a row. */
  readonly names: number;
  /** Width for the words at the end, and where they begin. */
  readonly words: number;
  readonly end: number;
  readonly step: number;
  /** Middles of bar, name and words, from the top of a row. */
  readonly bar: number;
  readonly name: number;
  readonly said: number;
}

function layOut(rows: readonly Target[], sheet: Sheet): Layout {
  const { width, size } = sheet;
  if (isNarrow(sheet)) {
    const lines = { name: round(size * 0.7), said: round(size * 2), bar: round(size * 3.25) };
    return { names: width, left: 0, room: width, words: width, end: 0, step: round(size * 4.8), ...lines };
  }
  const widest = (texts: readonly string[], share: number) =>
    Math.min(width * share, Math.max(0, ...texts.map(t => textWidth(t, size))));
  const names = widest(
    rows.map(r => r.label),
    0.34,
  );
  const words = widest(
    rows.map(r => wordsOf(r)),
    0.36,
  );
  const middle = round(size);
  return {
    names,
    left: round(names + size),
    room: round(Math.max(1, width - names - words - size * 2)),
    words,
    end: round(width - words),
    step: round(size * 2),
    bar: middle,
    name: middle,
    said: middle,
  };
}

/** Its point shows that the figure goes on, out of the drawing. */
function arrow(x: number, y: number, half: number, way: 1 | -1, colour: string): Mark {
  const [tip, high] = [round(way * half), round(half)];
  return mark('path', { d: `M${round(x)} ${round(y - half)}l${tip} ${high}l${-tip} ${high}z`, fill: colour });
}

/** As far as the figure has come. */
function wayOf(share: number | null, left: number, room: number, y: number, sheet: Sheet): readonly Mark[] {
  const high = sheet.size * 0.8;
  const half = sheet.size * 0.55;
  const [colour] = sheet.ink.series;
  if (share === null || share === 0) return [];
  if (share < 0) return [arrow(left + half, y, half, -1, colour)];
  const isBeyond = share * MARK > 1;
  const wide = isBeyond ? Math.max(0, room - half) : share * MARK * room;
  const place = { x: left, y: round(y - high / 2), width: round(wide), height: round(high) };
  return [
    mark('rect', { ...place, ...painted(sheet, 0) }),
    ...(isBeyond ? [arrow(left + wide, y, half, 1, colour)] : []),
  ];
}

/** Of each figure a bar from where it began; its target is the same line for all. */
export function drawTargets({ rows, sentence }: TargetsData, sheet: Sheet): Drawing {
  const { size, width, ink } = sheet;
  const layout = layOut(rows, sheet);
  const { left, room, step } = layout;
  const goal = round(left + MARK * room);
  const row = (each: Target, n: number): Mark => {
    const top = n * step;
    const y = top + layout.bar;
    const share = shareReached(each);
    const whole = wordsOf(each);
    const shown = textWidth(whole, size) <= layout.words ? whole : wordsOf(each, '');
    const style = { dim: each.actual === null, bold: share !== null && share >= 1 };
    const tick = { x1: goal, x2: goal, y1: round(y - size * 0.75), y2: round(y + size * 0.75) };
    const track = { x: left, y: round(y - size * 0.4), width: room, height: round(size * 0.8) };
    return labelled(`${each.label}: ${whole}`, [
      // The whole row answers to the pointer, also where it is empty.
      mark('rect', { x: 0, y: round(top), width, height: step, fill: ink.ground, 'fill-opacity': 0 }),
      lettering(sheet, 0, top + layout.name, cutText(each.label, size, layout.names)),
      mark('rect', { ...track, fill: ink.shade }),
      ...wayOf(share, left, room, y, sheet),
      mark('line', { ...tick, stroke: ink.text, 'stroke-width': 2 }),
      lettering(sheet, layout.end, top + layout.said, cutText(shown, size, layout.words), style),
    ]);
  };
  const titles = ['Línea base', 'Meta', 'Valor logrado'];
  return {
    width,
    height: Math.max(1, Math.ceil(rows.length * step)),
    marks: rows.map(row),
    sentence,
    table: {
      columns: [
        { title: 'Indicador' },
        { title: 'Unidad' },
        ...titles.map(title => ({ title, format: figure })),
        { title: 'Avance (%)', format: (value: number) => formatNumber(value, 0) },
      ],
      rows: rows.map(tableRow),
    },
  };
}

/** What is to stay says so beside its figure: elsewhere a target is where it is to come to. */
function tableRow(row: Target): (string | number | null)[] {
  const { label, unit, baseline, target, actual, direction, isMilestone } = row;
  const share = shareReached(row);
  const reached = share === null ? null : percentOf(share);
  if (isMilestone) return [label, '', null, stand(1), actual === null ? null : stand(actual), reached];
  const aim = direction === 'keep' ? `mantener ${figure(target)}` : target;
  return [label, unit, baseline, aim, actual, reached];
}
