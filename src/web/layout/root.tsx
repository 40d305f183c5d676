import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../routing/page-title.ts';
import { ToastHost } from '../ui/toasts/toast-host.tsx';

export const MAIN_ID = 'contenido';

/** After a change of page the keyboard and the screen reader go on at its content, not at the link left behind. */
function useFocusOnArrival() {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current && path !== last.current)
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    last.current = path;
  }, [path]);
}

export function Root() {
  useDocumentTitle();
  useFocusOnArrival();
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  );
}
