import { useEffect, useRef, useState } from 'react';
import { type DraftKey, draftOwner, dropDraft, getDraft, putDraft } from '../../drafts.ts';
import { Autosaver, type SaveState, type Version } from './autosave.ts';

interface UseAutosaveOptions<V> {
  /** Names the object, e.g. `['project', id, 'objectives']`; the hook starts anew when it changes. */
  draftKey: DraftKey;
  /** What the person sees now. */
  value: V;
  /** What the server has, as first loaded. */
  saved: V;
  version: Version;
  save: (value: V, version: Version) => Promise<{ version: Version }>;
  /** Unsaved work of this person was found in this browser: show it. It is sent by itself. */
  onRestore: (value: V, at: string) => void;
  /** Off where the reader may not edit. */
  enabled?: boolean;
}

export interface Autosave<V> {
  state: SaveState;
  /** Sends what waits, now; true when the server has everything. Call before an action that reads it. */
  flush: () => Promise<boolean>;
  /** Conflict: keep these values, on top of the version stored by somebody else. */
  overwrite: (value: V, version: Version) => Promise<boolean>;
  /** Conflict, or a fresh load: these are the server's values. */
  adopt: (value: V, version: Version) => void;
}

type Leaving = Pick<Autosaver<unknown>, 'dispose' | 'handOver'>;

/** Savers of screens that were left, by owner and draft: they go on trying until the draft is opened again. */
const leftBehind = new Map<string, Leaving>();

function leave(draft: string, saver: Leaving) {
  leftBehind.set(draft, saver);
  void saver.dispose().then(arrived => {
    if (arrived && leftBehind.get(draft) === saver) leftBehind.delete(draft);
  });
}
function takeOver(draft: string) {
  leftBehind.get(draft)?.handOver();
  leftBehind.delete(draft);
}

/** Saves a section by itself; see `Autosaver`. */
export function useAutosave<V>(options: UseAutosaveOptions<V>): Autosave<V> {
  const { draftKey, value, enabled = true } = options;
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null });
  const latest = useRef(options);
  latest.current = options;
  const saver = useRef<Autosaver<V> | null>(null);
  const name = draftKey.join('\n');

  useEffect(() => {
    if (!enabled) return;
    const owner = draftOwner();
    const key = name.split('\n');
    const draft = `${owner}\n${name}`;
    takeOver(draft);
    const { saved, version } = latest.current;
    const created = new Autosaver<V>({
      saved,
      version,
      save: (next, base) => latest.current.save(next, base),
      onState: setState,
      shelf: {
        put: (next, base, from) => void putDraft(owner, key, next, base, from),
        drop: () => void dropDraft(owner, key),
      },
    });
    let alive = true;
    // Before the browser's storage has answered, which may take its time: what is typed meanwhile is sent all the same.
    saver.current = created;
    void getDraft<V>(owner, key).then(kept => {
      if (!alive || !kept) return;
      latest.current.onRestore(kept.value, kept.at);
      created.resume(kept.value, kept.base, kept.from);
    });
    const flush = () => void created.flush();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      alive = false;
      saver.current = null;
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
      leave(draft, created);
    };
  }, [name, enabled]);

  const heard = useRef(value);
  useEffect(() => {
    // What the screen starts with is no change: told as one, it would drop the draft before it is read.
    if (heard.current !== value) saver.current?.change(value);
    heard.current = value;
  }, [value]);

  return {
    state,
    flush: async () => (await saver.current?.flush()) ?? true,
    overwrite: async (next, version) => (await saver.current?.overwrite(next, version)) ?? false,
    adopt: (next, version) => saver.current?.adopt(next, version),
  };
}
