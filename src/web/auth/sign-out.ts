import { signOut as endSession } from '../../features/auth/contract.ts';
import { request, stopRequests } from '../api.ts';
import { log } from '../log.ts';
import { paths } from '../routing/paths.ts';
import { clearSession, getProvider } from '../storage.ts';
import { logoutGoogle } from './google.ts';
import { interact } from './interaction.ts';
import { logoutMicrosoft } from './microsoft.ts';

/** How long the provider's window, which there is nothing left to do in, is waited for. In ms. */
const PATIENCE = 60_000;

/** Signing out never fails for the person: what cannot be reached ends by its own expiry. */
const quietly = (what: string, work: Promise<unknown>) => work.catch(error => log.error(what, error));

/**
 * Ends the session on the server and at the provider, forgets it here and leaves at `fallback`. The provider comes
 * first because its popup needs the click that brought us here.
 */
export async function signOut(fallback = paths.login()): Promise<void> {
  const done = await interact('logout', async () => {
    const provider = getProvider() === 'google' ? logoutGoogle() : logoutMicrosoft();
    const atProvider = quietly('Signing out at the provider failed', provider);
    const ended = quietly('The session could not be ended on the server', request(endSession));
    stopRequests();
    await ended;
    clearSession();
    await Promise.race([atProvider, new Promise(resolve => window.setTimeout(resolve, PATIENCE))]);
    return true;
  });
  if (done) window.location.assign(fallback);
}
