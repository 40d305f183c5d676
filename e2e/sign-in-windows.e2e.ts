import type { Page } from '@playwright/test';
import { expect, openPopup, person, providerButton, signInThrough, test } from './fixtures.ts';
import { MINUTE } from './session-state.ts';

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
});
