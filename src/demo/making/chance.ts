import { createHash } from 'node:crypto';

/** Whole number below `among`: the same for the same words, and without a pattern that anybody sees. */
export const pickNumber = (words: string, among: number): number =>
  createHash('sha256').update(words).digest().readUInt32BE(0) % among;

/** Whole number from `least` to `most`, both included, as above. */
export const between = (words: string, least: number, most: number): number =>
  least + pickNumber(words, most - least + 1);

export function pick<T>(words: string, all: readonly T[]): T {
  const found = all[pickNumber(words, all.length)];
  if (found === undefined) throw new Error(`nothing to choose from: ${words}`);
  return found;
}
