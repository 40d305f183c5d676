import { useSyncExternalStore } from 'react';
import { ROLES } from '../domain/kit/actor.ts';
import type { SessionUser } from '../domain/kit/session.ts';
import type { Provider } from '../domain/settings/providers.ts';
import { KEYS } from './session-keys.ts';

/** When the token was last obtained, for the renewal; ours, beside the agreed names. Milliseconds since 1970. */
const TOKEN_TIME = 'auth-token-time';

/** Session storage: where to go after signing in, and what the login page shows once. */
export const START_PAGE = 'start-page';
export const AUTH_MESSAGE = 'auth-message';

/** Local storage: what the search has led to; names of people among it, so it goes with the session. */
export const RECENT = 'search-recent';

/** Local storage: columns of lists as somebody has them; nothing of anybody else, so it outlives the session. */
export const columnsKey = (userId: string) => `list-columns-${userId}`;

/** Local storage: groups of the navigation that whoever works here has closed, names with spaces; outlives it, too. */
const CLOSED_GROUPS = 'navigation-closed';
export const readClosedGroups = () => (localStorage.getItem(CLOSED_GROUPS) ?? '').split(' ');
export const storeClosedGroups = (names: readonly string[]) =>
  localStorage.setItem(CLOSED_GROUPS, names.join(' ').trim());

const CHANGED = 'session-changed';
const announce = () => window.dispatchEvent(new Event(CHANGED));

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export const getProvider = (): Provider =>
  localStorage.getItem(KEYS.provider) === 'google' ? 'google' : 'microsoft';

export function setProvider(provider: Provider) {
  localStorage.setItem(KEYS.provider, provider);
  announce();
}

/** The account object as its provider gave it, or null. */
export const getAccount = (provider: Provider): unknown => readJson(KEYS[provider]);

export function setAccount(provider: Provider, account: object | null) {
  if (account) localStorage.setItem(KEYS[provider], JSON.stringify(account));
  else localStorage.removeItem(KEYS[provider]);
  announce();
}

export const getToken = () => localStorage.getItem(KEYS.token);

/** Milliseconds since 1970; 0 when unknown, which counts as long ago. */
export const tokenTime = () => Number(localStorage.getItem(TOKEN_TIME)) || 0;

function parseUser(stored: string | null): SessionUser | null {
  if (!stored) return null;
  try {
    const user = JSON.parse(stored) as Partial<SessionUser> | null;
    if (typeof user?.id !== 'string' || typeof user.email !== 'string') return null;
    const roles = ROLES.filter(role => user.roles?.includes(role));
    return { id: user.id, email: user.email, name: user.name || user.email, roles };
  } catch {
    return null;
  }
}

export const getUser = () => parseUser(localStorage.getItem(KEYS.user));

export function saveUser(user: SessionUser) {
  localStorage.setItem(KEYS.user, JSON.stringify(user));
  announce();
}

export function saveSession(session: { token: string; user: SessionUser }) {
  // The time first: a tab that hears of the new token must not think it due.
  localStorage.setItem(TOKEN_TIME, String(Date.now()));
  localStorage.setItem(KEYS.token, session.token);
  saveUser(session.user);
}

/** Forgets token, user, both accounts and what was looked for; the chosen provider stays, so that the next sign-in offers it first. */
export function clearSession() {
  for (const key of [KEYS.token, KEYS.user, KEYS.google, KEYS.microsoft, TOKEN_TIME, RECENT])
    localStorage.removeItem(key);
  announce();
}

/** What the login page shows once after a forced sign-out. */
export function takeAuthMessage(): string | null {
  const message = sessionStorage.getItem(AUTH_MESSAGE);
  sessionStorage.removeItem(AUTH_MESSAGE);
  return message;
}

/** Calls back when what is stored of the session changes, here or in another tab. */
export function onSessionChange(listener: () => void) {
  // `storage` tells of other tabs, our own event of this one.
  window.addEventListener('storage', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

let userCache: { text: string | null; user: SessionUser | null } = { text: null, user: null };

function userSnapshot() {
  const text = localStorage.getItem(KEYS.user);
  if (text !== userCache.text) userCache = { text, user: parseUser(text) };
  return userCache.user;
}

/** The signed-in person as stored, kept up to date across tabs. */
export const useSessionUser = () => useSyncExternalStore(onSessionChange, userSnapshot);
