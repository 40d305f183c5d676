import { vi } from 'vitest';

// A document of its own for each test: what keeps the session holds state in its modules and listens to the window.

/** The part of Microsoft's library that its windows and frames stand behind; jsdom has neither. */
export const msal = {
  /** Accounts the library knows. */
  accounts: [] as MsalAccount[],
  active: null as MsalAccount | null,
  token: vi.fn<(request: object) => Promise<object>>(),
  frame: vi.fn<(request: object) => Promise<object>>(),
  popup: vi.fn<(request: object) => Promise<object>>(),
  logout: vi.fn<(request: object) => Promise<void>>(),
  forget: vi.fn<(request: object) => Promise<void>>(),
};

export interface MsalAccount {
  homeAccountId: string;
  localAccountId: string;
  environment: string;
  tenantId: string;
  username: string;
  name: string;
}

export const accountOf = (name: string): MsalAccount => ({
  homeAccountId: `${name}.tenant`,
  localAccountId: name,
  environment: 'login.example',
  tenantId: 'tenant',
  username: `${name}@u.cl`,
  name,
});

/** What our server is sent of an account. */
export const sentAccount = (name: string, idToken = `id-token-${name}`) => ({
  authorityType: 'MSSTS',
  ...accountOf(name),
  idToken,
});

/** An answer of the library, its ID token valid for so many more ms. */
export const tokenAnswer = (name: string, { validFor = 3_600_000, fromCache = true } = {}) => ({
  account: accountOf(name),
  idToken: `id-token-${name}`,
  fromCache,
  idTokenClaims: { exp: (Date.now() + validFor) / 1000 },
});

function fakeLibrary() {
  class PublicClientApplication {
    initialize = async () => {};
    handleRedirectPromise = async () => null;
    addEventCallback = () => {};
    getAllAccounts = () => msal.accounts;
    getAccount = ({ homeAccountId }: { homeAccountId: string }) =>
      msal.accounts.find(account => account.homeAccountId === homeAccountId) ?? null;
    setActiveAccount = (account: MsalAccount | null) => {
      msal.active = account;
    };
    acquireTokenSilent = (request: object) => msal.token(request);
    ssoSilent = (request: object) => msal.frame(request);
    loginPopup = (request: object) => msal.popup(request);
    logoutPopup = (request: object) => msal.logout(request);
    clearCache = (request: object) => msal.forget(request);
  }
  class BrowserAuthError extends Error {}
  return { PublicClientApplication, BrowserAuthError, EventType: {}, InteractionType: {} };
}

type Listener = EventListenerOrEventListenerObject;
type AddOptions = boolean | AddEventListenerOptions;
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** An ID token as a provider issues it, which nobody here verifies. */
export const idToken = (claims: object) => `${base64url({ alg: 'none' })}.${base64url(claims)}.x`;

interface GoogleOptions {
  nonce: string;
  callback: (account: object) => void;
}

/** Google's script: its button opens a window of which it tells nothing but the answer. */
export const gsi = {
  options: null as GoogleOptions | null,
  /** Lets the script not come. */
  fails: false,
  windows: 0,
};

/** Google answers, by default the sign-in that asked last. */
export const googleAnswer = (nonce = gsi.options?.nonce) =>
  gsi.options?.callback({ credential: idToken({ nonce }), select_by: 'btn' });

function fakeGoogle() {
  Object.assign(gsi, { options: null, fails: false, windows: 0 });
  const id = {
    initialize: (options: GoogleOptions) => {
      gsi.options = options;
    },
    renderButton: (parent: HTMLElement, { click_listener }: { click_listener: () => void }) => {
      const button = document.createElement('button');
      button.textContent = 'Acceder con Google';
      button.onclick = () => {
        gsi.windows += 1;
        click_listener();
      };
      parent.replaceChildren(button);
    },
    disableAutoSelect: vi.fn(),
  };
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) return;
    if (!gsi.fails) Object.assign(window, { google: { accounts: { id } } });
    queueMicrotask(() => script.dispatchEvent(new Event(gsi.fails ? 'error' : 'load')));
  });
  return id;
}

let added: [EventTarget, string, Listener][] = [];

/** Fresh copies of the modules that keep the session, as after a load of the document; the clock stands still. */
export async function openDocument() {
  // Fetching the modules takes real time, in which what waits for a timer must go on.
  vi.useRealTimers();
  vi.resetModules();
  vi.doMock('@azure/msal-browser', fakeLibrary);
  for (const target of [window, document]) {
    // A second tab beside the first.
    if (vi.isMockFunction(target.addEventListener)) continue;
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: Listener, options?: AddOptions) => {
        added.push([target, type, listener]);
        add(type, listener, options);
      },
    );
  }
  // One after the other: asked for at once, modules that share others can wait for each other for ever.
  const session = await import('../../src/web/auth/session.ts');
  const renewal = await import('../../src/web/auth/renewal.ts');
  const guard = await import('../../src/web/auth/guard.ts');
  const storage = await import('../../src/web/storage.ts');
  const config = await import('../../src/web/config.ts');
  const googles = await import('../../src/web/auth/google.ts');
  const microsoft = await import('../../src/web/auth/microsoft.ts');
  // Fetched later otherwise, when only the fake clock runs.
  await import('../../src/features/auth/contract.ts');
  await import('../../src/web/auth/msal-client.ts');
  const signOut = await import('../../src/web/auth/sign-out.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  await config.loadConfig();
  const google = fakeGoogle();
  await microsoft.microsoftClient();
  const reload = vi.fn();
  const assign = vi.fn();
  const { origin, href, pathname } = window.location;
  vi.stubGlobal('location', { origin, href, pathname, reload, assign });
  return {
    ...session,
    ...renewal,
    ...guard,
    ...storage,
    ...signOut,
    ...googles,
    ...microsoft,
    google,
    reload,
    assign,
  };
}

/** Time passes; what a module still has to fetch takes turns of the real one. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
}

/** The document is gone, and hears of nothing any more. */
export function closeDocument(): void {
  for (const [target, type, listener] of added) target.removeEventListener(type, listener);
  added = [];
  // What a sign-out leaves behind in the modules is not for the next file.
  vi.doUnmock('@azure/msal-browser');
  vi.resetModules();
}

export const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  if (online) window.dispatchEvent(new Event('online'));
};

/** Another tab changes what is stored. */
export function otherTab(key: string, newValue: string | null): void {
  const oldValue = localStorage.getItem(key);
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
}
