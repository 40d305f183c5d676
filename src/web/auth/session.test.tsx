import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, held, refusal, refusedConnection, requests } from '../../../test/jsdom/server.tsx';
import {
  accountOf,
  closeDocument,
  msal,
  openDocument,
  otherTab,
  pass,
  sentAccount,
  setOnline,
  tokenAnswer,
} from '../../../test/jsdom/session.tsx';
import type { RouteMeta } from '../routing/route-meta.ts';

const EXPIRED = 'Tu sesión expiró. Inicia sesión nuevamente.';
const SIGN_IN_AGAIN = 'Ingresa otra vez con tu cuenta para abrir esta página.';
const USER = { id: 'u1', email: 'ana@u.cl', name: 'Ana', roles: ['Academic' as const] };
const GOOGLE = { credential: 'google-token', select_by: 'btn' };
const MINUTE = 60_000;

let app: Awaited<ReturnType<typeof openDocument>>;

beforeEach(async () => {
  app = await openDocument();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  msal.accounts = [accountOf('ana')];
  msal.active = null;
  msal.token.mockReset().mockImplementation(async () => tokenAnswer('ana'));
  msal.frame.mockReset().mockImplementation(async () => tokenAnswer('ana'));
  msal.popup.mockReset();
  msal.logout.mockReset().mockResolvedValue();
  msal.forget.mockReset().mockResolvedValue();
});
afterEach(closeDocument);

function signedIn(provider: 'microsoft' | 'google' = 'microsoft') {
  app.setProvider(provider);
  app.setAccount(provider, provider === 'google' ? GOOGLE : sentAccount('ana'));
  app.saveSession({ token: 'old', user: USER });
}

describe('signing in', () => {
  test.each([
    ['microsoft', sentAccount('ana')],
    ['google', GOOGLE],
  ] as const)(
    'with %s sends the account and keeps it with token, user and provider',
    async (provider, account) => {
      answer(`POST /auth/${provider}`, () => ({ token: 'new', user: USER }));
      await app.openSession({ provider, account } as Parameters<typeof app.openSession>[0]);
      const [request] = requests();
      expect(request).toMatchObject({ path: `/auth/${provider}`, body: account });
      expect(request?.headers).toEqual({ Accept: 'application/json', 'Content-Type': 'application/json' });
      expect({ ...localStorage }).toEqual({
        'auth-provider': provider,
        [`auth-${provider}-account`]: JSON.stringify(account),
        'auth-token': 'new',
        'auth-user': JSON.stringify(USER),
        'auth-token-time': String(Date.now()),
      });
    },
  );

  test('gives up a session that is still stored, so that it is no renewal of that one', async () => {
    signedIn('google');
    answer('POST /auth/microsoft', () => ({ token: 'new', user: { ...USER, id: 'u2' } }));
    await app.openSession({ provider: 'microsoft', account: sentAccount('ana') });
    expect(requests()[0]?.headers).not.toHaveProperty('Authorization');
    expect(app.getAccount('google')).toBeNull();
    expect(app.getUser()?.id).toBe('u2');
  });

  test('that is refused keeps nothing', async () => {
    answer('POST /auth/google', () =>
      refusal(403, { code: 'forbidden', detail: 'Tu cuenta está bloqueada.' }),
    );
    const refused = app.openSession({ provider: 'google', account: GOOGLE });
    await expect(refused).rejects.toThrow('Tu cuenta está bloqueada.');
    expect(localStorage.length).toBe(0);
  });

  test('as somebody else ends the session before on the server, even where that fails', async () => {
    signedIn();
    answer('POST /auth/logout', refusedConnection);
    answer('POST /auth/google', () => ({ token: 'new', user: { ...USER, id: 'u2' } }));
    await app.changeSession({ provider: 'google', account: GOOGLE });
    const [ended, entered] = requests();
    expect(ended).toMatchObject({ path: '/auth/logout', headers: { Authorization: 'Bearer old' } });
    expect(entered?.headers).not.toHaveProperty('Authorization');
    expect(app.getToken()).toBe('new');
  });
});

describe('a 401', () => {
  test('clears the session and reloads the document, which then says why', async () => {
    signedIn('google');
    app.setAccount('microsoft', sentAccount('ana'));
    answer('POST /auth/google', () => refusal(401, { code: 'unauthenticated', detail: EXPIRED }));
    let settled = false;
    void app.renewSession({ provider: 'google', account: GOOGLE }).finally(() => {
      settled = true;
    });
    await pass(0);
    expect(app.reload).toHaveBeenCalledOnce();
    expect({ ...localStorage }).toEqual({ 'auth-provider': 'google' });
    expect(app.takeAuthMessage()).toBe(EXPIRED);
    // No screen draws a failure while the document goes away.
    expect(settled).toBe(false);
  });
});

