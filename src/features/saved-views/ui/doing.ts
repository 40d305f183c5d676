import type { SavedView } from '../contract.ts';

/** What a dialog is open for; `view` where it is about one that is kept already. */
export type Doing = { what: 'save' } | { what: 'rename' | 'remove'; view: SavedView };
