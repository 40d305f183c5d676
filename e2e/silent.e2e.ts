import type { Page } from '@playwright/test';
import { expect, person, signInAtProvider, signInThrough, test } from './fixtures.ts';
import { HALF_HOUR, token } from './session-state.ts';

/** What the library asks of the provider without a window, in order. */
function silentRequests(page: Page): string[] {
  const asked: string[] = [];
  page.context().on('request', request => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/authorize') && searchParams.get('prompt') === 'none') asked.push('hidden frame');
    if (pathname.endsWith('/token'))
      asked.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
  });
  return asked;
}

/** Lets the provider refuse token requests of one kind, `times` of them. */
async function refuseGrants(page: Page, grant: string, times = Number.POSITIVE_INFINITY): Promise<void> {
  let left = times;
  await page.context().route('**/idp/oauth2/v2.0/token**', async route => {
    const asked = new URLSearchParams(route.request().postData() ?? '').get('grant_type');
    if (asked !== grant || left-- <= 0) return route.fallback();
    return route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'refused' } });
  });
}

/** Half an hour passes and the session has been renewed. */
async function renewed(page: Page): Promise<void> {
  const before = await token(page);
  await page.clock.fastForward(HALF_HOUR);
  await expect.poll(() => token(page)).not.toBe(before);
}

const activeAccount = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.endsWith('active-account-filters'));
    return key ? (localStorage.getItem(key) ?? '') : '';
  });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menú de/ }).click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await popup;
  await expect(page).toHaveURL('/auth/login');
}

/** The server ends the session, the browser notices; the Microsoft account stays known to it. */
async function loseSession(page: Page): Promise<void> {
  const authorization = `Bearer ${await token(page)}`;
  // Nothing is open that could notice by itself and be on its way to the login page already.
  await page.goto('about:blank');
  await page.request.post('/api/auth/logout', { headers: { authorization } });
  await page.goto('/profile').catch(() => {});
  await expect(page).toHaveURL('/auth/login');
  await expect(page.getByRole('alert')).toBeVisible();
}

test.describe('silent token requests', () => {
  test('take a cached ID token while it is valid for 5 more minutes', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    const asked = silentRequests(page);
    await renewed(page);
    expect(asked).toEqual([]);
  });

  test('then the refresh token', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    await renewed(page);
    const asked = silentRequests(page);
    await renewed(page);
    expect(asked).toEqual(['refresh_token']);
  });

  test('then a hidden frame', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    await renewed(page);
    await refuseGrants(page, 'refresh_token');
    const asked = silentRequests(page);
    await renewed(page);
    expect(asked).toEqual(['refresh_token', 'hidden frame', 'authorization_code']);
  });

  test('in the hidden frame invalid_grant is tried once more', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    await renewed(page);
    await refuseGrants(page, 'refresh_token');
    await refuseGrants(page, 'authorization_code', 1);
    const asked = silentRequests(page);
    await renewed(page);
    const frame = ['hidden frame', 'authorization_code'];
    expect(asked).toEqual(['refresh_token', ...frame, ...frame]);
  });

  test('a second invalid_grant ends the session', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    await renewed(page);
    await refuseGrants(page, 'refresh_token');
    await refuseGrants(page, 'authorization_code');
    const asked = silentRequests(page);
    await page.clock.fastForward(HALF_HOUR);
    await expect(page).toHaveURL('/auth/login');
    expect(asked.filter(each => each === 'hidden frame')).toHaveLength(2);
    expect(await token(page)).toBeNull();
  });

  test('a hidden frame that nobody answers is given up', async ({ page, context }) => {
    await page.clock.install();
    await signInAtProvider(page, 'Admin');
    await context.route('**/idp/oauth2/v2.0/authorize?**', () => {});
    const asked = page.waitForRequest(request => request.url().includes('prompt=none'));
    await page.goto('/admin/schools');
    await asked;
    await page.clock.fastForward(11_000);
    await expect(page).toHaveURL('/auth/login');
    await expect(page.getByRole('alert')).toHaveText('No pudimos completar el ingreso. Inténtalo de nuevo.');
  });

  test('one that takes its time shows the bar at the top meanwhile', async ({ page, context }) => {
    await signInAtProvider(page, 'Admin');
    await page.goto('/profile');
    await expect(page.getByText('En uso')).toBeVisible();
    const bar = page.locator('.mantine-Progress-root[data-mounted]');
    await expect(bar).toHaveCount(0);
    const release = Promise.withResolvers<void>();
    const asked = page.waitForRequest(request => request.url().includes('prompt=none'));
    await context.route('**/idp/oauth2/v2.0/authorize?**', async route => {
      await release.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Escuelas' }).click();
    await asked;
    await expect(bar).toBeVisible();
    release.resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Escuelas' })).toBeVisible();
    await expect(bar).toHaveCount(0);
  });
});

test.describe('several Microsoft accounts in one browser', () => {
  const first = person('Academic', 2);
  const second = person('Academic', 3);

  test('after signing out the first remaining one becomes active, and none after the last', async ({
    page,
  }) => {
    await signInThrough(page, 'Microsoft', first);
    expect(await activeAccount(page)).toContain(first.oid);
    await loseSession(page);
    await signInThrough(page, 'Microsoft', second);
    expect(await activeAccount(page)).toContain(second.oid);
    await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await signOut(page);
    await expect(async () => expect(await activeAccount(page)).toContain(first.oid)).toPass();
    await signInThrough(page, 'Microsoft', first);
    await signOut(page);
    await expect(async () => expect(await activeAccount(page)).toBe('')).toPass();
  });

  test('one changes to another silently', async ({ page }) => {
    await signInThrough(page, 'Microsoft', first);
    await loseSession(page);
    await signInThrough(page, 'Microsoft', second);
    await page.goto('/profile');
    await page.getByRole('button', { name: `Cambiar a ${first.name}` }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: `Menú de ${first.name}` })).toBeVisible();
    expect(await activeAccount(page)).toContain(first.oid);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('changing to one that must sign in again asks for it by a forced login', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', first);
    await loseSession(page);
    await page.clock.fastForward(2 * HALF_HOUR);
    await signInThrough(page, 'Microsoft', second);
    await refuseGrants(page, 'refresh_token');
    await page.goto('/profile');
    const opened = page.waitForEvent('popup');
    const asked = page
      .context()
      .waitForEvent('request', request => /authorize\?.*prompt=login/.test(request.url()));
    await page.getByRole('button', { name: `Cambiar a ${first.name}` }).click();
    expect(new URL((await asked).url()).searchParams.get('login_hint')).toBe(first.email);
    await (await opened).getByRole('button', { name: first.name }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: `Menú de ${first.name}` })).toBeVisible();
  });
});
