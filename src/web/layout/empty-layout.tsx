import { Outlet } from '@tanstack/react-router';
import { MAIN_ID } from './root.tsx';

/** Nothing but the page. */
export function EmptyLayout() {
  return (
    <main id={MAIN_ID} tabIndex={-1} style={{ outline: 'none', minHeight: '100dvh' }}>
      <Outlet />
    </main>
  );
}
