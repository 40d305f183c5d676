import { loadLayout, screenAt } from './screens.tsx';
import { KEYS } from './web/session-keys.ts';

// A script of its own before the application's: what the address needs is on its way while that one, much larger, still
// comes and is run. Whoever has no session is led to the login page, which needs nothing of it. What fails here is
// asked for again by the router, which tells of it.
if (localStorage.getItem(KEYS.token) !== null)
  for (const load of [loadLayout, screenAt(window.location.pathname)?.load]) load?.().catch(() => {});
