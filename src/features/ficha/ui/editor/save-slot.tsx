import { createContext, use } from 'react';
import { createPortal } from 'react-dom';
import type { SaveState } from '../../../../web/form/autosave/autosave.ts';
import { SaveStatus } from '../../../../web/form/autosave/save-status.tsx';

/** Place in the bar at the foot of the page where the open section tells whether it is saved. */
const Slot = createContext<HTMLElement | null>(null);
export const SaveSlotProvider = Slot.Provider;
/** Null where the page has no bar. */
export const useSaveSlot = () => use(Slot);

export function SaveSlot({ state, savedAt }: { state: SaveState; savedAt: string | null }) {
  const slot = use(Slot);
  return slot && createPortal(<SaveStatus state={state} savedAt={savedAt} />, slot);
}
