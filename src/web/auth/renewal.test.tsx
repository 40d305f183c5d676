import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
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

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HALF_HOUR = 30 * MINUTE;
const USER = { id: 'u1', email: 'ana@u.cl', name: 'Ana', roles: ['Academic' as const] };
const GOOGLE = { credential: 'google-token', clientId: 'client', select_by: 'btn' };
const CALLS = { microsoft: 'POST /auth/microsoft', google: 'POST /auth/google' } as const;
const PROVIDERS = ['microsoft', 'google'] as const;

let app: Awaited<ReturnType<typeof openDocument>>;
let leave: ReturnType<typeof vi.fn<() => void>>;
let logged: MockInstance<typeof console.error>;
const renewals = () => [...requests(CALLS.microsoft), ...requests(CALLS.google)];

/** Signed in a moment ago with this provider. */
function signedIn(provider: 'microsoft' | 'google') {
  app.setProvider(provider);
  app.setAccount(provider, provider === 'google' ? GOOGLE : sentAccount('ana'));
  app.saveSession({ token: 'old', user: USER });
}

beforeEach(async () => {
  app = await openDocument();
  leave = vi.fn();
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  msal.accounts = [accountOf('ana')];
  msal.token.mockReset().mockImplementation(async () => tokenAnswer('ana'));
  for (const call of Object.values(CALLS)) answer(call, () => ({ token: 'new', user: USER }));
});
afterEach(closeDocument);

function expectStillIn(token = 'old') {
  expect(app.getToken()).toBe(token);
  expect(leave).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
}

function expectEnded(provider: 'microsoft' | 'google') {
  expect(logged).toHaveBeenCalledWith('The session could not be renewed', expect.any(Error));
  expect(leave).toHaveBeenCalledOnce();
  expect({ ...localStorage }).toEqual({ 'auth-provider': provider });
  expect(app.takeAuthMessage()).toBe('Tu sesión expiró. Inicia sesión nuevamente.');
}

