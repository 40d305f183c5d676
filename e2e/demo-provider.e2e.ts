import { expect, test } from './fixtures.ts';

for (const [provider, mount, back] of [
  ['Microsoft', '/idp', '/msal'],
  ['Google', '/demo-google', '/demo-google/gsi/callback'],
] as const) {
  test(`A newcomer reads that ${provider} is a demonstration and whom to choose from @phone`, async ({
    page,
    baseURL,
  }) => {
    const config = await (await page.request.get('/config.json')).json();
    const query = new URLSearchParams({
      client_id: config[provider.toLowerCase()].clientId,
      redirect_uri: `${baseURL}${back}`,
      response_type: 'code',
      scope: 'openid',
      prompt: 'select_account',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    await page.goto(`${mount}/oauth2/v2.0/authorize?${query}`);
    await expect(page.getByText(`Demostración: no es el ingreso real de ${provider}.`)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Dirección' }).getByRole('button')).toHaveCount(4);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('An attempt to sign in that is over says what to do', async ({ page }) => {
  await page.goto('/idp/interaction/over');
  await expect(page.getByRole('heading', { name: 'Este intento de ingreso venció' })).toBeVisible();
  await expect(page.getByText('Cierra esta ventana y vuelve a ingresar.')).toBeVisible();
});
