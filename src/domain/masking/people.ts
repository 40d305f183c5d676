import { fold, isCapital, TIGHT, word } from './fold.ts';
import { COMMON_SURNAMES, GIVEN_NAMES, WORDS } from './surnames.ts';
import { isTitle } from './titles.ts';

/** A word of somebody's name. */
export interface NameWord {
  readonly letters: string;
  readonly isGiven: boolean;
  /** A word of the language, too: by itself it names somebody only with a capital. */
  readonly isWord: boolean;
  /** Leads to one person even where it stands alone. */
  readonly isRare: boolean;
}

export interface Person {
  /** In their order, without `de la` and the like. */
  readonly words: readonly NameWord[];
  /** Those that stand between them. */
  readonly particles: readonly string[];
  /** First letters of given names and of surnames, those that are stored as a letter alone included. */
  readonly givenInitials: string;
  readonly surnameInitials: string;
}

const PARTICLES = new Set(
  'de del la las los y e i da das do dos di du van von der den san santa le'.split(' '),
);
/** Words every sentence has: `Su Mi` is a name with its capitals only. */
const SMALL = new Set(
  'a al el en lo le les me mi no se si su te ti tu un una ya yo por que con sin mas'.split(' '),
);
/** Whether it stands between the words of every sentence. */
export const isSmall = (folded: string): boolean => SMALL.has(folded) || PARTICLES.has(folded);
const SHORTEST_ALONE = 4;
/** `Unidad de Vinculación` is written for a name at times; these endings are no surname's. */
const ABSTRACT = /(cion|sion|idad|mente|ismo|encia|ancia|logia|eria)$/;

interface Part {
  readonly letters: string;
  readonly isCapital: boolean;
}

function partsOf(name: string): Part[] {
  // `O'Higgins` is one word.
  const folded = fold(name.replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, ''));
  const parts: Part[] = [];
  let from = 0;
  for (let end = 1; end <= folded.length; end += 1)
    if ((folded.gaps[end] ?? 0) >= TIGHT) {
      parts.push({ letters: word(folded, from, end), isCapital: isCapital(folded, from) });
      from = end;
    }
  return parts.filter(p => /^\p{L}+$/u.test(p.letters));
}

/** `Ramón y Cajal`, but `Sofía I. Vera`. */
const isParticle = ({ letters, isCapital }: Part) =>
  PARTICLES.has(letters) && (letters.length > 1 || !isCapital);

/** How many of the words are given names: the last two are surnames, of two words the last. */
function givenAmong(words: readonly Part[]): number {
  if (words.length > 3) return words.length - 2;
  return words.length === 3 && GIVEN_NAMES.has(words[1]?.letters ?? '') ? 2 : 1;
}

/**
 * A surname leads to one person where it stands alone when it has at least four letters, is written with a capital, and
 * is neither among the most frequent of Chile nor a word of the language, a place or a given name. So is a name that has
 * no other word.
 */
function isRare({ letters, isCapital }: Part, isGiven: boolean, isOnly: boolean): boolean {
  if (letters.length < SHORTEST_ALONE) return false;
  if (isOnly) return true;
  if (ABSTRACT.test(letters)) return false;
  const known = COMMON_SURNAMES.has(letters) || WORDS.has(letters) || GIVEN_NAMES.has(letters);
  return isCapital && !isGiven && !known && !isTitle(letters);
}

/** The person of this name, stored with a title or surnames first perhaps; null where it names nobody. */
export function personOf(name: string): Person | null {
  const turned = name.replace(/^([^,]+),([^,]+)$/, '$2 $1');
  const all = partsOf(turned);
  const titles = all.findIndex(p => !isTitle(p.letters));
  const named = titles < 0 ? [] : all.slice(titles);
  const parts = named.filter(p => !isParticle(p));
  const whole = parts.filter(p => p.letters.length > 1);
  if (whole.length === 0) return null;
  const given = givenAmong(whole);
  const words = whole.map((part, n) => ({
    letters: part.letters,
    isGiven: n < given,
    isWord: WORDS.has(part.letters) || SMALL.has(part.letters),
    isRare: isRare(part, n < given, all.length === 1),
  }));
  const lastGiven = parts.findIndex(p => p === whole[given - 1]);
  const initialsOf = (some: readonly Part[]) => some.map(p => p.letters.charAt(0)).join('');
  return {
    words,
    particles: [...new Set(named.filter(isParticle).map(p => p.letters))],
    givenInitials: initialsOf(parts.slice(0, lastGiven + 1)),
    surnameInitials: initialsOf(parts.slice(lastGiven + 1)),
  };
}
