import { decodeJwt } from 'jose';
import { expect, openPopup, type ProviderName, person, storedState, test } from './fixtures.ts';
import { AUTH_CALL } from './session-state.ts';

const { name } = person('Academic');
const PROVIDERS: ProviderName[] = ['Microsoft', 'Google'];

for (const provider of PROVIDERS) {
  test(`${provider}: each sign-in asks with a nonce of its own, which its ID token carries`, async ({
    page,
  }) => {
    const asked: string[] = [];
    page.context().on('request', request => {
      const nonce = new URL(request.url()).searchParams.get('nonce');
      if (nonce && request.url().includes('/authorize')) asked.push(nonce);
    });
    await page.goto('/auth/login');
    const first = await openPopup(page, provider);
    await first.close();
    const posted = page.waitForRequest(AUTH_CALL);
    await (await openPopup(page, provider)).getByRole('button', { name }).click();
    const body = (await posted).postDataJSON() as { idToken?: string; credential?: string };
    await expect(page).toHaveURL('/');
    const { nonce } = decodeJwt(body.idToken ?? body.credential ?? '');
    expect(String(nonce).length).toBeGreaterThanOrEqual(22);
    expect(asked).toContain(nonce);
    // Cleared where nothing runs: a page that loses its session goes to the login by itself.
    await page.goto('/icon.svg');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/auth/login');
    await (await openPopup(page, provider)).close();
    // The provider's own pages may repeat the one they were opened with.
    expect(asked.at(-1)).not.toBe(nonce);
  });

  test(`${provider}: an ID token issued for another sign-in is not sent to the server`, async ({ page }) => {
    let calls = 0;
    page.on('request', request => {
      if (AUTH_CALL.test(request.url())) calls += 1;
    });
    await page.context().route(/\/authorize\?.*nonce=/, route => {
      const address = new URL(route.request().url());
      address.searchParams.set('nonce', 'of-another-sign-in');
      return route.continue({ url: address.href });
    });
    await page.goto('/auth/login');
    const popup = await openPopup(page, provider);
    await popup.getByRole('button', { name }).click();
    await expect(page.getByRole('alert')).toHaveText('No pudimos completar el ingreso. Inténtalo de nuevo.');
    expect(calls).toBe(0);
    expect((await storedState(page))['auth-token']).toBeNull();
    await page.context().unrouteAll();
    await (await openPopup(page, provider)).getByRole('button', { name }).click();
    await expect(page).toHaveURL('/');
  });
}
