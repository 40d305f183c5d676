import { useEffect, useEffectEvent, useState } from 'react';
import { refusalInWords } from '../../../../web/problem-error.ts';
import type { EntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import type { Uploads } from './use-uploads.tsx';

interface Options<V> {
  write: EntryWrite<V>;
  uploads: Uploads;
  /** As it is filled in by now, files that arrived meanwhile included. */
  current: () => V;
}

const STUCK = 'Hay archivos que no llegaron: reanúdalos o quítalos de la lista.';

/** Files that have not arrived yet, and those that will not without somebody doing something. */
const standOf = ({ items }: Uploads) => ({
  moving: items.filter(i => i.phase === 'sending' || i.phase === 'checking').length,
  stuck: items.filter(i => i.phase === 'paused' || i.phase === 'refused').length,
});

/** Sends a form once all its files are there: who taps early need not tap again. */
export function useFilesFirst<V>({ write, uploads, current }: Options<V>) {
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { moving, stuck } = standOf(uploads);
  const send = (values: V) => {
    setRefused(stuck > 0 ? refusalInWords(STUCK) : null);
    if (stuck > 0) return;
    if (moving > 0) setAsked(true);
    else write.send(values);
  };
  const sendLatest = useEffectEvent(() => write.send(current()));
  useEffect(() => {
    if (!asked || moving > 0) return;
    setAsked(false);
    if (stuck === 0) sendLatest();
  }, [asked, moving, stuck]);
  return {
    send,
    draft: write.draft,
    isPending: write.isPending || asked,
    error: refused ?? write.error,
    waitsFor: asked ? moving : 0,
  };
}
