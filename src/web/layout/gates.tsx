import { Outlet } from '@tanstack/react-router';
import { isAdmin, looksAfter } from '../../domain/kit/actor.ts';
import { lazyPart } from '../routing/lazy-page.ts';
import { useSessionUser } from '../storage.ts';

// Few are refused.
export const Forbidden = lazyPart(() => import('./forbidden.tsx'), 'Forbidden');

/** What the administration's addresses show to everybody else; the server refuses them in any case. */
export function AdminOnly() {
  const user = useSessionUser();
  return user && isAdmin(user) ? <Outlet /> : <Forbidden permission="catalogues.manage" />;
}

/** The same where whoever heads a unit reads that part of the list. */
export function HeadsOnly() {
  const user = useSessionUser();
  return user && looksAfter(user) ? <Outlet /> : <Forbidden permission="catalogues.read" />;
}
