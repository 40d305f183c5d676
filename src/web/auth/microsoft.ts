import type { MicrosoftAccount } from '../../features/auth/contract.ts';
import { config } from '../config.ts';
import { log } from '../log.ts';
import { getAccount } from '../storage.ts';
import { interact, track } from './interaction.ts';
import type { AccountInfo, AuthenticationResult, MsalClient } from './msal-client.ts';
import { checkNonce, newNonce } from './nonce.ts';
import { codeOf, isCancelled } from './sign-in-error.ts';

/** An ID token with less time left is not sent any more. In ms. */
const VALID_FOR = 5 * 60_000;

let client: Promise<MsalClient> | undefined;

async function load(): Promise<MsalClient> {
  const settings = config().microsoft;
  if (!settings) throw new Error('Microsoft sign-in is not configured');
  const { createMsalClient } = await import('./msal-client.ts');
  return createMsalClient(settings);
}

/** The library is a chunk of its own; fetched early where a click may follow, so that the popup opens at once. */
export function microsoftClient(): Promise<MsalClient> {
  client ??= load().catch(error => {
    client = undefined;
    throw error;
  });
  return client;
}

function accountOf({ account, idToken }: AuthenticationResult): MicrosoftAccount {
  const { authorityType, environment, homeAccountId, localAccountId, name, tenantId, username } = account;
  return {
    authorityType: authorityType ?? 'MSSTS',
    environment,
    homeAccountId,
    idToken,
    localAccountId,
    name: name ?? username,
    tenantId,
    username,
  };
}

/** Makes the account just signed in the active one. */
function activate(msal: MsalClient, result: AuthenticationResult): MicrosoftAccount {
  msal.setActiveAccount(result.account);
  return accountOf(result);
}

type Prompt = { prompt: 'select_account' } | { prompt: 'login'; loginHint: string };

async function popup(msal: MsalClient, prompt: Prompt): Promise<MicrosoftAccount | undefined> {
  const nonce = newNonce();
  try {
    const result = await interact('login', () =>
      // Our own state allows one interaction at a time; what the library still holds is a left-over of a reload.
      msal.loginPopup({ scopes: [], ...prompt, nonce, overrideInteractionInProgress: true }),
    );
    if (!result) return undefined;
    checkNonce(result.idToken, nonce);
    return activate(msal, result);
  } catch (error) {
    if (!isCancelled(error)) throw error;
    log.info('Sign-in cancelled by the person', codeOf(error));
    return undefined;
  }
}

/** Opens the popup. Undefined: the person closed it, or another interaction was in progress. */
export async function loginMicrosoft(): Promise<MicrosoftAccount | undefined> {
  return popup(await microsoftClient(), { prompt: 'select_account' });
}

/** The account of this session in the library's cache; the cache is lost when the browser restarts, ours is not. */
function cachedAccount(msal: MsalClient): { account?: AccountInfo; loginHint?: string } {
  const stored = getAccount('microsoft') as Partial<MicrosoftAccount> | null;
  if (!stored?.homeAccountId) return {};
  const account = msal.getAccount({ homeAccountId: stored.homeAccountId });
  if (account) return { account };
  return stored.username ? { loginHint: stored.username } : {};
}

const millisecondsLeft = ({ idTokenClaims }: AuthenticationResult) =>
  ((idTokenClaims as { exp?: number }).exp ?? 0) * 1000 - Date.now();

/** Cache, then refresh token, then hidden frame. The cache goes by the access token, so the ID token is looked at here. */
async function tokenOf(msal: MsalClient, account: AccountInfo): Promise<AuthenticationResult> {
  const request = { scopes: [], account };
  const result = await msal.acquireTokenSilent(request);
  if (!result.fromCache || millisecondsLeft(result) > VALID_FOR) return result;
  return msal.acquireTokenSilent({ ...request, forceRefresh: true });
}

async function silently(): Promise<MicrosoftAccount> {
  const msal = await microsoftClient();
  return track('silent sign-in', async () => {
    const { account, loginHint } = cachedAccount(msal);
    if (account) return activate(msal, await tokenOf(msal, account));
    if (!loginHint) throw new Error('There is no Microsoft account to sign in silently');
    return activate(msal, await msal.ssoSilent({ scopes: [], loginHint }));
  });
}

let inProgress: Promise<MicrosoftAccount> | undefined;

/** The account of this session with an ID token valid for 5 more minutes, without any window. Concurrent calls share one. */
export function silentMicrosoft(): Promise<MicrosoftAccount> {
  inProgress ??= silently().finally(() => {
    inProgress = undefined;
  });
  return inProgress;
}

/** Other Microsoft accounts that have signed in with this browser. */
export async function otherAccounts(): Promise<{ homeAccountId: string; name: string; username: string }[]> {
  const msal = await microsoftClient();
  const stored = getAccount('microsoft') as Partial<MicrosoftAccount> | null;
  return msal
    .getAllAccounts()
    .filter(account => account.homeAccountId !== stored?.homeAccountId)
    .map(({ homeAccountId, name, username }) => ({ homeAccountId, name: name ?? username, username }));
}

/** Another of the browser's accounts, silently where possible, else by a popup that asks to sign in with it again. */
export async function switchAccount(homeAccountId: string): Promise<MicrosoftAccount | undefined> {
  const msal = await microsoftClient();
  const account = msal.getAccount({ homeAccountId });
  if (!account) return popup(msal, { prompt: 'select_account' });
  try {
    return activate(msal, await track('acquire token', () => tokenOf(msal, account)));
  } catch (error) {
    // Imported with the library, hence recognised by name rather than by class.
    if ((error as Error).name !== 'InteractionRequiredAuthError') throw error;
    return popup(msal, { prompt: 'login', loginHint: account.username });
  }
}

/** Forgets the account and ends the provider's own session in a popup; the first remaining account becomes active. */
export async function logoutMicrosoft(): Promise<void> {
  const msal = await microsoftClient();
  const { account, loginHint } = cachedAccount(msal);
  if (!account && !loginHint) return;
  const request = account ? { account } : { logoutHint: loginHint ?? '' };
  try {
    await msal.logoutPopup(request);
  } catch (error) {
    log.info('The Microsoft session could not be ended in a popup', codeOf(error));
    await msal.clearCache(request);
  } finally {
    msal.setActiveAccount(msal.getAllAccounts()[0] ?? null);
  }
}
