import { useState } from 'react';
import { type DraftKey, forgetDrafts } from '../../../../web/drafts.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useExecutionOutdated } from '../use-execution.tsx';
import { newerVersion } from './newer-version.tsx';

interface Options<V> {
  draftKey: DraftKey;
  /** What is changed started from; 0 for something new. */
  version: number;
  /** Said once it is stored. */
  done: string;
  store: (values: V, version: number) => Promise<unknown>;
  onClose: () => void;
}

/** Sends a form of the execution; one that somebody saved meanwhile is said, and a second time goes over it. */
export function useEntryWrite<V>({ draftKey, version, done, store, onClose }: Options<V>) {
  const refresh = useExecutionOutdated();
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
