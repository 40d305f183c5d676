import { lookUp } from '../kit/look-up.ts';
import { RULES } from '../text/rule-messages.ts';
import { text } from '../text/rules.ts';
import { choicesOf, type Question } from './questions.ts';

/** What somebody answered: by key of the question its value, its values, or what was written. What was left out has none. */
export type AnswerData = Readonly<Record<string, string | readonly string[]>>;

export const MOST_TEXT = 2000;

export const NOTHING_ANSWERED = 'Responde al menos una pregunta.';

/** Names of the fields of the form; each option of several has a field of its own, as a form without a script needs. */
export const fieldOf = (q: Pick<Question, 'key'>, option?: string): string =>
  option === undefined ? `p.${q.key}` : `p.${q.key}.${option}`;

/** What a field of the form holds; empty where it was not sent, or is no text. */
export function typedIn(sent: Readonly<Record<string, unknown>>, name: string): string {
  const value = lookUp(sent, name);
  return typeof value === 'string' ? value : '';
}

export interface ReadAnswers {
  readonly data: AnswerData;
  /** By key of the question. */
  readonly errors: Readonly<Record<string, string>>;
  /** Of the whole form. */
  readonly message: string | null;
}

/** What a form sent, read by the questions it was made of: anything else in it is left aside. */
export function readAnswers(
  questions: readonly Question[],
  sent: Readonly<Record<string, unknown>>,
): ReadAnswers {
  const data: Record<string, string | string[]> = {};
  const errors: Record<string, string> = {};
  for (const q of questions) {
    const answer = answerOf(q, sent);
    if (typeof answer === 'object' && 'error' in answer) errors[q.key] = answer.error;
    else if (answer.length > 0) data[q.key] = answer;
    else if (q.required) errors[q.key] = RULES.required;
  }
  const isEmpty = Object.keys(data).length === 0 && Object.keys(errors).length === 0;
  return { data, errors, message: isEmpty ? NOTHING_ANSWERED : null };
}

type Answer = string | string[] | { readonly error: string };

function answerOf(q: Question, sent: Readonly<Record<string, unknown>>): Answer {
  const typed = (name: string): string => typedIn(sent, name);
  if (q.kind === 'text') return textAnswer(typed(fieldOf(q)));
  if (q.kind === 'multiple')
    return q.options.map(o => o.value).filter(value => typed(fieldOf(q, value)) === 'si');
  const value = typed(fieldOf(q));
  if (value === '' || choicesOf(q).some(o => o.value === value)) return value;
  return { error: RULES.choice };
}

/** A form sends each line break as two signs; it is one that was typed. */
function textAnswer(typed: string): Answer {
  const { data, error } = text(MOST_TEXT).safeParse(typed.replaceAll('\r\n', '\n'));
  return error ? { error: error.issues[0]?.message ?? RULES.other } : data;
}
