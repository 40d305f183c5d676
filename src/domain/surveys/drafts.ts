import { isMadeOf, keyOf } from './keys.ts';
import type { Question, QuestionKind } from './questions.ts';
import type { SentQuestions } from './sent.ts';

const QUESTION = 'pregunta';
const OPTION = 'opcion';

/** An option as it is being written. */
export interface OptionDraft {
  /** Of this draft alone, for as long as it is on screen. */
  readonly id: string;
  readonly value: string;
  readonly label: string;
  /** Its key was sent before, and stays. */
  readonly isKept: boolean;
}

/** A question as it is being written: what another kind would ask of it is kept, should somebody change their mind. */
export interface QuestionDraft {
  readonly id: string;
  readonly key: string;
  readonly isKept: boolean;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly help: string;
  readonly required: boolean;
  readonly from: 0 | 1;
  readonly to: number;
  readonly low: string;
  readonly high: string;
  readonly options: readonly OptionDraft[];
  readonly divides: boolean;
}

type Drafts = readonly QuestionDraft[];
/** Makes names for what is on screen. */
type NewId = () => string;

const BLANK: Omit<QuestionDraft, 'id' | 'key' | 'isKept' | 'kind'> = {
  ...{ text: '', help: '', required: false, divides: false },
  ...{ from: 1, to: 5, low: '', high: '', options: [] },
};

/** Questions as they are written on; those of `sent` keep their keys. */
export function draftsOf(questions: readonly Question[], sent: SentQuestions, newId: NewId): QuestionDraft[] {
  return questions.map(question => {
    const before = sent.get(question.key);
    const options = 'options' in question ? question.options : [];
    return {
      ...{ ...BLANK, ...question, id: newId(), isKept: before !== undefined },
      options: options.map(o => ({ ...o, id: newId(), isKept: before?.values.has(o.value) ?? false })),
    };
  });
}

/** The same drafts after something more was sent, while they were written. */
export const keeping = (all: Drafts, sent: SentQuestions): QuestionDraft[] =>
  all.map(draft => {
    const before = sent.get(draft.key);
    const isSent = (value: string) => before?.values.has(value) ?? false;
    const options = draft.options.map(o => ({ ...o, isKept: o.isKept || isSent(o.value) }));
    return { ...draft, isKept: draft.isKept || before !== undefined, options };
  });

/** What is sent of a draft. */
export function questionOf(draft: QuestionDraft): Question {
  const { kind, key, text, help, required, from, to, low, high, divides } = draft;
  const base = { key, text, help, required };
  const options = draft.options.map(({ value, label }) => ({ value, label }));
  if (kind === 'scale') return { ...base, kind, from, to, low, high };
  if (kind === 'choice') return { ...base, kind, options, divides };
  if (kind === 'multiple') return { ...base, kind, options };
  return { ...base, kind };
}

const keysBut = (all: Drafts, id: string): string[] => all.filter(q => q.id !== id).map(q => q.key);

const newKey = (all: Drafts, words: string): string =>
  keyOf(
    words,
    all.map(q => q.key),
    QUESTION,
  );

/** Of another kind, with two empty options where people choose among none yet. */
export function ofKind(draft: QuestionDraft, kind: QuestionKind, newId: NewId): QuestionDraft {
  const chooses = kind === 'choice' || kind === 'multiple';
  const lacks = chooses && draft.options.length === 0;
  const options = lacks ? withOptions([], 0, ['', ''], newId) : draft.options;
  return { ...draft, kind, options, divides: draft.divides && kind === 'choice' };
}

/** One more at the end. */
export function withBlank(all: Drafts, kind: QuestionKind, newId: NewId): QuestionDraft[] {
  const blank = { ...BLANK, kind, id: newId(), isKept: false, key: newKey(all, '') };
  return [...all, ofKind(blank, kind, newId)];
}

/** Changes one; a key that was made of its words, and never sent, follows them. */
export function edited(all: Drafts, id: string, patch: Partial<QuestionDraft>): QuestionDraft[] {
  return all.map(draft => {
    if (draft.id !== id) return draft;
    const next = { ...draft, ...patch };
    const follows =
      patch.text !== undefined &&
      patch.key === undefined &&
      !draft.isKept &&
      isMadeOf(draft.key, draft.text, QUESTION);
    return follows ? { ...next, key: keyOf(next.text, keysBut(all, id), QUESTION) } : next;
  });
}

/** Makes one, or none, the question by which results are shown apart. */
export const dividedBy = (all: Drafts, id: string | null): QuestionDraft[] =>
  all.map(draft => ({ ...draft, divides: draft.id === id }));

/** One place up or down; past an end it stays. */
export function moved<T extends { readonly id: string }>(all: readonly T[], id: string, by: -1 | 1): T[] {
  const from = all.findIndex(each => each.id === id);
  const to = from + by;
  const next = [...all];
  if (from < 0 || to < 0 || to >= all.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** A copy right after it, with a key of its own: it is another question. */
export function duplicated(all: Drafts, id: string, newId: NewId): QuestionDraft[] {
  return all.flatMap(draft => {
    if (draft.id !== id) return [draft];
    const options = draft.options.map(o => ({ ...o, id: newId(), isKept: false }));
    const copy = { id: newId(), key: newKey(all, draft.text), isKept: false, divides: false, options };
    return [draft, { ...draft, ...copy }];
  });
}

/** Back where it was; what another took over meanwhile stays with that. */
export function putBack(all: Drafts, draft: QuestionDraft, at: number): QuestionDraft[] {
  if (all.some(q => q.id === draft.id)) return [...all];
  const isTaken = !draft.isKept && all.some(q => q.key === draft.key);
  const key = isTaken ? newKey(all, draft.text) : draft.key;
  const divides = draft.divides && !all.some(q => q.divides);
  return all.toSpliced(at, 0, { ...draft, key, divides });
}

/** More options before the one at `at`, each with a key made of its words. */
export function withOptions(
  options: readonly OptionDraft[],
  at: number,
  labels: readonly string[],
  newId: NewId,
): OptionDraft[] {
  const taken = options.map(o => o.value);
  const added = labels.map(label => {
    const value = keyOf(label, taken, OPTION);
    taken.push(value);
    return { id: newId(), value, label, isKept: false };
  });
  return options.toSpliced(at, 0, ...added);
}

/** Changes one; its key follows its words as that of a question does. */
export function editedOption(
  options: readonly OptionDraft[],
  id: string,
  patch: Partial<OptionDraft>,
): OptionDraft[] {
  const taken = options.filter(o => o.id !== id).map(o => o.value);
  return options.map(option => {
    if (option.id !== id) return option;
    const next = { ...option, ...patch };
    const follows =
      patch.label !== undefined &&
      patch.value === undefined &&
      !option.isKept &&
      isMadeOf(option.value, option.label, OPTION);
    return follows ? { ...next, value: keyOf(next.label, taken, OPTION) } : next;
  });
}

/** Lines of a list that was copied from elsewhere, without the marks before them. */
export const linesOf = (pasted: string): string[] =>
  pasted
    .split(/[\r\n]+/)
    .map(line => line.replace(/^\s*(?:[-•*·–]|\d{1,2}[.)]|[a-z]\))\s+/, '').trim())
    .filter(Boolean);
