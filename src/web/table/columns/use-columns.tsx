import { useMemo, useSyncExternalStore } from 'react';
import { columnsKey, useSessionUser } from '../../storage.ts';
import { clampWidth, type ListColumns, parseMemory, readStored, withColumns, writeStored } from './memory.ts';

const CHANGED = 'list-columns-changed';

function subscribe(listener: () => void) {
  // `storage` tells of other tabs, our own event of this one.
  window.addEventListener('storage', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** Columns of a list as this person has them in this browser. */
export interface ColumnMemory extends ListColumns {
  remember: (cols: string) => void;
  /** Null for the usual width. */
  resize: (key: string, rem: number | null) => void;
  forget: () => void;
}

const USUAL: ListColumns = { widths: {} };

export function useColumns(list: string): ColumnMemory {
  const key = columnsKey(useSessionUser()?.id ?? '');
  const stored = useSyncExternalStore(subscribe, () => readStored(key));
  return useMemo(() => {
    const columnsOf = (text: string | null) => parseMemory(text)[list] ?? USUAL;
    // What another list or tab has stored since stays.
    const change = (next: (columns: ListColumns) => ListColumns | null) => {
      const now = readStored(key);
      writeStored(key, withColumns(now, list, next(columnsOf(now))));
      window.dispatchEvent(new Event(CHANGED));
    };
    return {
      ...columnsOf(stored),
      remember: cols => change(columns => ({ ...columns, cols })),
      resize: (column, rem) =>
        change(({ widths: { [column]: _before, ...others }, ...rest }) => ({
          ...rest,
          widths: rem === null ? others : { ...others, [column]: clampWidth(rem) },
        })),
      forget: () => change(() => null),
    };
  }, [key, stored, list]);
}
