import type { Page, Request } from '@playwright/test';
import { expect, person, signInAtProvider, signInThrough, storedState, test } from './fixtures.ts';
import { watchRequests } from './requests.ts';
import {
  AUTH_CALL,
  EXPIRED,
  expectSignedOut,
  HALF_HOUR,
  isAuthCall,
  MINUTE,
  token,
} from './session-state.ts';

/** Without a connection the page also says that Google's button could not be loaded. */
const expectExpired = (page: Page) =>
  expect(page.getByRole('alert').filter({ hasNotText: 'Google' })).toHaveText(EXPIRED);

function authCallsOf(page: Page): Request[] {
  const calls: Request[] = [];
  page.context().on('request', request => {
    if (isAuthCall(request)) calls.push(request);
  });
  return calls;
}

/** Signed in, on a page at rest, with a clock of its own. */
async function openProfile(page: Page): Promise<void> {
  await page.clock.install();
  await signInAtProvider(page, 'Academic');
  const requests = watchRequests(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
  // What is still being read when half an hour passes at once has run out of time, and says so.
  await requests.settle();
  requests.stop();
}

/** The machine sleeps past the renewal: time has passed and no timer has run. */
async function sleep(page: Page): Promise<void> {
  const awake = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(awake + HALF_HOUR + 2 * MINUTE);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

test.describe('renewal every 30 minutes', () => {
  test('Microsoft: the same call with the current token; not a second earlier', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    const before = await storedState(page);
    const calls = authCallsOf(page);
    await page.clock.fastForward(HALF_HOUR - MINUTE);
    expect(calls).toEqual([]);
    const renewal = page.waitForRequest(isAuthCall);
    await page.clock.fastForward(MINUTE);
    const request = await renewal;
    expect(request.url()).toContain('/api/auth/microsoft');
    expect(request.headers().authorization).toBe(`Bearer ${before['auth-token']}`);
    expect(request.postDataJSON()).toEqual(JSON.parse(before['auth-microsoft-account'] ?? ''));
    await expect.poll(() => token(page)).not.toBe(before['auth-token']);
    const answer = await (await request.response())?.json();
    expect(await token(page)).toBe(answer.token);
  });

  test('Google: the stored account object again', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Google', person('Academic'));
    const before = await storedState(page);
    const renewal = page.waitForRequest(isAuthCall);
    await page.clock.fastForward(HALF_HOUR);
    const request = await renewal;
    expect(request.url()).toContain('/api/auth/google');
    expect(request.headers().authorization).toBe(`Bearer ${before['auth-token']}`);
    expect(request.postDataJSON()).toEqual(JSON.parse(before['auth-google-account'] ?? ''));
    await expect.poll(() => token(page)).not.toBe(before['auth-token']);
  });

  test('Microsoft is the provider when none is stored', async ({ page }) => {
    await page.clock.install();
    await signInAtProvider(page, 'Academic');
    await page.evaluate(() => localStorage.removeItem('auth-provider'));
    await page.goto('/profile');
    await expect(page.getByText('Microsoft').first()).toBeVisible();
    const renewal = page.waitForRequest(isAuthCall);
    await page.clock.fastForward(HALF_HOUR);
    expect((await renewal).url()).toContain('/api/auth/microsoft');
  });

  test('of two tabs one renews and both go on with its token', async ({ page, context }) => {
    await context.clock.install();
    await signInAtProvider(page, 'Academic');
    await page.goto('/profile');
    const second = await context.newPage();
    await second.goto('/profile');
    await expect(second.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    const before = await token(page);
    const calls = authCallsOf(page);
    await context.clock.fastForward(HALF_HOUR);
    await expect.poll(() => token(page)).not.toBe(before);
    for (const tab of [page, second]) {
      await expect
        .poll(() =>
          tab.evaluate(async () => {
            const { held = [], pending = [] } = await navigator.locks.query();
            return [...held, ...pending].filter(lock => lock.name === 'auth-renewal').length;
          }),
        )
        .toBe(0);
    }
    expect(calls).toHaveLength(1);
    expect(await token(second)).toBe(await token(page));
  });

  test('after a sleep that no timer outlived, waking up renews', async ({ page }) => {
    await openProfile(page);
    const renewal = page.waitForRequest(isAuthCall);
    await sleep(page);
    await renewal;
  });

  test('cut off because the document goes away is no failure: who comes back renews', async ({ page }) => {
    await openProfile(page);
    const before = await token(page);
    const release = Promise.withResolvers<void>();
    await page.route(AUTH_CALL, async route => {
      await release.promise;
      await route.abort();
    });
    const asked = page.waitForRequest(isAuthCall);
    await page.clock.fastForward(HALF_HOUR);
    await asked;
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    const failed = page.waitForEvent('requestfailed');
    release.resolve();
    await failed;
    await page.clock.runFor(MINUTE);
    expect(await token(page)).toBe(before);
    await page.unroute(AUTH_CALL);
    await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
    await expect.poll(() => token(page)).not.toBe(before);
    await expect(page).toHaveURL('/profile');
  });

  test('an answer that comes after the sign-out in another tab brings nobody back', async ({
    page,
    context,
  }) => {
    await openProfile(page);
    const release = Promise.withResolvers<void>();
    await page.route(AUTH_CALL, async route => {
      const response = await route.fetch();
      await release.promise;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(isAuthCall);
    await page.clock.fastForward(HALF_HOUR);
    const request = await asked;
    const other = await context.newPage();
    await other.goto('/icon.svg');
    await other.evaluate(() => localStorage.removeItem('auth-token'));
    await expect(page).toHaveURL('/auth/login');
    release.resolve();
    await (await request.response())?.finished();
    await page.clock.runFor(MINUTE);
    await expect(page).toHaveURL('/auth/login');
    expect(await token(page)).toBeNull();
  });

  test('waking up before the network is there waits for it', async ({ page, context }) => {
    await openProfile(page);
    const before = await token(page);
    const calls = authCallsOf(page);
    await context.setOffline(true);
    await sleep(page);
    await page.clock.fastForward(14_000);
    expect(await token(page)).toBe(before);
    expect(calls).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => token(page)).not.toBe(before);
    await expect(page).toHaveURL('/profile');
  });

  test('waking up without a network is a failure after 15 seconds', async ({ page, context }) => {
    await openProfile(page);
    await context.setOffline(true);
    await sleep(page);
    await page.clock.fastForward(15_000);
    await expectExpired(page);
    await expectSignedOut(page);
  });
});

const answering = (status: number) => (page: Page) =>
  page.route(AUTH_CALL, route =>
    route.fulfill({ status, contentType: 'application/problem+json', json: {} }),
  );
const CAUSES: [string, (page: Page) => Promise<unknown>][] = [
  ['a refusal', answering(403)],
  ['a gateway with nothing behind it', answering(502)],
  ['a server that is busy', answering(503)],
  ['a server that does not answer the gateway', answering(504)],
  [
    'a server that cannot be reached',
    page => page.route(AUTH_CALL, route => route.abort('connectionrefused')),
  ],
  ['no connection', page => page.context().setOffline(true)],
];

test.describe('a failed renewal is logged and clears the session at once', () => {
  for (const provider of ['Microsoft', 'Google'] as const)
    for (const [cause, happen] of CAUSES)
      test(`${provider}: ${cause}`, async ({ page }) => {
        await page.clock.install();
        await signInThrough(page, provider, person('Academic'));
        await expect(page.getByRole('button', { name: /^Menú de/ })).toBeVisible();
        await happen(page);
        const logged = page.waitForEvent(
          'console',
          message =>
            message.type() === 'error' && message.text().includes('The session could not be renewed'),
        );
        await page.clock.fastForward(HALF_HOUR);
        await logged;
        await expectExpired(page);
        await expectSignedOut(page);
      });

  test('a Microsoft account that must sign in again', async ({ page, context }) => {
    await openProfile(page);
    await context.clearCookies();
    await page.clock.fastForward(HALF_HOUR);
    await expectExpired(page);
    await expectSignedOut(page);
  });

  test('every tab goes to the login page by itself, also without a connection', async ({ page, context }) => {
    await context.clock.install();
    await signInAtProvider(page, 'Academic');
    await page.goto('/profile');
    const second = await context.newPage();
    await second.goto('/profile');
    for (const tab of [page, second])
      await expect(tab.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await context.setOffline(true);
    await context.clock.fastForward(HALF_HOUR);
    for (const tab of [page, second]) await expectSignedOut(tab);
    await context.setOffline(false);
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/profile');
  });

  test('whoever enters next in the same document meets nothing of the one before', async ({ page }) => {
    await page.clock.install();
    const before = await signInAtProvider(page, 'Academic');
    await page.goto('/profile');
    await expect(page.getByText(before.email).first()).toBeVisible();
    await page.route(AUTH_CALL, route => route.abort('connectionrefused'));
    await page.clock.fastForward(HALF_HOUR);
    await expectSignedOut(page);
    await page.unroute(AUTH_CALL);
    const release = Promise.withResolvers<void>();
    await page.route('**/api/auth/accounts', async route => {
      await release.promise;
      await route.continue();
    });
    const other = person('Dean');
    await signInThrough(page, 'Microsoft', other);
    await expect(page.getByText(other.email).first()).toBeVisible();
    // Nothing is shown of what was read before.
    await expect(page.getByLabel('Cargando tus cuentas')).toBeVisible();
    release.resolve();
    await expect(page.getByText('En uso')).toBeVisible();
  });
});
