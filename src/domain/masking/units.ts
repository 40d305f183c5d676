import { type Folded, fold, LOOSE, NONE, TIGHT, word } from './fold.ts';
import { endOfWord, type Span, type Starts, startsOf } from './starts.ts';

/** A unit's name as its words, without those that only connect. */
type Unit = readonly string[];
export type Units = Starts<Unit>;

const CONNECTING = 'de del la las los el y e en para'.split(' ');
const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  escuela: ['esc'],
  facultad: ['fac'],
  departamento: ['depto', 'dpto', 'dep'],
  instituto: ['inst'],
};
const SHORTEST = 4;
/** As for people: what is shorter is written with something between its words, or is another word. */
const SHORTEST_JOINED = 9;

function wordsOf(name: string): string[] {
  const folded = fold(name);
  const words: string[] = [];
  for (let from = 0, end = 1; end <= folded.length; end += 1)
    if ((folded.gaps[end] ?? 0) >= TIGHT) {
      words.push(word(folded, from, end));
      from = end;
    }
  return words.filter(w => !CONNECTING.includes(w));
}

export function unitsOf(names: readonly string[]): Units {
  const units = names.map(wordsOf).filter(words => words.join('').length >= SHORTEST);
  return startsOf(
    units.flatMap(([first = '', ...rest]) =>
      [first, ...(rest.length > 0 ? (SHORTENED[first] ?? []) : [])].map(
        begun => [begun, [begun, ...rest]] as const,
      ),
    ),
  );
}

function endOfUnit(folded: Folded, [first = '', ...rest]: Unit, index: number): number {
  let end = endOfWord(folded, first, index);
  if (end < 0) return -1;
  let isJoined = false;
  for (const next of rest) {
    if (end < 0) return -1;
    let after = endOfWord(folded, next, end);
    for (let n = 0; n < 3 && after < 0; n += 1) {
      const skipped = Math.max(...CONNECTING.map(c => endOfWord(folded, c, end)));
      if (skipped < 0) return -1;
      end = skipped;
      after = endOfWord(folded, next, end);
    }
    isJoined ||= after > 0 && folded.gaps[end] === NONE;
    end = after;
  }
  if (end < 0 || (folded.gaps[end] ?? LOOSE) === NONE) return -1;
  return isJoined && end - index < SHORTEST_JOINED ? -1 : end;
}

/** Every place that names one of these units, in their order. */
export function unitsIn(folded: Folded, units: Units): Span[] {
  const spans: Span[] = [];
  let last = 0;
  for (let n = 0; n < folded.words; n += 1) {
    const index = folded.starts[n] ?? 0;
    if (index < last || !units.mayBegin(folded, index)) continue;
    let end = -1;
    for (const unit of units.at(folded, index)) end = Math.max(end, endOfUnit(folded, unit, index));
    if (end < 0) continue;
    spans.push({ from: index, to: end, shown: index });
    last = end;
  }
  return spans;
}
