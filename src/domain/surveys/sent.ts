import { choicesOf, type Question, type QuestionKind, scaleOf } from './questions.ts';

interface Version {
  readonly frozenAt: string | null;
  readonly questions: readonly Question[];
}

/** A question that was sent at least once. */
interface SentQuestion {
  /** As it was asked last. */
  readonly last: Question;
  /** All keys that options of it ever had. */
  readonly values: ReadonlySet<string>;
}
/** By key. */
export type SentQuestions = ReadonlyMap<string, SentQuestion>;

/** Questions of the versions that were sent; the latest version comes first. */
export function sentQuestions(versions: readonly Version[]): SentQuestions {
  const sent = new Map<string, { last: Question; values: Set<string> }>();
  for (const question of versions.filter(v => v.frozenAt !== null).flatMap(v => v.questions)) {
    const known = sent.get(question.key) ?? { last: question, values: new Set<string>() };
    sent.set(question.key, known);
    for (const { value } of choicesOf(question)) known.values.add(value);
  }
  return sent;
}

/** Whether what was answered before can no more be compared with what is answered from now on. */
export function breaksSeries(question: Question, sent: SentQuestions): boolean {
  const before = sent.get(question.key)?.last;
  return before !== undefined && isClosed(before.kind) && scaleOf(before) !== scaleOf(question);
}
const isClosed = (kind: QuestionKind): boolean => kind !== 'text';

/** A question that two lists of them do not have in common. */
export interface QuestionDifference {
  readonly key: string;
  /** As either list asks it; null where it does not. */
  readonly stored: Question | null;
  readonly mine: Question | null;
}

/** In the order of `mine`, what only `stored` has after it; `isReordered` tells that what both have stands differently. */
export function differencesBetween(stored: readonly Question[], mine: readonly Question[]) {
  const inStored = new Map(stored.map(q => [q.key, q]));
  const inMine = new Map(mine.map(q => [q.key, q]));
  const keys = [...new Set([...inMine.keys(), ...inStored.keys()])];
  const differences: QuestionDifference[] = keys
    .map(key => ({ key, stored: inStored.get(key) ?? null, mine: inMine.get(key) ?? null }))
    .filter(d => !sameQuestion(d.stored, d.mine));
  const common = (all: readonly Question[], other: ReadonlyMap<string, Question>) =>
    all.filter(q => other.has(q.key)).map(q => q.key);
  const isReordered = common(stored, inMine).join(' ') !== common(mine, inStored).join(' ');
  return { differences, isReordered };
}

/** Whether both lists ask the same, whatever the order in which their fields are written. */
export const sameQuestions = (a: readonly Question[], b: readonly Question[]): boolean =>
  a.length === b.length && a.every((question, n) => sameQuestion(question, b[n] ?? null));

const sameQuestion = (a: Question | null, b: Question | null): boolean => canonical(a) === canonical(b);

const canonical = (question: Question | null): string =>
  JSON.stringify(question, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
