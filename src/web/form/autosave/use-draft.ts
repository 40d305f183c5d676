import { useEffect, useRef, useState } from 'react';
import { type DraftKey, draftOwner, dropDraft, getDraft, putDraft } from '../../drafts.ts';

interface UseDraftOptions<V> {
  /** Names the work, e.g. `['faculty', 'new']`; without one nothing is kept. */
  draftKey: DraftKey | undefined;
  value: V;
  /** Whether there is anything to keep. */
  changed: boolean;
  /** Stored version the work goes over, where somebody else could save meanwhile. */
  base?: string | undefined;
  /** Work of an earlier visit was found: show it. `base` is what it started from. */
  onRestore: (value: V, base: string | undefined) => void;
}

/** Keeps a form that is sent by a button through a reload, a lost connection and an expired session. */
export function useDraft<V>({ draftKey, value, changed, base, onRestore }: UseDraftOptions<V>) {
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [owner] = useState(draftOwner);
  const restore = useRef(onRestore);
  restore.current = onRestore;
  const name = draftKey?.join('\n');
  const last = useRef({ value, changed, base, asked });

  useEffect(() => {
    setAsked(false);
    setRestoredAt(null);
    if (name === undefined) return;
    let alive = true;
    void getDraft<V>(owner, name.split('\n')).then(draft => {
      if (!alive) return;
      if (draft) {
        restore.current(draft.value, draft.base === undefined ? undefined : String(draft.base));
        setRestoredAt(draft.at);
      }
      setAsked(true);
    });
    return () => {
      alive = false;
      // Whoever leaves before it is known what was kept loses nothing either.
      const { current } = last;
      if (!current.asked && current.changed)
        void putDraft(owner, name.split('\n'), current.value, current.base);
    };
  }, [name, owner]);
  useEffect(() => {
    last.current = { value, changed, base, asked };
  }, [value, changed, base, asked]);

  // Taking back what was typed leaves nothing to keep; without this the last letter but one would stay.
  const kept = useRef(false);
  useEffect(() => {
    if (name === undefined || !asked) return;
    if (changed) void putDraft(owner, name.split('\n'), value, base);
    else if (kept.current) void dropDraft(owner, name.split('\n'));
    kept.current = changed;
  }, [name, asked, changed, value, base, owner]);

  const clear = () => {
    setRestoredAt(null);
    // What was sent before it was known what was kept is not kept anew as its form goes.
    last.current = { ...last.current, changed: false };
    if (name !== undefined) void dropDraft(owner, name.split('\n'));
  };
  return { restoredAt, clear };
}
