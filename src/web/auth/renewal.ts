import { PROBLEMS } from '../../domain/problem-codes.ts';
import { SESSION } from '../../domain/session-times.ts';
import type { GoogleAccount } from '../../features/auth/contract.ts';
import { startOver } from '../api.ts';
import { log } from '../log.ts';
import { OfflineError, ProblemError } from '../problem-error.ts';
import { getAccount, getProvider, getToken, onSessionChange, tokenTime } from '../storage.ts';
import { silentMicrosoft } from './microsoft.ts';
import { renewSession } from './session.ts';
import { codeOf } from './sign-in-error.ts';

/** Pause before a renewal that found no connection is tried again without a sign of one. In ms. */
const RETRY = 60_000;
/** The network or a gateway was in the way, nobody has refused. */
const UNREACHABLE = new Set([
  'no_network_connectivity',
  'post_request_failed',
  'get_request_failed',
  'network_error',
  'endpoints_resolution_error',
  'openid_config_error',
]);

function isUnreachable(error: unknown): boolean {
  if (!navigator.onLine || error instanceof OfflineError) return true;
  if (error instanceof ProblemError) return error.status >= 502 && error.status <= 504;
  return UNREACHABLE.has(codeOf(error));
}

/** The same call as at the sign-in, now; the current token goes along in the header. Also brings the roles up to date. */
export async function renewNow(): Promise<void> {
  if (getProvider() === 'microsoft') {
    return renewSession({ provider: 'microsoft', account: await silentMicrosoft() });
  }
  const account = getAccount('google') as GoogleAccount | null;
  if (!account) throw new Error('There is no Google account to renew the session with');
  return renewSession({ provider: 'google', account });
}

/** Time another tab gets to see what this one stored: local storage reaches its process a moment later than the lock does. In ms. */
const SPREADING = 2000;

const age = () => Date.now() - tokenTime();
const isDue = () => getToken() !== null && age() >= SESSION.renewal;

/** One tab renews; the others wait for it and then find the new token in local storage. */
async function renewOnce(): Promise<void> {
  await navigator.locks.request('auth-renewal', async () => {
    if (!isDue()) return;
    try {
      await renewNow();
      await new Promise(resolve => window.setTimeout(resolve, SPREADING));
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log.error('The session could not be renewed', error);
      await startOver(PROBLEMS.unauthenticated.detail);
    }
  });
}

let timer = 0;
let running: Promise<void> | undefined;

function schedule(atLeast = 0): void {
  window.clearTimeout(timer);
  if (getToken() === null) return;
  timer = window.setTimeout(() => void check(), Math.max(atLeast, SESSION.renewal - age()));
}

async function attempt(): Promise<void> {
  try {
    await renewOnce();
    schedule();
  } catch (error) {
    log.info('The session will be renewed when the connection is back', error);
    schedule(RETRY);
  }
}

/** Renews when the time has come: by the timer, on waking up, on coming back online. */
function check(): Promise<void> {
  if (!isDue()) {
    schedule();
    return Promise.resolve();
  }
  running ??= attempt().finally(() => {
    running = undefined;
  });
  return running;
}

/** Keeps the session alive from now on, for as long as the document lives. */
export function startRenewal(): void {
  onSessionChange(() => schedule());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  window.addEventListener('online', () => void check());
  window.addEventListener('pageshow', () => void check());
  void check();
}
