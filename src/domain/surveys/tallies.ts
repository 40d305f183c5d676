import { lookUp } from '../kit/look-up.ts';
import type { AnswerData } from './answers.ts';
import { LEAST_ANSWERS, type Part, partsOf, type Share } from './parts.ts';
import { choicesOf, dividingQuestion, type Question } from './questions.ts';

/** How often a value was answered in a part of a wave; '' counts who did not answer. Part 0 is all of it. */
export interface Tally {
  readonly part: number;
  readonly question: string;
  readonly value: string;
  readonly count: number;
}
export interface Counted {
  /** The first is all of it; empty where there were too few answers to show any. */
  readonly parts: readonly Part[];
  readonly tallies: readonly Tally[];
  readonly comments: readonly { readonly question: string; readonly text: string }[];
}

const valuesIn = (data: AnswerData, key: string): readonly string[] => {
  const given = lookUp(data, key);
  if (given === undefined) return [''];
  return typeof given === 'string' ? [given] : given;
};

function tallyPart(questions: readonly Question[], answers: readonly AnswerData[], part: number): Tally[] {
  return questions
    .filter(q => q.kind !== 'text')
    .flatMap(q => {
      const counts = new Map<string, number>();
      for (const data of answers)
        for (const value of valuesIn(data, q.key)) counts.set(value, (counts.get(value) ?? 0) + 1);
      return [...counts].map(([value, count]) => ({ part, question: q.key, value, count }));
    });
}

/** What the answers of a wave come to; nothing of fewer than `LEAST_ANSWERS`. */
export function countAnswers(questions: readonly Question[], answers: readonly AnswerData[]): Counted {
  if (answers.length < LEAST_ANSWERS) return { parts: [], tallies: [], comments: [] };
  const divided = dividingQuestion(questions);
  const shares: Share[] = divided
    ? [...choicesOf(divided).map(o => o.value), ''].map(value => ({
        value,
        answers: answers.filter(data => valuesIn(data, divided.key).includes(value)).length,
      }))
    : [];
  const parts = partsOf(shares);
  const tallies = [
    ...tallyPart(questions, answers, 0),
    ...parts.flatMap(({ choices }, n) => {
      const own = divided
        ? answers.filter(data => valuesIn(data, divided.key).some(value => choices.includes(value)))
        : [];
      return tallyPart(questions, own, n + 1);
    }),
  ];
  const comments = questions
    .filter(q => q.kind === 'text')
    .flatMap(q =>
      answers.flatMap(data =>
        valuesIn(data, q.key).flatMap(text => (text === '' ? [] : [{ question: q.key, text }])),
      ),
    );
  return { parts: [{ choices: [], answers: answers.length }, ...parts], tallies, comments };
}
