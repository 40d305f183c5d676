import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useProject } from '../ficha/project-context.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { Offer } from './use-action.tsx';

/** Opens the dialog of an action, from the header, the bar or a toast. */
const Ask = createContext<(action: Offer['action']) => void>(() => undefined);
export const useAsk = () => use(Ask);

export function ActionProvider({ children }: { children: ReactNode }) {
  const { project } = useProject();
  const [asked, setAsked] = useState<Offer['action'] | null>(null);
  const offer = project.actions.find(a => a.action === asked);
  // The dialog stays as it was asked for while the project changes behind it.
  const [shown, setShown] = useState<Offer | null>(null);
  if (offer && offer !== shown && asked) setShown(offer);
  const ask = useMemo(() => (action: Offer['action']) => setAsked(action), []);
  return (
    <Ask value={ask}>
      {children}
      {shown && (
        <ActionDialog key={shown.action} offer={shown} open={asked !== null} onClose={() => setAsked(null)} />
      )}
    </Ask>
  );
}
