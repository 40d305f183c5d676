import { lookUp } from '../kit/look-up.ts';
import { formatList } from '../text/format.ts';
import { choicesOf, dividingQuestion, type Question } from './questions.ts';

export const WITHOUT_ANSWER = 'Sin respuesta';

/** How often each value was answered; '' counts who did not answer. */
type Counts = Readonly<Record<string, number>>;

export const countsOf = (
  tallies: readonly { readonly value: string; readonly count: number }[] = [],
): Counts => Object.fromEntries(tallies.map(t => [t.value, t.count]));

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  /** Of who answered the question, from 0 to 100; null where nobody did. Those of several options come to more than 100. */
  readonly percent: number | null;
}
export interface Shares {
  /** Who answered the question, and who did not. */
  readonly answered: number;
  readonly without: number;
  /** Each value that may be answered, in its order, also those that nobody chose. */
  readonly choices: readonly Choice[];
}

/** What so many answers come to in a closed question. */
export function sharesOf(question: Question, answers: number, counts: Counts): Shares {
  const without = counts[''] ?? 0;
  const answered = answers - without;
  const choices = choicesOf(question).map(({ value, label }) => {
    const count = lookUp(counts, value) ?? 0;
    return { value, label, count, percent: answered > 0 ? (100 * count) / answered : null };
  });
  return { answered, without, choices };
}

export interface Promoters {
  /** Percent of who answered: 9 and 10, and 0 to 6. */
  readonly promoters: number;
  readonly detractors: number;
}

/** Whether it would be recommended, as the Net Promoter Score counts it; null of any scale but 0 to 10, or of nothing. */
export function promotersOf(question: Question, { answered, choices }: Shares): Promoters | null {
  if (question.kind !== 'scale' || question.from !== 0 || question.to !== 10 || answered === 0) return null;
  const percentOf = (isOne: (value: number) => boolean) =>
    (100 * choices.reduce((sum, c) => sum + (isOne(Number(c.value)) ? c.count : 0), 0)) / answered;
  return { promoters: percentOf(value => value >= 9), detractors: percentOf(value => value <= 6) };
}

/** Answers to the dividing question that a part takes together, in words; nothing of what is all of it. */
export function partLabel(questions: readonly Question[], choices: readonly string[]): string {
  const divided = dividingQuestion(questions);
  const known = [...(divided ? choicesOf(divided) : []), { value: '', label: WITHOUT_ANSWER }];
  return formatList(known.filter(o => choices.includes(o.value)).map(o => o.label));
}

/** What a question is answered with, in words: `1 (Muy malo) a 7 (Muy bueno)`, or its options. */
export function scaleWords(question: Question): string {
  if (question.kind === 'scale') {
    const end = (value: number, words: string) => (words === '' ? String(value) : `${value} (${words})`);
    return `${end(question.from, question.low)} a ${end(question.to, question.high)}`;
  }
  return formatList(choicesOf(question).map(o => o.label));
}
