import { lazy, Suspense, useState } from 'react';
import { useToastQueue } from './toasts.ts';

const Toaster = lazy(() => import('./toaster.tsx').then(module => ({ default: module.Toaster })));

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
