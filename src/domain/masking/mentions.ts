import { between, type Folded, isCapital, LOOSE, SOFT, TIGHT, word } from './fold.ts';
import type { NameWord, Person } from './people.ts';
import { MOST_TOGETHER, type Reading, read } from './reading.ts';
import { endOfWord, type Span, type Starts, startsOf } from './starts.ts';
import { titleBefore } from './titles.ts';

export interface Roster {
  readonly starts: Starts<{ readonly person: Person; readonly word: NameWord }>;
  /** What may follow their initials. */
  readonly afterInitials: Starts<string>;
  /** By the first letter of each word of their names. */
  readonly byInitial: ReadonlyMap<number, readonly Person[]>;
}

export function rosterOf(people: readonly Person[]): Roster {
  const byInitial = new Map<number, Person[]>();
  for (const person of people)
    for (const initial of new Set(person.givenInitials + person.surnameInitials)) {
      const code = initial.charCodeAt(0);
      byInitial.set(code, [...(byInitial.get(code) ?? []), person]);
    }
  return {
    starts: startsOf(people.flatMap(p => p.words.map(w => [w.letters, { person: p, word: w }] as const))),
    afterInitials: startsOf(
      [...new Set(people.flatMap(p => [...p.words.map(w => w.letters), ...p.particles]))].map(w => [w, w]),
    ),
    byInitial,
  };
}

const MOST_INITIALS = 8;

/** Whose name may begin with the letter that stands here alone: letters with dots are many, names after them few. */
function peopleByInitial(folded: Folded, roster: Roster, index: number): readonly Person[] {
  const people = roster.byInitial.get(folded.letters[index] ?? 0);
  if (!people) return [];
  for (let after = index + 1; after <= index + MOST_INITIALS; after += 1) {
    const isStart = (folded.gaps[after] ?? 0) >= SOFT;
    if (!isStart && !isCapital(folded, after)) return [];
    if (isStart && roster.afterInitials.at(folded, after).some(w => endOfWord(folded, w, after) > 0))
      return people;
  }
  return [];
}

/** Names as one word of fewer letters are words of the language at times: Rosa Ríos, `rosarios`. */
const SHORTEST_JOINED = 9;
const lettersOf = (words: readonly NameWord[]) => words.reduce((sum, w) => sum + w.letters.length, 0);

/** What comes right before a place, and makes a name of what else were none. */
interface Before {
  /** Where its title begins, or -1. */
  readonly title: number;
  /** Another name and `y`. */
  readonly isNext: boolean;
  /** Begins a line. */
  readonly isFirst: boolean;
}

/** Whether two words of a name that stand together are that person. */
function isTelling({ words, isJoined, isCapital, isApart }: Reading, folded: Folded, start: number): boolean {
  const letters = lettersOf(words);
  const isHandle = folded.text.charAt((folded.at[start] ?? 0) - 1) === '@';
  if (isJoined && letters < SHORTEST_JOINED && !isHandle) return false;
  // `Ana María` is many people.
  if (words.every(w => w.isGiven) && words.some(w => w.letters.length < 4)) return false;
  return isCapital || !words.every(w => w.isWord) || !(isApart || words.every(w => w.letters.length < 4));
}

function isPerson(reading: Reading, folded: Folded, start: number, before: () => Before): boolean {
  const { words, initials, isCapital } = reading;
  const [only] = words;
  if (!only) return false;
  if (words.length > 1) return isTelling(reading, folded, start);
  if (initials > 0)
    return !only.isWord || isCapital || (!before().isFirst && between(folded, start + 1).startsWith('.'));
  if (only.isRare) return true;
  const { title, isNext } = before();
  return (title >= 0 || isNext) && (!only.isWord || isCapital);
}

/** `Rojas y Sepúlveda`, `Rojas/Sepúlveda`, `Rojas, C. Sepúlveda`: what a name is joined with is one, too. */
function followsName(folded: Folded, last: number, index: number): boolean {
  if (last < 0 || index > last + 1) return false;
  if (index === last) {
    const isInitial = (folded.gaps[last - 1] ?? 0) >= TIGHT;
    return (isInitial ? /^\s*[&/+.]\s*$/ : /^\s*[&/+]\s*$/).test(between(folded, index));
  }
  const isAnd = 'ye'.includes(String.fromCharCode(folded.letters[last] ?? 0));
  return isAnd && folded.gaps[last] === LOOSE && folded.gaps[index] === LOOSE;
}

function mentionAt(folded: Folded, roster: Roster, index: number, last: number): Span | null {
  let known: Before | undefined;
  const before = () => {
    known ??= {
      title: titleBefore(folded, index),
      isNext: followsName(folded, last, index),
      isFirst: index > 0 && /[\n;]/.test(between(folded, index)),
    };
    return known;
  };
  let best: Reading | null = null;
  const consider = (person: Person) => {
    const reading = read(folded, person, index);
    if (reading && reading.end > (best?.end ?? 0) && isPerson(reading, folded, index, before)) best = reading;
  };
  for (const { person, word: begun } of roster.starts.at(folded, index))
    if (endOfWord(folded, begun.letters, index) > 0) consider(person);
  for (const person of peopleByInitial(folded, roster, index)) consider(person);
  // Assigned in a callback, which the compiler does not follow.
  const found = best as Reading | null;
  if (!found) return initialsAt(folded, roster, index);
  const isTitled = found.words.length === 1 && before().title >= 0;
  return { from: index, to: found.end, shown: isTitled ? before().title : index };
}

