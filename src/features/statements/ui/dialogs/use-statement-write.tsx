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
  /** Fields were refused; answers whether they could be marked on the page. */
  onErrors: (errors: readonly FieldError[]) => boolean;
}

const isOutdated = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === 'conflict' && newerEntry.safeParse(error.extra).success;

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
      else if (!(error instanceof ProblemError && onErrors(error.errors))) setRefusal(messageOf(error));
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return { busy, refusal, send: () => void send(), forgetRefusal: () => setRefusal(undefined) };
}
