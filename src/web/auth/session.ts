import { useSyncExternalStore } from 'react';
import type { GoogleAccount, MicrosoftAccount } from '../../features/auth/contract.ts';
import { request } from '../api.ts';
import { log } from '../log.ts';
import { reloadDocument } from '../routing/reload.ts';
import { KEYS } from '../session-keys.ts';
import { clearSession, getToken, saveSession, setAccount, setProvider } from '../storage.ts';

export type ProviderAccount =
  | { provider: 'microsoft'; account: MicrosoftAccount }
  | { provider: 'google'; account: GoogleAccount };

/** Fetched when first called: it brings the schema library, which the login page does without. */
const contract = () => import('../../features/auth/contract.ts');

let callsInFlight = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1) {
  callsInFlight += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The loading flag: true while an auth call is in flight. */
export const useAuthCall = () => useSyncExternalStore(subscribe, () => callsInFlight > 0);

async function authCall({ provider, account }: ProviderAccount) {
  count(1);
  try {
    const { signInWithGoogle, signInWithMicrosoft } = await contract();
    return await (provider === 'microsoft'
      ? request(signInWithMicrosoft, { body: account })
      : request(signInWithGoogle, { body: account }));
  } finally {
    count(-1);
  }
}

async function enter(signedIn: ProviderAccount): Promise<void> {
  const before = getToken();
  const session = await authCall(signedIn);
  // Signed out meanwhile, or in as somebody else, here or in another tab: that came later.
  if (getToken() !== before) return;
  setProvider(signedIn.provider);
  setAccount(signedIn.provider, signedIn.account);
  saveSession(session);
}

/** A sign-in by choice. A session still stored is given up first: its token would make this a renewal of it. */
export function openSession(signedIn: ProviderAccount): Promise<void> {
  if (getToken() !== null) clearSession();
  return enter(signedIn);
}

/** Another person instead of the one signed in: that session ends on the server, too. */
export async function changeSession(signedIn: ProviderAccount): Promise<void> {
  const { signOut } = await contract();
  await request(signOut).catch(error => log.error('The session could not be ended on the server', error));
  await openSession(signedIn);
}

/** The same call with the current token in the header, which the answer replaces. */
export const renewSession = enter;

const idOf = (user: string | null): unknown => {
  try {
    return (JSON.parse(user ?? 'null') as { id?: unknown } | null)?.id;
  } catch {
    return undefined;
  }
};

/** Another tab signed out (`leave`), or signed somebody else in: what this one shows is no longer true. */
export function followOtherTabs(leave: () => void): void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    const left = key === KEYS.token && oldValue !== null && newValue === null;
    const replaced =
      key === KEYS.user && oldValue !== null && newValue !== null && idOf(oldValue) !== idOf(newValue);
    if (left) leave();
    else if (replaced) reloadDocument();
  };
  window.addEventListener('storage', onStorage);
}
