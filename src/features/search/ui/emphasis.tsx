import { plain } from '../../../domain/text/plain.ts';
import classes from './search-box.module.css';

const SHORT = 3;

/** Each sign of a text with what it is compared by. */
const signsOf = (text: string) => [...text.normalize('NFC')].map(sign => ({ sign, by: plain(sign) }));

/** Words to look for: short ones, such as «de» and «la», only where nothing else was typed. */
function wordsOf(typed: string): string[] {
  const words = plain(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter(word => word.length >= SHORT || /\p{N}/u.test(word));
  return telling.length > 0 ? telling : words;
}

/** Which signs of a text the words stand on; short words only where one begins. */
function reached(compared: string, typed: string): Set<number> {
  const found = new Set<number>();
  for (const word of wordsOf(typed)) {
    const start = word.length < SHORT ? String.raw`(?<![\p{L}\p{N}])` : '';
    for (const { index } of compared.matchAll(new RegExp(start + word, 'gu')))
      for (let n = 0; n < word.length; n += 1) found.add(index + n);
  }
  return found;
}

/** Parts of a text in turn, those that match what was typed marked; without regard to accents and capitals. */
function partsOf(text: string, typed: string): { words: string; matches: boolean }[] {
  const signs = signsOf(text);
  const found = reached(signs.map(({ by }) => by).join(''), typed);
  const parts: { words: string; matches: boolean }[] = [];
  let at = 0;
  for (const { sign, by } of signs) {
    const matches = found.has(at);
    const last = parts.at(-1);
    if (last?.matches === matches) last.words += sign;
    else parts.push({ words: sign, matches });
    at += by.length;
  }
  return parts;
}

export const Emphasised = ({ text, typed }: { text: string; typed: string }) =>
  partsOf(text, typed).map(({ words, matches }, n) =>
    matches ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
      <mark key={n} className={classes.mark}>
        {words}
      </mark>
    ) : (
      words
    ),
  );
