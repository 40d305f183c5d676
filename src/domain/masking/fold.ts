/** What stands before a letter: nothing, what nobody sees or a change of capitals, signs, white space. */
export const NONE = 0;
export const SOFT = 1;
export const TIGHT = 2;
export const LOOSE = 3;

/**
 * A text as its letters and digits alone, without accents, capitals and what nobody sees, each with its place in the
 * text. Names are looked for here, whatever stands between or inside their words. Good until the next text is folded.
 */
export interface Folded {
  /** In the normal form in which places are counted. */
  readonly text: string;
  readonly length: number;
  readonly letters: Uint16Array;
  /** Where each begins in the text. */
  readonly at: Int32Array;
  /** What stands before each, and after the last. */
  readonly gaps: Uint8Array;
  /** Letters with a gap before them, in order, and then the length: where words begin. */
  readonly starts: Int32Array;
  readonly words: number;
  /** How many letters come before each at-sign, and before each slash. */
  readonly ats: readonly number[];
  readonly slashes: readonly number[];
}

/** Letters that no normal form takes apart, and those of other alphabets that look the same. */
const ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  'ßss æae œoe øo łl đd ðd ıi þth аa еe оo рp сc уy хx іi ѕs јj һh ԁd αa οo ρp νv ιi κk'
    .split(' ')
    .map(pair => [pair.charAt(0), pair.slice(1)]),
);
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

const SIGN = 0;
const HIDDEN = 1;
const SPACE = 2;
const MARK = 3;
/** More than one letter, to be read by itself. */
const LONG = 4;
type Reading = number | string;
/** `ﷺ` reads as eighteen, `ﬃ` as three. */
const MOST_LETTERS = 4;

/** What sort of sign it is, or the letters it reads as. */
function readingOf(sign: string): Reading {
  if (UNSEEN.test(sign)) return HIDDEN;
  if (/\p{M}/u.test(sign)) return MARK;
  if (/[\s\p{Z}]/u.test(sign)) return SPACE;
  if (!/[\p{L}\p{N}]/u.test(sign)) return SIGN;
  const letters = sign
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return (
    [...letters]
      .map(c => ALIKE[c] ?? c)
      .join('')
      .slice(0, MOST_LETTERS) || SIGN
  );
}

/** Sorts of letters, after those of signs. */
const SMALL = 5;
const CAPITAL = 6;
const DIGIT = 7;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const letterSort = (sign: string, read: number) => {
  if (isDigit(read)) return DIGIT;
  return sign === sign.toLowerCase() ? SMALL : CAPITAL;
};

/** Signs of Latin texts: their sort, and the letter they read as. */
const LATIN_SIZE = 0x250;
const latin = Array.from({ length: LATIN_SIZE }, (_, code) => {
  const sign = String.fromCharCode(code);
  const reading = readingOf(sign);
  if (typeof reading === 'number') return { sort: reading, reads: 0 };
  const reads = reading.charCodeAt(0);
  return { sort: reading.length === 1 ? letterSort(sign, reads) : LONG, reads };
});
const SORTS = Uint8Array.from(latin, l => l.sort);
const READS = Uint16Array.from(latin, l => l.reads);
/** Of other signs, as they are met; texts use few of them. */
const others = new Map<number, Reading>();
const MOST_KEPT = 5000;

function otherReading(code: number): Reading {
  const known = others.get(code);
  if (known !== undefined) return known;
  if (others.size > MOST_KEPT) others.clear();
  const reading = readingOf(String.fromCodePoint(code));
  others.set(code, reading);
  return reading;
}

const isHyphen = (code: number) => code === 0x2d || (code >= 0x2010 && code <= 0x2015) || code === 0xad;
const isBreak = (code: number) => code === 10 || code === 13 || code === 0x2028;

/** Written again for each text: most are short and many. */
let letters = new Uint16Array();
let at = new Int32Array();
let gaps = new Uint8Array();
let starts = new Int32Array();

function makeRoom(size: number) {
  if (size <= letters.length) return;
  letters = new Uint16Array(size * 2);
  at = new Int32Array(size * 2);
  gaps = new Uint8Array(size * 2);
  starts = new Int32Array(size * 2);
}

/** What has been written, and what stands after its last letter. */
const end = { length: 0, words: 0, gap: LOOSE, sort: SIGN, isHyphen: false, isBroken: false };

