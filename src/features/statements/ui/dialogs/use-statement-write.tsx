import { useState } from 'react';
import type { FieldError } from '../../../../domain/kit/problem.ts';
import { messageOf, ProblemError } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { newerEntry } from '../../../project-record/contract.ts';
import { useSpendingOutdated } from '../use-statements.tsx';

interface Options {
  /** Said once it is stored. */
  done: string;
  store: () => Promise<unknown>;
  /** It is stored: what was typed may be forgotten. */
  onDone: () => void;
  /** Somebody was faster: what is on screen holds no more. */
  onConflict: (words: string) => void;
  /** Fields were refused: marks those that are on the page, and answers the others. */
  onErrors: (errors: readonly FieldError[]) => readonly FieldError[];
}

/** Somebody sent or decided it since. */
export const isOutdated = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'conflict' && newerEntry.safeParse(error.extra).success;

/** What is to be said beside what is marked; undefined where that says it all. */
function unplacedWords(error: unknown, onErrors: Options['onErrors']): string | undefined {
  if (!(error instanceof ProblemError) || error.errors.length === 0) return messageOf(error);
  return (
    onErrors(error.errors)
      .map(e => e.message)
      .join(' ') || undefined
  );
}

/** Decides or sends a statement over the version on screen; whatever comes of it, all is read again. */
export function useStatementWrite({ done, store, onDone, onConflict, onErrors }: Options) {
  const refresh = useSpendingOutdated();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await store();
      onDone();
      toasts.success(done);
    } catch (error) {
      if (isOutdated(error)) onConflict(error.message);
      else setRefusal(unplacedWords(error, onErrors));
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { busy, refusal, send: () => void send() };
}
