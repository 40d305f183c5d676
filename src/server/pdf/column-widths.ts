import type { PrintedColumn } from '../../domain/kinds/print/print.ts';
import { textWidth } from '../../domain/text/text-width.ts';

const longestWord = (text: string, size: number): number =>
  Math.max(0, ...text.split(/\s+/).map(word => textWidth(word, size)));

interface Sized {
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Points for all columns together. */
  readonly room: number;
  /** Size of the cells' type and of the heads'. */
  readonly size: number;
  readonly headSize: number;
}

/** The smallest share of the usual type that still reads. */
const LEAST_SCALE = 0.82;
/** A word longer than this share of the room, an address mostly, may break. */
const ENDLESS = 0.45;

/**
 * Widths in points, and what the type is scaled by. Columns share the room by weight, each at least as wide as its longest
 * word, so that none breaks; the type is smaller where that would not fit.
 */
export function columnWidths({ columns, rows, room, size, headSize }: Sized): {
  widths: number[];
  scale: number;
} {
  const longest = columns.map((column, n) =>
    rows.reduce(
      (most, row) => Math.max(most, longestWord(row[n] ?? '', size)),
      longestWord(column.title, headSize),
    ),
  );
  const wanted = longest.map(width => Math.min(width, room * ENDLESS));
  const sum = wanted.reduce((all, width) => all + width, 0);
  const scale = sum <= room ? 1 : Math.max(LEAST_SCALE, room / sum);
  const least = wanted.map(width => (sum * scale <= room ? width * scale : (width / sum) * room));
  return { widths: share(columns, least, room), scale };
}

/** By weight, but none below its least: those that would be have that, and the others share the rest. */
function share(columns: readonly PrintedColumn[], least: readonly number[], room: number): number[] {
  const fixed = new Set<number>();
  for (;;) {
    const free = columns.flatMap((c, n) => (fixed.has(n) ? [] : [c.weight])).reduce((a, b) => a + b, 0);
    const rest = room - [...fixed].reduce((sum, n) => sum + (least[n] ?? 0), 0);
    const widths = columns.map((c, n) => (fixed.has(n) ? (least[n] ?? 0) : (c.weight / free) * rest));
    const short = widths.findIndex((width, n) => !fixed.has(n) && width < (least[n] ?? 0));
    if (short < 0) return widths;
    fixed.add(short);
  }
}
