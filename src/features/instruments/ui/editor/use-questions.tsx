import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldError } from '../../../../domain/kit/problem.ts';
import { draftsOf, keeping, type QuestionDraft, questionOf } from '../../../../domain/surveys/drafts.ts';
import { type Question, questions as rules } from '../../../../domain/surveys/questions.ts';
import { sameQuestions, sentQuestions } from '../../../../domain/surveys/sent.ts';
import { request } from '../../../../web/api.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { keyOf } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { getVersions, instruments, saveQuestions, type Versions } from '../../contract.ts';

export const newId = () => crypto.randomUUID();

const latestOf = ({ versions }: Versions) => versions[0] ?? { number: 1, frozenAt: null, questions: [] };
const freshDrafts = (stored: Versions) =>
  draftsOf(latestOf(stored).questions, sentQuestions(stored.versions), newId);

/** What the edits are made on top of. */
interface Base {
  readonly updatedAt: string;
  readonly questions: readonly Question[];
  /** Until when versions had been sent: somebody may send one while it is edited. */
  readonly sentAt: string | null;
}
const sentAtOf = ({ versions }: Versions) => versions.find(v => v.frozenAt)?.frozenAt ?? null;
const baseOf = (stored: Versions): Base => ({
  updatedAt: stored.updatedAt,
  questions: latestOf(stored).questions,
  sentAt: sentAtOf(stored),
});

const errorsOf = (all: readonly Question[]): FieldError[] =>
  (rules.safeParse(all).error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));

const storedIn = (error: unknown): Versions | null =>
  error instanceof ProblemError && error.code === 'conflict'
    ? ((error.extra as { stored?: Versions } | undefined)?.stored ?? null)
    : null;

/** What somebody else saved first; what the server refused of the questions that were sent. */
interface Outcome {
  readonly newer: Versions | null;
  readonly refusal: string | null;
  readonly errors: readonly FieldError[];
  readonly of: readonly Question[] | null;
}
const NOTHING: Outcome = { newer: null, refusal: null, errors: [], of: null };

/** Sends questions over what they were based on, again where only something else of the instrument has changed since. */
async function send(id: string, base: Pick<Base, 'updatedAt' | 'questions'>, questions: readonly Question[]) {
  const put = (updatedAt: string) =>
    request(saveQuestions, { params: { id }, body: { questions: [...questions], updatedAt } });
  try {
    return await put(base.updatedAt);
  } catch (error) {
    const stored = storedIn(error);
    if (!stored || !sameQuestions(latestOf(stored).questions, base.questions)) throw error;
    return put(stored.updatedAt);
  }
}

function useSending(id: string, onSaved: (stored: Versions) => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [outcome, setOutcome] = useState(NOTHING);
  const reset = () => {
    setTried(false);
    setOutcome(NOTHING);
  };
  /** Shows what is stored wherever it is read. */
  const publish = async (stored: Versions) => {
    const queryKey = keyOf(getVersions, { params: { id } });
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, stored);
  };
  /** Whether they were saved. */
  const save = async (base: Pick<Base, 'updatedAt' | 'questions'>, questions: readonly Question[]) => {
    setTried(true);
    setOutcome(NOTHING);
    if (errorsOf(questions).length > 0) return false;
    setBusy(true);
    try {
      const stored = await send(id, base, questions);
      await publish(stored);
      onSaved(stored);
      reset();
      toasts.success(`Las preguntas quedaron guardadas en la versión ${latestOf(stored).number}.`);
      await client.invalidateQueries({ queryKey: keyOf(instruments.list) });
      await client.invalidateQueries({ queryKey: keyOf(instruments.get) });
      return true;
    } catch (error) {
      const newer = storedIn(error);
      const errors = error instanceof ProblemError ? error.errors : [];
      const told = errors.map(e => ({ ...e, path: e.path.replace(/^questions\.?/, '') }));
      setOutcome({ newer, refusal: newer ? null : messageOf(error), errors: told, of: questions });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, tried, outcome, reset, save, publish };
}

/** Questions being written: saved by a button, kept through a reload, compared when somebody else saved first. */
export function useQuestions(id: string, stored: Versions, onEditing: () => void) {
  const [drafts, setDrafts] = useState<readonly QuestionDraft[]>(() => freshDrafts(stored));
  const [base, setBase] = useState(() => baseOf(stored));
  const questions = useMemo(() => drafts.map(questionOf), [drafts]);
  const dirty = useMemo(() => !sameQuestions(questions, base.questions), [questions, base]);
  const kept = useMemo(() => ({ drafts, questions: base.questions }), [drafts, base]);
  const draft = useDraft({
    // Apart from what the form of the name keeps, which forgets everything below its own.
    draftKey: ['instrument-questions', id],
    value: kept,
    changed: dirty,
    base: base.updatedAt,
    onRestore: (before, updatedAt) => {
      setDrafts(keeping(before.drafts, sentQuestions(stored.versions)));
      setBase({ ...baseOf(stored), questions: before.questions, updatedAt: updatedAt ?? stored.updatedAt });
      onEditing();
    },
  });
  const adopt = (next: Versions) => {
    setDrafts(freshDrafts(next));
    setBase(baseOf(next));
    draft.clear();
  };
  const { save, reset, publish, busy, tried, outcome } = useSending(id, adopt);
  // Whoever changed nothing sees at once what others saved; what leaves the questions as they were stands in nobody's way.
  const follow = useRef(() => {});
  follow.current = () => {
    const isNewer = Date.parse(stored.updatedAt) >= Date.parse(base.updatedAt);
    const isOther = stored.updatedAt !== base.updatedAt || sentAtOf(stored) !== base.sentAt;
    const isBehind = isNewer && isOther;
    if (busy || !isBehind) return;
    if (!dirty) return adopt(stored);
    if (!sameQuestions(latestOf(stored).questions, base.questions)) return;
    setBase(baseOf(stored));
    setDrafts(all => keeping(all, sentQuestions(stored.versions)));
  };
  useEffect(() => follow.current());
  const errors = useMemo(() => (tried ? errorsOf(questions) : []), [tried, questions]);
  return {
    ...{ drafts, setDrafts, questions, dirty, busy, restoredAt: draft.restoredAt, newer: outcome.newer },
    refusal: outcome.refusal,
    // What the server refused is said of what it was sent, until that changes.
    errors: errors.length > 0 || outcome.of !== questions ? errors : outcome.errors,
    save: () => save(base, questions),
    /** Mine, over what somebody else saved. */
    saveOver: (newer: Versions) =>
      save({ updatedAt: newer.updatedAt, questions: latestOf(newer).questions }, questions),
    adopt: (next: Versions) => {
      adopt(next);
      reset();
      void publish(next);
    },
  };
}
export type EditedQuestions = ReturnType<typeof useQuestions>;
