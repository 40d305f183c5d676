import type { Page } from '@playwright/test';
import { expect, openPopup, person, providerButton, signInThrough, storedState, test } from './fixtures.ts';
import { expectSignedOut, MINUTE } from './session-state.ts';

const FAILED = 'No pudimos completar el ingreso. Inténtalo de nuevo.';
const { name } = person('Academic');

/** How many windows the page has opened from now on. */
function windowsOf(page: Page): () => number {
  let opened = 0;
  page.on('popup', () => {
    opened += 1;
  });
  return () => opened;
}

/** A browser without a screen gives every page the focus; what a window in front does to ours is said here. */
const setFocus = (page: Page, focus: boolean) =>
  page.evaluate(has => {
    document.hasFocus = () => has;
  }, focus);

const pressMicrosoft = (page: Page) => providerButton(page, 'Microsoft').click({ force: true });

test.describe("Microsoft's window", () => {
  test('leaves minutes for a password and a second factor', async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    const popup = await openPopup(page, 'Microsoft');
    await page.clock.fastForward(4.5 * MINUTE);
    expect(popup.isClosed()).toBe(false);
    await expect(page.getByText('Sigue en la ventana de Microsoft que se abrió.')).toBeVisible();
    await popup.getByRole('button', { name }).click();
    await expect(page).toHaveURL('/');
  });

  test('left alone for too long ends with a message', async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    const popup = await openPopup(page, 'Microsoft');
    await page.clock.fastForward(5 * MINUTE + 1000);
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await popup.close();
  });

  test('of a sign-out is waited for a minute at most', async ({ page }) => {
    await page.clock.install();
    await signInThrough(page, 'Microsoft', person('Academic'));
    // As a provider does that only says that the person has signed out.
    await page
      .context()
      .route('**/idp/oauth2/v2.0/logout**', route =>
        route.fulfill({ contentType: 'text/html', body: 'Bye' }),
      );
    await page.getByRole('button', { name: /^Menú de/ }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await (await popup).getByText('Bye').waitFor();
    await expect.poll(async () => (await storedState(page))['auth-token']).toBeNull();
    await page.clock.fastForward(MINUTE + 1000);
    await expectSignedOut(page);
  });
});

test.describe("after a click on Google's button", () => {
  test("Microsoft's is ignored until Google's answer", async ({ page }) => {
    await page.goto('/auth/login');
    const windows = windowsOf(page);
    const google = await openPopup(page, 'Google');
    await expect(page.getByText('Sigue en la ventana de Google que se abrió.')).toBeVisible();
    await expect(providerButton(page, 'Microsoft')).toHaveAttribute('aria-disabled', 'true');
    await pressMicrosoft(page);
    await google.getByRole('button', { name: 'Gonzalo Leal' }).click();
    await expect(page.getByRole('alert')).toContainText('bloqueada');
    expect(windows()).toBe(1);
    // Refused, but answered: the way is free.
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/');
  });

  test('until our page has had the focus again for a second', async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    const windows = windowsOf(page);
    const google = await openPopup(page, 'Google');
    await setFocus(page, false);
    await page.clock.runFor(10_000);
    await pressMicrosoft(page);
    await google.close();
    // Back for a moment only: the person has looked at something.
    await setFocus(page, true);
    await page.clock.runFor(600);
    await setFocus(page, false);
    await page.clock.runFor(600);
    await setFocus(page, true);
    await page.clock.runFor(600);
    await pressMicrosoft(page);
    expect(windows()).toBe(1);
    await page.clock.runFor(600);
    await expect(providerButton(page, 'Microsoft')).not.toHaveAttribute('aria-disabled');
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/');
  });

  test('also where only an event tells of the focus', async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    await (await openPopup(page, 'Google')).close();
    await page.clock.runFor(10_000);
    await expect(providerButton(page, 'Microsoft')).toHaveAttribute('aria-disabled', 'true');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.clock.runFor(1500);
    await expect(providerButton(page, 'Microsoft')).not.toHaveAttribute('aria-disabled');
  });

  test('for five minutes at most', async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    const windows = windowsOf(page);
    await openPopup(page, 'Google');
    await setFocus(page, false);
    await page.clock.runFor(4.5 * MINUTE);
    await pressMicrosoft(page);
    expect(windows()).toBe(1);
    await page.clock.runFor(0.5 * MINUTE);
    await expect(providerButton(page, 'Microsoft')).not.toHaveAttribute('aria-disabled');
  });

  test('Google can be asked again at once', async ({ page }) => {
    await page.goto('/auth/login');
    await (await openPopup(page, 'Google')).close();
    const again = await openPopup(page, 'Google');
    await again.getByRole('button', { name }).click();
    await expect(page).toHaveURL('/');
  });

  test("an answer that comes while Microsoft's window is open changes nothing", async ({ page }) => {
    await page.clock.install();
    await page.goto('/auth/login');
    const google = await openPopup(page, 'Google');
    await setFocus(page, false);
    await page.clock.runFor(1000);
    await setFocus(page, true);
    await page.clock.runFor(2000);
    const microsoft = await openPopup(page, 'Microsoft');
    const ignored = page.waitForEvent('console', message =>
      message.text().includes('Ignored an answer of Google'),
    );
    await google.getByRole('button', { name }).click();
    await ignored;
    await microsoft.getByRole('button', { name: person('Dean').name }).click();
    await expect(page.getByRole('button', { name: `Menú de ${person('Dean').name}` })).toBeVisible();
    expect((await storedState(page))['auth-google-account']).toBeNull();
  });
});
