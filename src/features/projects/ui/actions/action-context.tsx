import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import type { Offer } from './use-action.tsx';

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

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
        <Suspense>
          <ActionDialog
            key={shown.action}
            offer={shown}
            open={asked !== null}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Ask>
  );
}
