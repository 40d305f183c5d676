import { useEffect, useRef, useState } from 'react';
import { useRead } from '../../../web/query.ts';
import { type Search, stringifySearch } from '../../../web/routing/paths.ts';
import type { ListState } from '../../../web/table/list-state.ts';
import { listViews, type SavedView, type ViewedList } from '../contract.ts';

/** Two searches that say the same are the same text, in whichever order they say it. */
function textOf(search: Search): string {
  const pairs = new URLSearchParams(stringifySearch(search));
  return [...pairs]
    .map(([key, value]) => JSON.stringify([key, value.trim()]))
    .sort()
    .join();
}

/** What a dialog is open for; `view` where it is about one that is kept already. */
export type Doing = { what: 'save' } | { what: 'rename' | 'remove'; view: SavedView };

export interface Views {
  list: ViewedList;
  state: ListState;
  read: ReturnType<typeof useRead<typeof listViews>>;
  /** The view that the address names. */
  active: SavedView | undefined;
  /** The conditions on screen are not those that are kept. */
  changed: boolean;
  /** The address named one that nobody shares with the reader. */
  gone: boolean;
  dismiss: () => void;
}

/**
 * Views of a list, read once they are wanted. An address that names one and nothing else comes to its conditions; what
 * its reader takes off afterwards does not come back by itself.
 */
export function useViews(list: ViewedList, state: ListState, wanted: boolean): Views {
  const id = typeof state.values.view === 'string' ? state.values.view : undefined;
  const read = useRead(listViews, { query: { list } }, { enabled: wanted || id !== undefined });
  const [gone, setGone] = useState(false);
  const { data } = read;
  const active = data?.views.find(view => view.id === id);
  const arrived = useRef<string>(undefined);
  const isKnown = data !== undefined && !read.isFetching;
  useEffect(() => {
    if (id === undefined) arrived.current = undefined;
    if (id === undefined || !isKnown) return;
    if (!active) {
      setGone(true);
      void state.set({ view: null }, { replace: true });
      return;
    }
    const isBare = Object.keys(state.conditions()).length === 0;
    if (isBare && arrived.current !== id)
      void state.replace({ ...active.query, view: id }, { replace: true });
    arrived.current = id;
  }, [id, active, isKnown, state]);
  const changed =
    active !== undefined && textOf(state.conditions()) !== textOf(state.conditions(active.query));
  return { list, state, read, active, changed, gone, dismiss: () => setGone(false) };
}
