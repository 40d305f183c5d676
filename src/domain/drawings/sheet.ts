import { type Mark, mark } from './mark.ts';

/** Colours of a drawing: those of the page on screen, which follow its scheme, and those of paper. */
export interface Ink {
  readonly text: string;
  readonly dim: string;
  /** Rules that only divide. */
  readonly line: string;
  readonly ground: string;
  /** A ground a step away from it: land, bands. */
  readonly shade: string;
  /** One colour for each series; told apart by their pattern as well. */
  readonly series: readonly [string, string, string, string];
  /** Today, a limit, a chosen place. */
  readonly accent: string;
}

export const PAPER_INK: Ink = {
  text: '#111111',
  dim: '#555555',
  line: '#c8c8c8',
  ground: '#ffffff',
  shade: '#eeece9',
  series: ['#047488', '#995308', '#b41873', '#2b7947'],
  accent: '#b41873',
};

/** What a drawing is made on. */
export interface Sheet {
  /** Pixels on screen, points on paper; its height follows from what is drawn. */
  readonly width: number;
  /** Size of the type, in the same unit. */
  readonly size: number;
  readonly ink: Ink;
  /** Begins the names of its patterns, and is its own on its page. */
  readonly name: string;
}

/** Below this a label stands above what it names, not beside it; in sizes of the type. */
const NARROW = 38;
export const isNarrow = ({ width, size }: Sheet): boolean => width < NARROW * size;

/** How many patterns tell series apart before they repeat. */
const PATTERNS = 4;
const patternName = ({ name }: Sheet, n: number) => `${name}-${n % PATTERNS}`;
const colourOf = ({ ink }: Sheet, n: number): string => ink.series[n % ink.series.length] ?? ink.text;

/** Paint of a series: its colour alone for the first, over a pattern for the others, so that grey paper tells them apart. */
export const fillOf = (sheet: Sheet, n: number): string =>
  n % PATTERNS === 0 ? colourOf(sheet, n) : `url(#${patternName(sheet, n)})`;

const stroke = (colour: string, d: string): Mark =>
  mark('path', { d, stroke: colour, 'stroke-width': 1.5, fill: 'none' });

/** The signs of the patterns, on a tile of eight by eight. */
const TILES: readonly ((colour: string) => readonly Mark[])[] = [
  () => [],
  colour => [stroke(colour, 'M-2 2L2 -2M0 8L8 0M6 10L10 6')],
  colour => [
    mark('circle', { cx: 2, cy: 2, r: 1.4, fill: colour }),
    mark('circle', { cx: 6, cy: 6, r: 1.4, fill: colour }),
  ],
  colour => [stroke(colour, 'M0 2H8M0 6H8')],
];

/** What `fillOf` names, for so many series. */
export const patternsOf = (sheet: Sheet, count: number): Mark =>
  mark(
    'defs',
    {},
    TILES.slice(1, count).map((tile, n) => {
      const at = n + 1;
      const place = { id: patternName(sheet, at), width: 8, height: 8, patternUnits: 'userSpaceOnUse' };
      const ground = mark('rect', { width: 8, height: 8, fill: sheet.ink.ground });
      return mark('pattern', place, [ground, ...tile(colourOf(sheet, at))]);
    }),
  );

/** A filled shape of a series, with an edge of its colour; what comes after the fourth is grey. */
export const painted = (sheet: Sheet, n: number): Mark['attributes'] => ({
  fill: n < PATTERNS ? fillOf(sheet, n) : sheet.ink.shade,
  stroke: n < PATTERNS ? colourOf(sheet, n) : sheet.ink.dim,
  'stroke-width': 1,
});

type Anchor = 'start' | 'middle' | 'end';
interface Lettering {
  readonly anchor?: Anchor;
  readonly dim?: boolean;
  readonly bold?: boolean;
  /** Of the sheet's size. */
  readonly scale?: number;
}

/** A line of text, whose middle stands at `y`. */
export const lettering = (sheet: Sheet, x: number, y: number, text: string, style: Lettering = {}): Mark => {
  const size = sheet.size * (style.scale ?? 1);
  return mark(
    'text',
    {
      x: round(x),
      // The middle of small letters stands a third of the size above the line they stand on, in every typeface used.
      y: round(y + size * 0.34),
      'font-size': round(size),
      fill: style.dim ? sheet.ink.dim : sheet.ink.text,
      'text-anchor': style.anchor ?? 'start',
      ...(style.bold ? { 'font-weight': 600 } : {}),
    },
    text,
  );
};

/** Hundredths are finer than any screen or printer shows. */
export const round = (length: number): number => Math.round(length * 100) / 100;
