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
});

const answering = (status: number) => (page: Page) =>
  page.route(AUTH_CALL, route =>
    route.fulfill({ status, contentType: 'application/problem+json', json: {} }),
  );
const CAUSES: ['Microsoft' | 'Google', string, (page: Page) => Promise<unknown>][] = [
  ['Microsoft', 'a refusal', answering(403)],
  ['Google', 'no connection', page => page.context().setOffline(true)],
];

test.describe('a failed renewal is logged and clears the session at once', () => {
  for (const [provider, cause, happen] of CAUSES)
    test(`${provider}: ${cause}`, async ({ page }) => {
      await page.clock.install();
      await signInThrough(page, provider, person('Academic'));
      await expect(page.getByRole('button', { name: /^Menú de/ })).toBeVisible();
      await happen(page);
      const logged = page.waitForEvent(
        'console',
        message => message.type() === 'error' && message.text().includes('The session could not be renewed'),
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
