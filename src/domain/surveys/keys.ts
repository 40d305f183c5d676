import { plain } from '../text/plain.ts';

const LONGEST = 40;

/** What words come to as a key: small letters, figures and `_`, beginning with a letter; `fallback` where none is left. */
function stemOf(words: string, fallback: string): string {
  const letters = plain(words)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (letters === '') return fallback;
  const whole = /^[a-z]/.test(letters) ? letters : `${fallback}_${letters}`;
  if (whole.length <= LONGEST) return whole;
  // At the end of a word, unless that leaves little of it.
  const cut = whole.slice(0, LONGEST + 1).lastIndexOf('_');
  return whole.slice(0, cut > LONGEST / 2 ? cut : LONGEST).replace(/_+$/, '');
}

const numbered = (stem: string, n: number): string => {
  const end = `_${n}`;
  return `${stem.slice(0, LONGEST - end.length).replace(/_+$/, '')}${end}`;
};

/** A key made of words that none of `taken` is. */
export function keyOf(words: string, taken: readonly string[], fallback: string): string {
  const stem = stemOf(words, fallback);
  let key = stem;
  for (let n = 2; taken.includes(key); n++) key = numbered(stem, n);
  return key;
}

/** Whether a key was made of these words, rather than by somebody. */
export function isMadeOf(key: string, words: string, fallback: string): boolean {
  const stem = stemOf(words, fallback);
  const end = /_(\d{1,2})$/.exec(key)?.[1];
  return key === stem || (end !== undefined && key === numbered(stem, Number(end)));
}
