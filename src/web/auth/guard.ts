import { redirect } from '@tanstack/react-router';
import { withProgress } from '../api.ts';
import { log } from '../log.ts';
import { paths } from '../routing/paths.ts';
import type { RouteMeta } from '../routing/route-meta.ts';
import { AUTH_MESSAGE, getAccount, getProvider, getToken, START_PAGE } from '../storage.ts';
import { silentMicrosoft } from './microsoft.ts';
import { codeOf, isUnanswered, SIGN_IN_MESSAGES } from './sign-in-error.ts';

interface Entry {
  /** What the routes about to be entered say about themselves, outermost first. */
  metas: readonly RouteMeta[];
  /** Path with search and hash of the page wanted. */
  href: string;
}

function toLogin(href: string, message?: string) {
  sessionStorage.setItem(START_PAGE, href);
  if (message) sessionStorage.setItem(AUTH_MESSAGE, message);
  return redirect({ to: paths.login(), replace: true });
}

const SIGN_IN_AGAIN = 'Ingresa otra vez con tu cuenta para abrir esta página.';

/**
 * Why the page cannot be entered yet, or nothing. Google offers nothing silent: having its account is all there is to
 * make sure of.
 */
async function missingAccount(): Promise<string | undefined> {
  if (getProvider() === 'google') return getAccount('google') ? undefined : SIGN_IN_AGAIN;
  try {
    // A hidden frame takes seconds where the provider is slow.
    await withProgress(silentMicrosoft);
    return undefined;
  } catch (error) {
    log.info('Silent sign-in before entering the page failed', codeOf(error) || error);
    // Without a network the account can be neither confirmed nor denied; the server decides on what is read anyway.
    if (!navigator.onLine) return undefined;
    return isUnanswered(error) ? SIGN_IN_MESSAGES.failed : SIGN_IN_AGAIN;
  }
}

/**
 * Runs before every page. Whoever has no session goes to the login page, which leads back to the page wanted; pages
 * that ask for it are entered only with the provider's account at hand. Never opens a window by itself.
 */
export async function guard({ metas, href }: Entry): Promise<void> {
  if (metas.some(meta => meta.anonymous)) return;
  if (!getToken()) throw toLogin(href);
  if (!metas.some(meta => meta.requiresAuth)) return;
  const reason = await missingAccount();
  if (reason) throw toLogin(href, reason);
}

/** The page wanted before the sign-in, else home. Only addresses of this application. */
export function takeStartPage(): string {
  const wanted = sessionStorage.getItem(START_PAGE);
  sessionStorage.removeItem(START_PAGE);
  if (!wanted?.startsWith('/') || wanted.startsWith(paths.login())) return paths.home();
  const address = new URL(wanted, window.location.origin);
  return address.origin === window.location.origin
    ? address.pathname + address.search + address.hash
    : paths.home();
}