describe('another tab', () => {
  const leave = vi.fn();
  beforeEach(() => {
    leave.mockReset();
    signedIn();
    app.followOtherTabs(leave);
  });

  test('that signs out takes this one along', () => {
    otherTab('auth-token', null);
    expect(leave).toHaveBeenCalledOnce();
    expect(app.reload).not.toHaveBeenCalled();
  });

  test('that signs somebody else in makes this one start anew', async () => {
    otherTab('auth-user', JSON.stringify({ ...USER, id: 'u2' }));
    await pass(0);
    expect(app.reload).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
  });

  test.each([
    ['renews the token', 'auth-token', 'new'],
    ['hears that the person has another name', 'auth-user', JSON.stringify({ ...USER, name: 'Ana María' })],
    ['keeps something of its own', 'color-scheme', 'dark'],
  ])('that %s disturbs nobody', async (_, key, value) => {
    otherTab(key, value);
    await pass(0);
    expect(leave).not.toHaveBeenCalled();
    expect(app.reload).not.toHaveBeenCalled();
  });
});

describe('before a page is entered', () => {
  const href = '/admin/schools?q=enfermeria';
  const enter = async (...metas: Partial<RouteMeta>[]) => {
    try {
      await app.guard({ metas: metas.map(meta => ({ title: '', ...meta })), href });
      return 'entered';
    } catch (thrown) {
      const { options } = thrown as { options: { to: string; replace: boolean } };
      return `${options.replace ? 'replaced by' : 'to'} ${options.to}`;
    }
  };
  const LOGIN = 'replaced by /auth/login';

  test('anonymous ones ask for nothing', async () => {
    expect(await enter({}, { anonymous: true })).toBe('entered');
    expect(sessionStorage.length).toBe(0);
  });

  test('every other one needs a token; the page wanted is kept for after the sign-in, with its search', async () => {
    expect(await enter({}, {})).toBe(LOGIN);
    expect(app.takeAuthMessage()).toBeNull();
    expect(app.takeStartPage()).toBe(href);
    expect(app.takeStartPage()).toBe('/');
  });

  test('with a token the provider is not asked unless the page wants it', async () => {
    signedIn();
    expect(await enter({}, {})).toBe('entered');
    expect(msal.token).not.toHaveBeenCalled();
  });

  describe('whose address asks for the account', () => {
    const wanted = () => enter({}, { requiresAuth: true });

    test('the Microsoft account is made sure of silently', async () => {
      signedIn();
      expect(await wanted()).toBe('entered');
      expect(msal.token).toHaveBeenCalledOnce();
      expect(msal.popup).not.toHaveBeenCalled();
    });

    test('two at once share one question', async () => {
      signedIn();
      // The renewal needs it, too.
      expect(await Promise.all([wanted(), app.silentMicrosoft()])).toEqual(['entered', sentAccount('ana')]);
      expect(msal.token).toHaveBeenCalledOnce();
    });

    test.each([
      ['interaction_required', SIGN_IN_AGAIN],
      ['timed_out', 'No pudimos completar el ingreso. Inténtalo de nuevo.'],
    ])('%s leads to the login page, which says so and leads back', async (errorCode, message) => {
      signedIn();
      msal.token.mockRejectedValue(Object.assign(new Error(), { errorCode }));
      expect(await wanted()).toBe(LOGIN);
      expect(app.takeAuthMessage()).toBe(message);
      expect(app.takeStartPage()).toBe(href);
      expect(msal.popup).not.toHaveBeenCalled();
    });

    test('without a connection the server decides', async () => {
      signedIn();
      msal.token.mockRejectedValue(new Error('network_error'));
      setOnline(false);
      expect(await wanted()).toBe('entered');
    });

    test('a Microsoft account that is not stored is asked for again', async () => {
      signedIn();
      app.setAccount('microsoft', null);
      expect(await wanted()).toBe(LOGIN);
      expect(app.takeAuthMessage()).toBe(SIGN_IN_AGAIN);
    });

    test('with Google it is enough to have its account', async () => {
      signedIn('google');
      expect(await wanted()).toBe('entered');
      app.setAccount('google', null);
      expect(await wanted()).toBe(LOGIN);
      expect(app.takeAuthMessage()).toBe(SIGN_IN_AGAIN);
      expect(msal.token).not.toHaveBeenCalled();
    });
  });

  test.each([
    ['https://elsewhere.example/', '/'],
    ['//elsewhere.example/x', '/'],
    ['/auth/login', '/'],
    ['/projects?q=agua#x', '/projects?q=agua#x'],
  ])('of the page wanted, %s leads to %s', (wanted, start) => {
    sessionStorage.setItem('start-page', wanted);
    expect(app.takeStartPage()).toBe(start);
  });
});

