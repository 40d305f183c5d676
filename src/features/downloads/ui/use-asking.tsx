import { useState } from 'react';
import { messageOf } from '../../../web/problem-error.ts';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { downloadActions } from './use-downloads.tsx';

/** Asks for files to be prepared: which one is under way, and what is told where it is refused. */
export function useAsking<What extends string = 'it'>() {
  const [asking, setAsking] = useState<What | null>(null);
  const ask = async (what: What, send: () => Promise<unknown>) => {
    setAsking(what);
    try {
      await send();
      await downloadActions.refresh();
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    } finally {
      setAsking(null);
    }
  };
  return { asking, ask };
}
