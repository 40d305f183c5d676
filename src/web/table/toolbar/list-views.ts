import { type ComponentType, createContext } from 'react';
import type { ListState } from '../list-state.ts';

export interface ListViewsProps {
  /** Path of the list's endpoint. */
  list: string;
  /** Names the list for screen readers. */
  title: string;
  state: ListState;
}

/** What a list shows beside its search to keep and choose views of it; whoever knows both fills it in. */
export const ListViews = createContext<ComponentType<ListViewsProps> | null>(null);
