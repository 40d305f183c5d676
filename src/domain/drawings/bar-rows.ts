import { cutText, textWidth } from '../text/text-width.ts';
import { flow } from './flow.ts';
import { type Mark, mark } from './mark.ts';
import { isNarrow, lettering, painted, round, type Sheet } from './sheet.ts';

interface BarRows {
  /** Width for the name of a row. */
  readonly names: number;
  /** Where the bars begin, and how wide the longest is. */
  readonly left: number;
  readonly room: number;
  /** From the top of a row to its bar: zero where the name stands beside it. */
  readonly head: number;
}

/** Rows with a name, a bar and a figure at most `figures` wide at its end. */
export function layOutRows(labels: readonly string[], figures: number, sheet: Sheet): BarRows {
  const { width, size } = sheet;
  const narrow = isNarrow(sheet);
  const widest = Math.max(0, ...labels.map(label => textWidth(label, size)));
  const names = narrow ? width : Math.min(width * 0.44, widest);
  const left = narrow ? 0 : names + size;
  return {
    names,
    left: round(left),
    room: round(Math.max(1, width - left - figures - size)),
    head: narrow ? round(size * 1.5) : 0,
  };
}

interface Legend {
  readonly marks: readonly Mark[];
  /** With the room below it; zero where there is none. */
  readonly height: number;
}

/** A square of each series with its name, in as many lines as that takes; nothing where there is but one. */
export function legendOf(
  series: readonly string[],
  sheet: Sheet,
  paintOf: (n: number) => Mark['attributes'] = n => painted(sheet, n),
): Legend {
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
      mark('rect', { ...square, ...paintOf(n) }),
      lettering(sheet, x + indent, y + size / 2 + 0.5, texts[n] ?? ''),
    ]);
  });
  return { marks, height: round((places.at(-1)?.line ?? 0) * step + size * 2) };
}