describe('the Microsoft account without a window', () => {
  beforeEach(() => signedIn());

  test('is that of the cache while its ID token is valid for 5 more minutes', async () => {
    msal.token.mockImplementation(async () => tokenAnswer('ana', { validFor: 5 * MINUTE + 1 }));
    expect(await app.silentMicrosoft()).toEqual(sentAccount('ana'));
    expect(msal.token.mock.calls).toEqual([[{ scopes: [], account: accountOf('ana') }]]);
    expect(msal.active).toEqual(accountOf('ana'));
  });

  test('is asked for again when it has less', async () => {
    msal.token
      .mockImplementationOnce(async () => tokenAnswer('ana', { validFor: 5 * MINUTE }))
      .mockImplementationOnce(async () => ({
        ...tokenAnswer('ana', { fromCache: false }),
        idToken: 'fresh',
      }));
    expect(await app.silentMicrosoft()).toEqual(sentAccount('ana', 'fresh'));
    expect(msal.token.mock.calls.at(-1)).toEqual([
      { scopes: [], account: accountOf('ana'), forceRefresh: true },
    ]);
  });

  test('comes from a hidden frame where the library has lost it', async () => {
    msal.accounts = [];
    expect(await app.silentMicrosoft()).toEqual(sentAccount('ana'));
    expect(msal.frame).toHaveBeenCalledWith({ scopes: [], loginHint: 'ana@u.cl' });
  });

  test('can be another one of the browser: the others are offered, with their names', async () => {
    msal.accounts = [accountOf('ana'), accountOf('eva')];
    expect(await app.otherAccounts()).toEqual([
      { homeAccountId: 'eva.tenant', name: 'eva', username: 'eva@u.cl' },
    ]);
    msal.token.mockImplementation(async () => tokenAnswer('eva'));
    expect(await app.switchAccount('eva.tenant')).toEqual(sentAccount('eva'));
    expect(msal.active).toEqual(accountOf('eva'));
    expect(msal.popup).not.toHaveBeenCalled();
  });
});

describe('signing out', () => {
  beforeEach(() => answer('POST /auth/logout', () => ({})));

  test('ends the session on the server and at the provider, forgets it and leaves', async () => {
    signedIn();
    msal.accounts = [accountOf('ana'), accountOf('eva')];
    msal.logout.mockImplementation(async () => {
      msal.accounts = [accountOf('eva')];
    });
    await app.signOut();
    expect(requests()).toMatchObject([{ path: '/auth/logout', headers: { Authorization: 'Bearer old' } }]);
    expect(msal.logout).toHaveBeenCalledWith({ account: accountOf('ana') });
    expect({ ...localStorage }).toEqual({ 'auth-provider': 'microsoft' });
    expect(app.assign).toHaveBeenCalledWith('/auth/login');
    // The first one left becomes the active one.
    expect(msal.active).toEqual(accountOf('eva'));
  });

  test('leaves for the fallback of the page', async () => {
    signedIn();
    await app.signOut('/');
    expect(app.assign).toHaveBeenCalledWith('/');
  });

  test('does not let Google sign the same person in by itself', async () => {
    signedIn('google');
    await app.signOut();
    expect(app.google.disableAutoSelect).toHaveBeenCalledOnce();
    expect({ ...localStorage }).toEqual({ 'auth-provider': 'google' });
    expect(msal.logout).not.toHaveBeenCalled();
  });

  test('names the account to the provider where the library has lost it', async () => {
    signedIn();
    msal.accounts = [];
    await app.signOut();
    expect(msal.logout).toHaveBeenCalledWith({ logoutHint: 'ana@u.cl' });
    expect(msal.active).toBeNull();
  });

  test.each([
    ['a server that cannot be reached', () => answer('POST /auth/logout', refusedConnection)],
    ['a server that knows nothing of the session', () => answer('POST /auth/logout', () => refusal(401))],
    ['a window closed by hand', () => msal.logout.mockRejectedValue(new Error('user_cancelled'))],
  ])('%s keeps nobody signed in', async (_, happen) => {
    signedIn();
    happen();
    await app.signOut();
    expect(app.getToken()).toBeNull();
    expect(app.assign).toHaveBeenCalledOnce();
    expect(app.reload).not.toHaveBeenCalled();
  });

  test("waits a minute at most for the provider's window", async () => {
    signedIn();
    msal.logout.mockReturnValue(new Promise(() => {}));
    void app.signOut();
    await pass(MINUTE - 1);
    expect(app.getToken()).toBeNull();
    expect(app.assign).not.toHaveBeenCalled();
    await pass(1);
    expect(app.assign).toHaveBeenCalledOnce();
  });

  test('asked for twice happens once', async () => {
    signedIn();
    const { release } = held('POST /auth/logout');
    void app.signOut();
    void app.signOut();
    release();
    await pass(0);
    expect(requests()).toHaveLength(1);
    expect(app.assign).toHaveBeenCalledOnce();
  });
});
