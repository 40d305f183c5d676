import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import { SESSION } from '../../domain/kit/session-times.ts';
import type { GoogleAccount } from '../../features/auth/contract.ts';
import { log } from '../log.ts';
import {
  AUTH_MESSAGE,
  clearSession,
  getAccount,
  getProvider,
  getToken,
  onSessionChange,
  tokenTime,
} from '../storage.ts';
import { silentMicrosoft } from './microsoft.ts';
import { renewSession } from './session.ts';

/** A timer of a hidden tab comes up to a minute late; whoever comes later has slept. In ms. */
const LATE = 60_000;
/** How long the network may take, after a sleep, to be reported by the browser. In ms. */
const WAKING = 15_000;
/** Time another tab gets to see what this one stored: local storage reaches its process a moment later than the lock does. In ms. */
const SPREADING = 2000;

const age = () => Date.now() - tokenTime();
const isDue = () => getToken() !== null && age() >= SESSION.renewal;
const pause = (duration: number) => new Promise<void>(resolve => window.setTimeout(resolve, duration));

/** The same call as at the sign-in; the current token goes along in the header. */
async function renew(): Promise<void> {
  // A hidden frame would be waited for until its time is up.
  if (!navigator.onLine) throw new Error('There is no connection');
  if (getProvider() === 'microsoft') {
    return renewSession({ provider: 'microsoft', account: await silentMicrosoft() });
  }
  const account = getAccount('google') as GoogleAccount | null;
  if (!account) throw new Error('There is no Google account to renew the session with');
  return renewSession({ provider: 'google', account });
}

/** On waking up the timers are there before the network is. */
async function awake(): Promise<void> {
  if (navigator.onLine || age() < SESSION.renewal + LATE) return;
  const online = new Promise(resolve => window.addEventListener('online', resolve, { once: true }));
  await Promise.race([online, pause(WAKING)]);
}

/** The document's requests are cut off, which says nothing of the session: the next one will find the renewal due. */
let goingAway = false;

/** Whatever the cause, and whether or not anybody refused: the session is over here. */
function end(error: unknown, leave: () => void): void {
  if (goingAway) return;
  log.error('The session could not be renewed', error);
  sessionStorage.setItem(AUTH_MESSAGE, PROBLEMS.unauthenticated.detail);
  clearSession();
  leave();
}

/** One tab renews; the others wait for it and then find the new token in local storage, or none. */
async function renewOnce(leave: () => void): Promise<void> {
  await awake();
  await navigator.locks.request('auth-renewal', async () => {
    const token = getToken();
    if (!isDue()) return;
    // Somebody who has signed out meanwhile, or in again, has nothing to do with it.
    await renew().catch(error => getToken() === token && end(error, leave));
    await pause(SPREADING);
  });
}

/**
 * Keeps the session alive from now on, for as long as the document lives: renews by the timer, on waking up, on coming
 * back online. `leave` is called once the session is cleared because a renewal failed.
 */
export function startRenewal(leave: () => void): void {
  let timer = 0;
  let running = false;
  const schedule = () => {
    window.clearTimeout(timer);
    if (getToken() === null) return;
    timer = window.setTimeout(check, Math.max(0, SESSION.renewal - age()));
  };
  const check = () => {
    if (running || goingAway) return;
    if (!isDue()) return schedule();
    running = true;
    void renewOnce(leave)
      .catch(error => end(error, leave))
      .finally(() => {
        running = false;
        schedule();
      });
  };
  onSessionChange(schedule);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  window.addEventListener('online', check);
  window.addEventListener('pagehide', () => {
    goingAway = true;
  });
  window.addEventListener('pageshow', () => {
    goingAway = false;
    check();
  });
  check();
}