describe('30 minutes after the token was obtained', () => {
  test.each(PROVIDERS)('%s: the same call with the current token, not a second earlier', async provider => {
    signedIn(provider);
    app.startRenewal(leave);
    await pass(HALF_HOUR - SECOND);
    expect(renewals()).toEqual([]);
    await pass(SECOND);
    expect(renewals()).toMatchObject([
      {
        path: `/auth/${provider}`,
        headers: { Authorization: 'Bearer old' },
        body: provider === 'google' ? GOOGLE : sentAccount('ana'),
      },
    ]);
    expectStillIn('new');
    expect(app.getAccount(provider)).toEqual(provider === 'google' ? GOOGLE : sentAccount('ana'));
  });

  test('and again 30 minutes after that', async () => {
    signedIn('google');
    app.startRenewal(leave);
    await pass(2 * HALF_HOUR - SECOND);
    expect(renewals()).toHaveLength(1);
    await pass(SECOND);
    expect(renewals().map(({ headers }) => headers.Authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('counted from the sign-in, not from the load of the document', async () => {
    signedIn('google');
    await pass(20 * MINUTE);
    app.startRenewal(leave);
    await pass(10 * MINUTE - SECOND);
    expect(renewals()).toEqual([]);
    await pass(SECOND);
    expect(renewals()).toHaveLength(1);
  });

  test('also for who signs in after the document was loaded', async () => {
    app.startRenewal(leave);
    await pass(HALF_HOUR);
    expect(renewals()).toEqual([]);
    signedIn('google');
    await pass(HALF_HOUR);
    expect(renewals()).toHaveLength(1);
  });

  test('Microsoft is the provider when none is stored', async () => {
    signedIn('microsoft');
    localStorage.removeItem('auth-provider');
    app.startRenewal(leave);
    await pass(HALF_HOUR);
    expect(renewals()).toMatchObject([{ path: '/auth/microsoft' }]);
  });

  test('nothing happens to who has no session', async () => {
    app.startRenewal(leave);
    await pass(2 * HALF_HOUR);
    expect(renewals()).toEqual([]);
    expect(leave).not.toHaveBeenCalled();
  });

  test('the tab that comes second finds the token of the first and asks for none', async () => {
    // It waits for the same lock.
    const second = await openDocument();
    signedIn('google');
    const { release } = held(CALLS.google, () => ({ token: 'new', user: USER }));
    app.startRenewal(leave);
    second.startRenewal(leave);
    await pass(HALF_HOUR);
    release();
    await pass(10 * SECOND);
    expect(renewals()).toHaveLength(1);
    expectStillIn('new');
  });
});

describe('a failed renewal is logged, clears the session and leaves at once', () => {
  const answering = (how: () => unknown) => () => {
    for (const call of Object.values(CALLS)) answer(call, how);
  };
  const CAUSES: [string, () => void, asked: number][] = [
    ...[403, 502, 503, 504].map((status): [string, () => void, number] => [
      `answered with ${status}`,
      answering(() => refusal(status)),
      1,
    ]),
    ['a server that cannot be reached', answering(refusedConnection), 1],
    ['no connection', () => setOnline(false), 0],
  ];
  describe.each(PROVIDERS)('%s', provider => {
    test.each(CAUSES)('%s', async (_, happen, asked) => {
      signedIn(provider);
      app.startRenewal(leave);
      happen();
      await pass(HALF_HOUR);
      expectEnded(provider);
      await pass(2 * HALF_HOUR);
      expect(renewals()).toHaveLength(asked);
      expect(leave).toHaveBeenCalledOnce();
    });
  });

  test('a Microsoft account that must sign in again', async () => {
    signedIn('microsoft');
    msal.token.mockRejectedValue(Object.assign(new Error(), { name: 'InteractionRequiredAuthError' }));
    app.startRenewal(leave);
    await pass(HALF_HOUR);
    expectEnded('microsoft');
    expect(renewals()).toEqual([]);
  });

  test('a Google account that is no longer stored', async () => {
    signedIn('google');
    app.setAccount('google', null);
    app.startRenewal(leave);
    await pass(HALF_HOUR);
    expectEnded('google');
  });
});

describe('after a sleep that no timer has outlived', () => {
  /** Two minutes too late, as told by the clock alone. */
  async function sleep() {
    signedIn('google');
    app.startRenewal(leave);
    vi.setSystemTime(Date.now() + HALF_HOUR + 2 * MINUTE);
  }
  const wake = () => document.dispatchEvent(new Event('visibilitychange'));

  test('waking up renews', async () => {
    await sleep();
    wake();
    await pass(0);
    expect(renewals()).toHaveLength(1);
    expectStillIn('new');
  });

  test('a document that is still hidden does nothing', async () => {
    await sleep();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    wake();
    await pass(0);
    expect(renewals()).toEqual([]);
  });

  test('the network is waited for', async () => {
    await sleep();
    setOnline(false);
    wake();
    await pass(14 * SECOND);
    expect(renewals()).toEqual([]);
    expectStillIn();
    setOnline(true);
    await pass(0);
    expect(renewals()).toHaveLength(1);
    expectStillIn('new');
  });

  test('for 15 seconds', async () => {
    await sleep();
    setOnline(false);
    wake();
    await pass(15 * SECOND - 1);
    expectStillIn();
    await pass(1);
    expectEnded('google');
  });
});

describe('a document that goes away', () => {
  test('counts no cut-off as a failure: who comes back renews', async () => {
    signedIn('google');
    app.startRenewal(leave);
    const { release } = held(CALLS.google, refusedConnection);
    await pass(HALF_HOUR);
    window.dispatchEvent(new Event('pagehide'));
    release();
    await pass(MINUTE);
    expectStillIn();
    answer(CALLS.google, () => ({ token: 'new', user: USER }));
    window.dispatchEvent(new Event('pageshow'));
    await pass(0);
    expectStillIn('new');
  });

  test('renews nothing meanwhile', async () => {
    signedIn('google');
    app.startRenewal(leave);
    window.dispatchEvent(new Event('pagehide'));
    await pass(2 * HALF_HOUR);
    expect(renewals()).toEqual([]);
  });
});

describe('an answer that comes after', () => {
  test('the sign-out in another tab brings nobody back', async () => {
    signedIn('google');
    app.startRenewal(leave);
    app.followOtherTabs(leave);
    const { release } = held(CALLS.google, () => ({ token: 'new', user: USER }));
    await pass(HALF_HOUR);
    otherTab('auth-token', null);
    expect(leave).toHaveBeenCalledOnce();
    release();
    await pass(MINUTE);
    expect(app.getToken()).toBeNull();
    expect(logged).not.toHaveBeenCalled();
  });

  test('a failure that comes after another sign-in does not end that one', async () => {
    signedIn('google');
    app.startRenewal(leave);
    const { release } = held(CALLS.google, () => refusal(403));
    await pass(HALF_HOUR);
    app.saveSession({ token: 'other', user: { ...USER, id: 'u2' } });
    release();
    await pass(MINUTE);
    expectStillIn('other');
  });
});