function addSign(sort: number, code: number) {
  if (sort === MARK) return;
  if (isHyphen(code)) end.isHyphen = end.gap <= SOFT;
  if (sort === HIDDEN) end.gap = Math.max(end.gap, SOFT);
  else if (sort === SIGN) end.gap = Math.max(end.gap, TIGHT);
  // A hyphen right after a letter, and then the end of its line: one word on two lines.
  else if (end.isHyphen && (end.isBroken || isBreak(code))) {
    end.isBroken = true;
    end.gap = Math.max(end.gap, TIGHT);
  } else end.gap = LOOSE;
}

function addStart(index: number) {
  starts[end.words] = index;
  end.words += 1;
}

function addLetter(code: number, place: number, sort: number) {
  const index = end.length;
  if (end.gap === NONE && sort !== end.sort) {
    if (sort !== SMALL || end.sort === DIGIT) end.gap = SOFT;
    // The last capital of a row begins the word that follows: `CRojas`.
    else if (gaps[index - 1] === NONE) {
      gaps[index - 1] = SOFT;
      addStart(index - 1);
    }
  }
  if (end.gap !== NONE) addStart(index);
  letters[index] = code;
  at[index] = place;
  gaps[index] = end.gap;
  end.length += 1;
  end.gap = NONE;
  end.sort = sort;
  end.isHyphen = false;
  end.isBroken = false;
}

/** Anything but a Latin letter of its own; how many units of the text it takes. */
function addOther(text: string, place: number): number {
  const code = text.codePointAt(place) ?? 0;
  const sort = SORTS[code] ?? LONG;
  const reading = sort === LONG ? otherReading(code) : sort;
  const sign = String.fromCodePoint(code);
  if (typeof reading === 'number') addSign(reading, code);
  else for (const letter of reading) addLetter(letter.charCodeAt(0), place, letterSort(sign, code));
  return sign.length;
}

export function fold(given: string): Folded {
  const text = given.normalize();
  makeRoom(text.length * MOST_LETTERS + 2);
  end.length = 0;
  end.words = 0;
  end.gap = LOOSE;
  end.isHyphen = false;
  end.isBroken = false;
  const ats: number[] = [];
  const slashes: number[] = [];
  for (let place = 0; place < text.length; ) {
    const code = text.charCodeAt(place);
    const sort = SORTS[code] ?? LONG;
    if (sort > LONG) {
      addLetter(READS[code] ?? 0, place, sort);
      place = addWord(text, place + 1, sort);
    } else if (code === 0x20 && !end.isBroken) {
      end.gap = LOOSE;
      place += 1;
    } else {
      if (code === 0x40 || code === 0xff20 || code === 0xfe6b) ats.push(end.length);
      else if (code === 0x2f) slashes.push(end.length);
      place += addOther(text, place);
    }
  }
  // Beyond the last stands what was left of another text.
  const { length, words } = end;
  gaps[length] = LOOSE;
  letters[length] = 0;
  starts[words] = length;
  return { text, length, letters, at, gaps, starts, words, ats, slashes };
}

/** Letters of the same sort as the one before them, which most letters are; where they end. */
function addWord(text: string, from: number, sort: number): number {
  let index = end.length;
  let place = from;
  for (; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= LATIN_SIZE || SORTS[code] !== sort) break;
    letters[index] = READS[code] ?? 0;
    at[index] = place;
    gaps[index] = NONE;
    index += 1;
  }
  end.length = index;
  return place;
}

export function isCapital({ text, at: places, length }: Folded, index: number): boolean {
  if (index >= length) return false;
  const code = text.codePointAt(places[index] ?? 0) ?? 0;
  if (code < LATIN_SIZE && SORTS[code] !== LONG) return SORTS[code] === CAPITAL;
  const sign = String.fromCodePoint(code);
  return sign !== sign.toLowerCase();
}

/** Where the letter before this one ends, with the marks on it. */
export function endOf({ text, at }: Folded, end: number): number {
  const place = at[end - 1] ?? 0;
  let after = place + ((text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1);
  while (after < text.length && isMark(text.charCodeAt(after))) after += 1;
  return after;
}
const isMark = (code: number) => code >= 0x300 && otherReading(code) === MARK;

const MOST_BETWEEN = 40;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

/** What is seen between a letter and the one before it, as far as it tells anything. */
export function between(folded: Folded, index: number): string {
  const from = index === 0 ? 0 : endOf(folded, index);
  const to = index < folded.length ? (folded.at[index] ?? 0) : folded.text.length;
  return folded.text.slice(from, Math.min(to, from + MOST_BETWEEN)).replace(ALL_UNSEEN, '');
}

/** These letters as a word. */
export const word = ({ letters }: Folded, from: number, to: number): string =>
  String.fromCharCode(...letters.subarray(from, to));
