import { type Folded, TIGHT } from './fold.ts';

const SIZE = 4096;
const keyOf = (first: number, second: number, third: number) =>
  (first * 961 + second * 31 + third) & (SIZE - 1);

const NOTHING: readonly never[] = [];

/** What may begin at a letter, found by its first three letters: almost every letter of a text begins nothing. */
export interface Starts<T> {
  readonly mayBegin: (folded: Folded, index: number) => boolean;
  readonly at: (folded: Folded, index: number) => readonly T[];
}

export function startsOf<T>(entries: readonly (readonly [letters: string, entry: T])[]): Starts<T> {
  /** One more than a key's place among `found`. */
  const places = new Uint16Array(SIZE);
  const found: T[][] = [];
  let hasShort = false;
  for (const [letters, entry] of entries) {
    hasShort ||= letters.length < 3;
    const key = keyOf(letters.charCodeAt(0), letters.charCodeAt(1), letters.charCodeAt(2) || 0);
    places[key] ||= found.push([]);
    found[(places[key] ?? 0) - 1]?.push(entry);
  }
  const placeAt = ({ letters }: Folded, index: number, third: number) =>
    places[keyOf(letters[index] ?? 0, letters[index + 1] ?? 0, third)] ?? 0;
  return {
    mayBegin: (folded, index) =>
      placeAt(folded, index, folded.letters[index + 2] ?? 0) > 0 ||
      (hasShort && placeAt(folded, index, 0) > 0),
    at: (folded, index) => {
      const longer = found[placeAt(folded, index, folded.letters[index + 2] ?? 0) - 1] ?? NOTHING;
      const short = hasShort ? found[placeAt(folded, index, 0) - 1] : undefined;
      return short && short !== longer ? [...longer, ...short] : longer;
    },
  };
}

/** Shorter words with their letters set apart are other words. */
const SHORTEST_SPACED = 4;

/**
 * Where these letters end that begin here, or -1. Signs may stand between them, as in `Sepúl-veda`; white space only
 * between each and the next, as in `R o j a s`.
 */
export function endOfWord({ letters, gaps, length }: Folded, sought: string, index: number): number {
  const end = index + sought.length;
  if (end > length) return -1;
  let breaks = 0;
  let isWide = false;
  for (let n = 0; n < sought.length; n += 1) {
    if (letters[index + n] !== sought.charCodeAt(n)) return -1;
    const gap = n === 0 ? 0 : (gaps[index + n] ?? 0);
    if (gap >= TIGHT) breaks += 1;
    if (gap > TIGHT) isWide = true;
  }
  const isSpaced = breaks === sought.length - 1 && sought.length >= SHORTEST_SPACED;
  return isWide && !isSpaced ? -1 : end;
}

/** A place of a folded text, in letters. `shown` is where its quotation begins, which may take in a title. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly shown: number;
}
