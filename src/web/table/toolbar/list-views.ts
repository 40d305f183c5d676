import { type ComponentType, createContext } from 'react';
import type { ListState } from '../list-state.ts';

export interface ListViewsProps {
  /** Path of the list's endpoint. */
  list: string;
  state: ListState;
  /** Asked for by the button rather than by the address. */
  isOpen: boolean;
}

/** What a list shows beside its search to keep and choose views of it; whoever knows both fills it in. */
export const ListViews = createContext<ComponentType<ListViewsProps> | null>(null);
