import { useState } from 'react';
import { type DraftKey, forgetDrafts } from '../../../web/drafts.ts';
import { ProblemError, refusalInWords } from '../../../web/problem-error.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { newerEntry } from '../contract.ts';

/** Somebody saved the entry since: the version to go over, and what is said of it. Null for any other failure. */
function newerVersion(error: unknown): { version: number; error: ProblemError } | null {
  if (!(error instanceof ProblemError) || error.code !== 'conflict') return null;
  const newer = newerEntry.safeParse(error.extra);
  if (!newer.success) return null;
  const words = `${error.message} Lo que escribiste sigue aquí: revisa y guarda otra vez para dejar lo tuyo.`;
  return { version: newer.data.version, error: refusalInWords(words) };
}

interface Options<V> {
  draftKey: DraftKey;
  /** What is changed started from; 0 for something new. */
  version: number;
  /** Said once it is stored. */
  done: string;
  /** Version 0 is something new; it was there already where the answer to it tells a version to go over. */
  store: (values: V, version: number) => Promise<unknown>;
  /** Reads again whatever shows it. */
  refresh: () => void;
  onClose: () => void;
}

/** Sends the form of an entry; one that somebody saved meanwhile is said, and a second time goes over it. */
export function useEntryWrite<V>({ draftKey, version, done, store, refresh, onClose }: Options<V>) {
  const [base, setBase] = useState(version);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (values: V) => {
    setPending(true);
    setError(null);
    try {
      await store(values, base);
      void forgetDrafts(draftKey);
      refresh();
      toasts.success(done);
      onClose();
    } catch (refusal) {
      const newer = newerVersion(refusal);
      if (newer) setBase(newer.version);
      setError(newer ? newer.error : refusal);
    } finally {
      setPending(false);
    }
  };
  return {
    send: (values: V) => void send(values),
    isPending,
    error,
    /** What is restored goes over the version it was typed on, not over what somebody saved since. */
    draft: {
      base: base === 0 ? undefined : String(base),
      onBase: (before: string) => setBase(Number(before)),
    },
  };
}
export type EntryWrite<V> = ReturnType<typeof useEntryWrite<V>>;
