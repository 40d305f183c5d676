import type { Page } from '@playwright/test';
import {
  expect,
  person,
  providerButton,
  signInAtProvider,
  signInThrough,
  storedState,
  test,
} from './fixtures.ts';
import { EXPIRED, expectSignedOut, token } from './session-state.ts';

/** The server ends the session behind the browser's back. */
async function endOnServer(page: Page): Promise<void> {
  const response = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${await token(page)}` },
  });
  expect(response.ok()).toBe(true);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menú de/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
}

test.describe('a 401', () => {
  test('clears token, user and both accounts, reloads, and the login page says why, once', async ({
    page,
  }) => {
    await signInAtProvider(page, 'Academic');
    await page.evaluate(() => localStorage.setItem('auth-google-account', '{"credential":"x"}'));
    await endOnServer(page);
    await page.goto('/profile');
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
    await expectSignedOut(page);
    expect((await storedState(page))['auth-provider']).toBe('microsoft');
    await page.reload();
    await expect(providerButton(page, 'Microsoft')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/profile');
  });
});

/** The next popup, once it has closed by itself, however quickly. */
async function closedPopup(page: Page): Promise<void> {
  const popup = await page.waitForEvent('popup');
  if (!popup.isClosed()) await popup.waitForEvent('close');
}

test.describe('signing out', () => {
  test('Microsoft: ends the session here, on the server and at the provider', async ({ page }) => {
    await signInThrough(page, 'Microsoft', person('Academic'));
    const old = await token(page);
    const closed = closedPopup(page);
    await signOut(page);
    await closed;
    await expectSignedOut(page);
    const answer = await page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${old}` } });
    expect(answer.status()).toBe(401);
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name === 'idp_session')).toEqual([]);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('idtoken'))),
    ).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('the provider popup closed by hand does not keep anybody signed in', async ({ page }) => {
    await signInThrough(page, 'Microsoft', person('Academic'));
    await page.context().route('**/idp/oauth2/v2.0/logout**', () => {});
    const popup = page.waitForEvent('popup');
    await signOut(page);
    await (await popup).close();
    await expectSignedOut(page);
  });

  test('Microsoft: also when the library has lost the account, as after a restart of the browser', async ({
    page,
  }) => {
    await signInAtProvider(page, 'Academic');
    await page.goto('/profile');
    const closed = closedPopup(page);
    await signOut(page);
    await closed;
    await expectSignedOut(page);
    expect((await page.context().cookies()).filter(({ name }) => name === 'idp_session')).toEqual([]);
  });

  test('in one tab also takes the other to the login page', async ({ page, context }) => {
    await signInThrough(page, 'Google', person('Academic'));
    const second = await context.newPage();
    await second.goto('/profile');
    await expect(second.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await signOut(page);
    await expectSignedOut(page);
    await expect(second).toHaveURL('/auth/login');
  });
});

test.describe('guards', () => {
  test('administration makes sure of the Microsoft account silently, without a window', async ({ page }) => {
    await signInAtProvider(page, 'Admin');
    const asked = page.waitForRequest(request => request.url().includes('prompt=none'));
    await page.goto('/admin/schools');
    await asked;
    await expect(page.getByRole('heading', { level: 1, name: 'Escuelas' })).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('without the Microsoft account it leads to the login page, which leads back', async ({
    page,
    context,
  }) => {
    await signInAtProvider(page, 'Admin');
    await context.clearCookies();
    await page.goto('/admin/schools?q=enfermeria');
    await expect(page.getByRole('alert')).toHaveText(
      'Ingresa otra vez con tu cuenta para abrir esta página.',
    );
    await expect(page).toHaveURL('/auth/login');
    expect(context.pages()).toHaveLength(1);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Mi perfil' })).toBeVisible();
    await page.goto('/admin/schools?q=enfermeria');
    await signInThrough(page, 'Microsoft', person('Admin'));
    await expect(page).toHaveURL(/\/admin\/schools\?.*q=enfermeria/);
  });
});
