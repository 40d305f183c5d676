import { between, type Folded, isCapital, LOOSE, NONE, SOFT, TIGHT, word } from './fold.ts';
import { isSmall, type NameWord, type Person } from './people.ts';
import { endOfWord } from './starts.ts';

/** What of one person's name stands at a place: words in any order, each once, initials and particles between them. */
export interface Reading {
  readonly end: number;
  readonly words: readonly NameWord[];
  readonly initials: number;
  /** Two parts with nothing between them. */
  readonly isJoined: boolean;
  /** A word of it begins with a capital. */
  readonly isCapital: boolean;
  /** More than white space between its words: another sentence or entry of a list perhaps. */
  readonly isApart: boolean;
}

interface Reader {
  readonly folded: Folded;
  readonly person: Person;
  index: number;
  used: number;
  words: NameWord[];
  initials: number;
  isJoined: boolean;
  isCapital: boolean;
  isApart: boolean;
}

const initialsOf = (person: Person) => person.givenInitials + person.surnameInitials;

/** Initials without dots. */
export const MOST_TOGETHER = 3;

/**
 * Where the initials end that stand here alone: a letter that begins a word of this person's name, or capitals of two or
 * three in their order, as in `Rojas CA`; -1 where there are none.
 */
function endOfInitials(folded: Folded, person: Person, index: number): number {
  const { letters, gaps, length } = folded;
  if (index >= length || (gaps[index] ?? 0) < TIGHT) return -1;
  const initials = initialsOf(person);
  let at = -1;
  for (let end = index; end < index + MOST_TOGETHER; end += 1) {
    at = initials.indexOf(String.fromCharCode(letters[end] ?? 0), at + 1);
    if (at < 0 || (end > index && !(isCapital(folded, index) && isCapital(folded, end)))) return -1;
    if ((gaps[end + 1] ?? 0) < SOFT) continue;
    return end > index && isSmall(word(folded, index, end + 1)) ? -1 : end + 1;
  }
  return -1;
}

/** Words of one letter are initials only with a sign of their own. */
const isSmallWord = ({ letters }: Folded, from: number, end: number) =>
  end === from + 1 && 'aeouy'.includes(String.fromCharCode(letters[from] ?? 0));

/** Initials before the words: `C. Rojas`, `C-Rojas`, `C Rojas`, `CA Rojas`. */
function isLeading(folded: Folded, from: number, end: number): boolean {
  const after = between(folded, end);
  const isGreat = isCapital(folded, from);
  const isWord = isSmallWord(folded, from, end);
  if (after.startsWith('.')) return /^\.[\s.\-_·,'’]*$/.test(after);
  switch (folded.gaps[end]) {
    case SOFT:
      return isGreat;
    case TIGHT:
      return (isGreat || !isWord) && /^[\p{Pd}_'’·/]$/u.test(after);
    default:
      return isGreat && !isWord && /^[^\S\n]+$/.test(after);
  }
}

/** Initials after words: `Camila R.`, `Rojas, C.`, `Rojas CA`. In the middle any capital will do. */
function isTrailing(folded: Folded, from: number, end: number): boolean {
  const isDotted = between(folded, end).startsWith('.');
  const isWord = isSmallWord(folded, from, end);
  return isCapital(folded, from) ? isDotted || !isWord : isDotted && !isWord;
}

/** Signs after which an initial still belongs to the words before it; its own dot after another. */
const goesOn = (folded: Folded, index: number, initials: number) =>
  (initials > 0 ? /^[^\n;:!?()]*$/ : /^[^\n.;:!?()]*$/).test(between(folded, index));

function takeWord(reader: Reader): boolean {
  const { folded, person } = reader;
  let best = -1;
  let end = -1;
  for (const [n, { letters }] of person.words.entries()) {
    if (reader.used & (1 << n)) continue;
    const reached = endOfWord(folded, letters, reader.index);
    if (reached > end) [best, end] = [n, reached];
  }
  const word = person.words[best];
  if (!word) return false;
  if (reader.words.length > 0) {
    if (folded.gaps[reader.index] === NONE) reader.isJoined = true;
    if (/[^\s\p{Pd}_.]/u.test(between(folded, reader.index))) reader.isApart = true;
  }
  if (isCapital(folded, reader.index)) reader.isCapital = true;
  reader.used |= 1 << best;
  reader.words.push(word);
  reader.index = end;
  return true;
}

/** Past `de la`, where a word of the name follows. */
function takeParticles(reader: Reader): boolean {
  const { folded, person } = reader;
  let index = reader.index;
  for (let n = 0; n < 3; n += 1) {
    const ends = person.particles.map(p => endOfWord(folded, p, index));
    const end = Math.max(-1, ...ends);
    if (end < 0) return false;
    index = end;
    if (person.words.some((w, m) => !(reader.used & (1 << m)) && endOfWord(folded, w.letters, index) > 0)) {
      reader.index = index;
      return takeWord(reader);
    }
  }
  return false;
}

function takeInitials(reader: Reader): boolean {
  const { folded, person, index, words, initials } = reader;
  const end = endOfInitials(folded, person, index);
  if (end < 0 || initials >= initialsOf(person).length) return false;
  if (words.length === 0 ? !isLeading(folded, index, end) : !goesOn(folded, index, initials)) return false;
  if (words.length > 0 && !isCapital(folded, index) && !isTrailing(folded, index, end)) return false;
  reader.initials += end - index;
  reader.index = end;
  return true;
}

/** Whether a name ends with the initials just read, and the next does not begin. After two words they add little. */
function isLast({ folded, person, words, index }: Reader, from: number): boolean {
  if (!isTrailing(folded, from, index)) return false;
  if (words.length > 1) return /^[\s.]*$/.test(between(folded, from));
  return !person.words.some(w => endOfWord(folded, w.letters, index) > 0);
}

/** The longest run of this person's words and initials that begins here and ends where a word does. */
export function read(folded: Folded, person: Person, start: number): Reading | null {
  const reader: Reader = {
    ...{ folded, person, index: start, used: 0, words: [], initials: 0 },
    ...{ isJoined: false, isCapital: false, isApart: false },
  };
  let reading: Reading | null = null;
  for (;;) {
    const from = reader.index;
    const isWord = takeWord(reader) || (reader.index > start && takeParticles(reader));
    if (!isWord && !takeInitials(reader)) return reading;
    if ((folded.gaps[reader.index] ?? LOOSE) === NONE) continue;
    const counts = isWord || isLast(reader, from);
    if (!counts || reader.words.length === 0) continue;
    const { index: end, initials, isJoined, isCapital: isGreat, isApart } = reader;
    reading = { end, words: [...reader.words], initials, isJoined, isCapital: isGreat, isApart };
  }
}
