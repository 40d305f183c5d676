import { useMemo, useState } from 'react';
import type { DraftKey } from '../../drafts.ts';
import { useDraft } from '../../form/autosave/use-draft.ts';

/** A pasted list on its way: text first, then rows to be mended. */
export interface Pasted<R> {
  text: string;
  onText: (text: string) => void;
  /** Null while it is text. */
  rows: readonly R[] | null;
  onRows: (rows: readonly R[]) => void;
  /** When what an earlier visit left was typed. */
  restoredAt: string | null;
  /** Makes text of the rows again. */
  onBack: () => void;
  /** The good ones were added: those still wrong stay, without any the dialog closes. */
  onAdded: (wrong: readonly R[]) => void;
}

/** Keeps a list in this browser until it is added; `write` makes of rows a text that is read back alike. */
export function usePasted<R>(
  draftKey: DraftKey,
  write: (rows: readonly R[]) => string,
  onClose: () => void,
): Pasted<R> {
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly R[] | null>(null);
  // What was mended is kept like what was pasted; of what was added nothing stays in this browser.
  const kept = useMemo(() => (rows ? write(rows) : text), [rows, text, write]);
  const { restoredAt, clear } = useDraft({ draftKey, value: kept, changed: kept !== '', onRestore: setText });
  const onBack = () => {
    setText(kept);
    setRows(null);
  };
  const onAdded = (wrong: readonly R[]) => {
    if (wrong.length > 0) return setRows(wrong);
    clear();
    onClose();
  };
  return { text, onText: setText, rows, onRows: setRows, restoredAt, onBack, onAdded };
}
