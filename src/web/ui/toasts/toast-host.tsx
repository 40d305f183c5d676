import { Suspense, useState } from 'react';
import { lazyPart } from '../../routing/lazy-page.ts';
import { useToastQueue } from './toasts.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'), 'Toaster');

/** Fetches the toast library only when there is something to say. */
export function ToastHost() {
  const waiting = useToastQueue().length > 0;
  const [wanted, setWanted] = useState(false);
  if (waiting && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
