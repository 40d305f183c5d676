/** Results are shown from so many answers on, of a wave and of each part of it. */
export const LEAST_ANSWERS = 5;

/** Answers of one value; '' those without. */
export interface Share {
  readonly value: string;
  readonly answers: number;
}
export interface Part {
  readonly choices: readonly string[];
  readonly answers: number;
}

/**
 * The parts in which results are shown, each of five answers at least: values that have fewer are taken together with
 * the smallest others. Parts share no answer and come to all of them, so that no two of these, nor one and the whole,
 * differ by one to four. None where only one would be left.
 */
export function partsOf(shares: readonly Share[]): Part[] {
  const order = new Map(shares.map(({ value }, n) => [value, n]));
  const at = (value: string) => order.get(value) ?? 0;
  let parts: Part[] = shares
    .filter(s => s.answers > 0)
    .map(({ value, answers }) => ({ choices: [value], answers }));
  for (;;) {
    const [least, next, ...others] = parts.toSorted(
      (a, b) => a.answers - b.answers || at(a.choices[0] ?? '') - at(b.choices[0] ?? ''),
    );
    if (!least || least.answers >= LEAST_ANSWERS || !next) break;
    const choices = [...least.choices, ...next.choices].toSorted((a, b) => at(a) - at(b));
    parts = [...others, { choices, answers: least.answers + next.answers }];
  }
  if (parts.length < 2) return [];
  return parts.toSorted((a, b) => at(a.choices[0] ?? '') - at(b.choices[0] ?? ''));
}
