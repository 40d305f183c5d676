import { redirect } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import type { RouteMeta } from '../route-meta.ts';
import { getToken, START_PAGE } from '../storage.ts';

interface Entry {
  /** What the routes about to be entered say about themselves, outermost first. */
  metas: readonly RouteMeta[];
  /** Path with search and hash of the page wanted. */
  href: string;
}

/** Runs before every page: whoever has no session goes to the login page, which leads back to the page wanted. */
export function guard({ metas, href }: Entry): void {
  if (metas.some(meta => meta.anonymous) || getToken()) return;
  sessionStorage.setItem(START_PAGE, href);
  throw redirect({ to: paths.login(), replace: true });
}
