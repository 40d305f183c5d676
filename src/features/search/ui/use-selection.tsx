import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { useLayoutEffect, useRef } from 'react';
import type { Entry } from './entries.tsx';

const [silent, spotlight] = createSpotlight();

export { spotlight };

/** The library moves the choice without telling anybody, but the field has to name it. */
export const store: typeof silent = {
  ...silent,
  setState: value => silent.setState(value),
  updateState: value => silent.setState(value),
};

/** Marks in the document what the store says: the library does so by itself, unseen by React. */
function markSelected(listId: string, selected: number) {
  const list = listId ? document.getElementById(listId) : null;
  for (const [n, option] of (list?.querySelectorAll('[data-action]') ?? []).entries())
    option.toggleAttribute('data-selected', n === selected);
}

/**
 * Which entry Enter opens. What the arrows have chosen stays chosen when more is found around it; else it is the first,
 * once something is typed.
 */
export function useSelection(entries: readonly Entry[], typed: string): Entry | undefined {
  const { selected, listId } = useSpotlight(store);
  const chosen = useRef('');
  const keys = entries.map(({ key }) => key);
  const shown = keys.join('\n');
  const first = typed === '' ? -1 : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other entries are shown
  useLayoutEffect(() => {
    const next = selected > 0 ? keys.indexOf(chosen.current) : selected;
    store.updateState(state => ({ ...state, selected: Math.max(next, first) }));
  }, [shown]);
  useLayoutEffect(() => {
    chosen.current = keys[selected] ?? '';
    markSelected(listId, selected);
  });
  return entries[selected];
}