/** Two words of a name inside a longer one, as in `soycamilarojas`. */
function innerMention(folded: Folded, roster: Roster, index: number): Span | null {
  for (const { person, word: first } of roster.starts.at(folded, index)) {
    let end = endOfWord(folded, first.letters, index);
    if (end < 0) continue;
    const used = [first];
    for (;;) {
      const from = end;
      const next =
        (folded.gaps[from] ?? LOOSE) <= SOFT &&
        person.words.find(w => !used.includes(w) && endOfWord(folded, w.letters, from) > 0);
      if (!next) break;
      used.push(next);
      end += next.letters.length;
    }
    if (used.length > 1 && lettersOf(used) >= SHORTEST_JOINED) return { from: index, to: end, shown: index };
  }
  return null;
}

/** Short forms of two letters that are no person: a company, the time of day, a country. */
const SHORT_FORMS = new Set(
  'sa am pm cv rm ac dc ad pd ps nb ee uu eu us cc cp dl ds df ff jj rr vb oc ci ct ti tv ep lp mp sm sr ss no ma'.split(
    ' ',
  ),
);

const isDottedCapital = (folded: Folded, index: number) =>
  isCapital(folded, index) &&
  (folded.gaps[index] ?? 0) >= TIGHT &&
  (folded.gaps[index + 1] ?? 0) >= TIGHT &&
  between(folded, index + 1).startsWith('.');

/** `C.R.`, `C. R. S.`: capitals with a dot each, a given name's first. Without dots they may be a unit: `ONG`, `PAC`. */
function initialsAt(folded: Folded, roster: Roster, index: number): Span | null {
  if (!isDottedCapital(folded, index)) return null;
  const people = roster.byInitial.get(folded.letters[index] ?? 0);
  if (!people || (index > 0 && isDottedCapital(folded, index - 1))) return null;
  let end = index + 1;
  const goes = () => end < folded.length && /^\.[\s-]?$/.test(between(folded, end)) && isCapital(folded, end);
  while (end - index <= MOST_INITIALS && goes() && (folded.gaps[end + 1] ?? 0) >= TIGHT) end += 1;
  const initials = word(folded, index, end);
  if (initials.length < 2 || SHORT_FORMS.has(initials)) return null;
  const isTheirs = people.some(
    p =>
      p.givenInitials.includes(initials.charAt(0)) && isWithin(initials, p.givenInitials, p.surnameInitials),
  );
  return isTheirs ? { from: index, to: end, shown: index } : null;
}

/** Letters of given names and surnames, in their order; the last is a surname's. */
function isWithin(initials: string, given: string, surnames: string): boolean {
  const all = given + surnames;
  let at = -1;
  for (const letter of initials) {
    at = all.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return surnames.includes(initials.slice(-1));
}

/** How far into a word two words of a name may begin that end within it and those joined with it. */
function lastInside({ starts, words, gaps }: Folded, word: number): number {
  let next = word + 1;
  const own = starts[next] ?? 0;
  const end = () => starts[next] ?? 0;
  while (next < words && (gaps[end()] ?? 0) < TIGHT && end() < own + SHORTEST_JOINED) next += 1;
  return Math.min(own - 1, end() - SHORTEST_JOINED);
}

/** Words that may name somebody: those a name begins with or within, and initials. */
function mayName(folded: Folded, roster: Roster, word: number): boolean {
  const start = folded.starts[word] ?? 0;
  const next = folded.starts[word + 1] ?? 0;
  if (roster.starts.mayBegin(folded, start)) return true;
  const isInitials = next === start + 1 || (next <= start + MOST_TOGETHER && isCapital(folded, start + 1));
  if (isInitials && roster.byInitial.has(folded.letters[start] ?? 0)) return true;
  const last = lastInside(folded, word);
  for (let index = start + 1; index <= last; index += 1)
    if (roster.starts.mayBegin(folded, index)) return true;
  return false;
}

/** Every place that names somebody of the roster, in their order. */
export function mentionsIn(folded: Folded, roster: Roster): Span[] {
  const { starts, words } = folded;
  const spans: Span[] = [];
  let last = -1;
  for (let n = 0; n < words; n += 1) {
    const start = starts[n] ?? 0;
    if (start < last || !mayName(folded, roster, n)) continue;
    let span = mentionAt(folded, roster, start, last);
    const inside = span ? -1 : lastInside(folded, n);
    for (let index = start; !span && index <= inside; index += 1)
      if (roster.starts.mayBegin(folded, index)) span = innerMention(folded, roster, index);
    if (!span) continue;
    spans.push(span);
    last = span.to;
  }
  return spans;
}
