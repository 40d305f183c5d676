import type { ConsoleMessage, Page } from '@playwright/test';
import { ROLES } from '../src/domain/kit/actor.ts';
import {
  expect,
  openPopup,
  type ProviderName,
  person,
  providerButton,
  signInThrough,
  storedState,
  test,
} from './fixtures.ts';

const PROVIDERS: ProviderName[] = ['Microsoft', 'Google'];
const MICROSOFT_FIELDS = [
  'authorityType',
  'environment',
  'homeAccountId',
  'idToken',
  'localAccountId',
  'name',
  'tenantId',
  'username',
];

const authRequest = (page: Page) => page.waitForRequest(/\/api\/auth\/(microsoft|google)$/);

function consoleOf(page: Page): ConsoleMessage[] {
  const messages: ConsoleMessage[] = [];
  page.on('console', message => messages.push(message));
  return messages;
}

test.describe('with a demo account', () => {
  for (const provider of PROVIDERS) {
    for (const role of ROLES) {
      test(`${role} enters with ${provider} and finds home`, async ({ page }) => {
        const account = person(role);
        await signInThrough(page, provider, account);
        await expect(page).toHaveURL('/');
        await expect(page.getByRole('button', { name: `Menú de ${account.name}` })).toBeVisible();
        const user = JSON.parse((await storedState(page))['auth-user'] ?? '{}');
        expect(user).toEqual({
          id: expect.any(String),
          email: account.email,
          name: account.name,
          roles: expect.arrayContaining([role]),
        });
      });
    }
  }

  test('a person the office has not enabled yet is told so, and finds nothing else', async ({ page }) => {
    await signInThrough(page, 'Microsoft', person('constanza.silva@otra-universidad.example'));
    await expect(
      page.getByRole('heading', { name: 'Tu cuenta espera que la oficina la habilite' }),
    ).toBeVisible();
    expect(JSON.parse((await storedState(page))['auth-user'] ?? '{}').roles).toEqual([]);
    await page.getByRole('button', { name: 'Revisar de nuevo' }).click();
    await expect(page.getByText('Tu cuenta todavía no está habilitada.')).toBeVisible();
  });

  test('a blocked person is refused with the reason', async ({ page }) => {
    await page.goto('/auth/login');
    for (const provider of PROVIDERS) {
      const popup = await openPopup(page, provider);
      await popup.getByRole('button', { name: 'Gonzalo Leal' }).click();
      await expect(page.getByRole('alert')).toContainText('bloqueada');
    }
    expect((await storedState(page))['auth-token']).toBeNull();
  });
});

test.describe('what the sign-in sends and keeps', () => {
  test('Microsoft: the eight fields of the account; token, user, account and provider', async ({ page }) => {
    await page.goto('/auth/login');
    const sent = authRequest(page);
    await signInThrough(page, 'Microsoft', person('Academic'));
    const request = await sent;
    const body = request.postDataJSON();
    expect(Object.keys(body).sort()).toEqual(MICROSOFT_FIELDS);
    expect(request.headers()).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json',
    });
    expect(request.headers()).not.toHaveProperty('authorization');
    const answer = await (await request.response())?.json();
    const stored = await storedState(page);
    expect(stored['auth-provider']).toBe('microsoft');
    expect(stored['auth-token']).toBe(answer.token);
    expect(JSON.parse(stored['auth-user'] ?? '')).toEqual(answer.user);
    expect(JSON.parse(stored['auth-microsoft-account'] ?? '')).toEqual(body);
    expect(stored['auth-google-account']).toBeNull();
  });

  test('the request of the popup asks to select an account, with no scope of our own, and returns to /msal', async ({
    page,
  }) => {
    await page.goto('/auth/login');
    const popup = page.waitForEvent('popup');
    const asked = page.context().waitForEvent('request', request => request.url().includes('/authorize?'));
    await providerButton(page, 'Microsoft').click();
    const query = new URL((await asked).url()).searchParams;
    expect(query.get('prompt')).toBe('select_account');
    // The library adds what every sign-in needs; nothing of ours is among it.
    expect(query.get('scope')?.split(' ').sort()).toEqual(['offline_access', 'openid', 'profile']);
    expect(new URL(query.get('redirect_uri') ?? '').pathname).toBe('/msal');
    await (await popup).close();
  });

  test('the new account becomes the active one', async ({ page }) => {
    const { oid } = person('Academic');
    await signInThrough(page, 'Microsoft', person('Academic'));
    expect(await activeAccount(page)).toContain(oid);
  });

  test('the page wanted first opens after the sign-in, with its search', async ({ page }) => {
    await page.goto('/projects?q=agua&sort=title');
    await expect(page).toHaveURL('/auth/login');
    await signInThrough(page, 'Google', person('Academic'));
    await expect(page).toHaveURL(/\/projects\?(?=.*q=agua)(?=.*sort=title)/);
  });
});

/** Home account id of the active account as the library keeps it, or nothing. */
const activeAccount = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find(name => name.endsWith('active-account-filters'));
    return key ? (localStorage.getItem(key) ?? '') : '';
  });

test.describe('when it does not work out', () => {
  test('closing the popup is no error: it is logged as information and the next try works', async ({
    page,
  }) => {
    const messages = consoleOf(page);
    await page.goto('/auth/login');
    const popup = await openPopup(page, 'Microsoft');
    await expect(page.getByText('Sigue en la ventana de Microsoft que se abrió.')).toBeVisible();
    await popup.close();
    await expect(page.getByText('Sigue en la ventana de Microsoft que se abrió.')).toBeHidden();
    await expect
      .poll(() => messages.filter(m => m.text().includes('user_cancelled')).map(m => m.type()))
      .toEqual(['info']);
    expect(messages.filter(m => m.type() === 'error')).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/');
  });

  for (const provider of PROVIDERS) {
    test(`cancelling at ${provider} leads back to the login page without an error`, async ({ page }) => {
      const messages = consoleOf(page);
      await page.goto('/auth/login');
      const popup = await openPopup(page, provider);
      const closed = popup.waitForEvent('close');
      await popup.getByRole('button', { name: 'Cancelar' }).click();
      await closed;
      await expect(providerButton(page, provider)).toBeEnabled();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(messages.filter(m => m.type() === 'error')).toEqual([]);
    });
  }

  test('a reload while the popup is open does not block the next sign-in', async ({ page }) => {
    await page.goto('/auth/login');
    const popup = await openPopup(page, 'Microsoft');
    await page.reload();
    await popup.close();
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/');
  });

  test('a browser that blocks the popup is explained', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/auth/login');
    await providerButton(page, 'Microsoft').click();
    await expect(page.getByRole('alert')).toContainText('Tu navegador bloqueó la ventana de ingreso');
  });

  test('an ID token the server does not believe leads back with the message, once', async ({ page }) => {
    await page.route('**/api/auth/microsoft', async route => {
      const body = route.request().postDataJSON();
      await route.continue({ postData: { ...body, idToken: `${body.idToken.slice(0, -6)}AAAAAA` } });
    });
    await page.goto('/auth/login');
    const popup = await openPopup(page, 'Microsoft');
    await popup.getByRole('button', { name: person('Academic').name }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.reload();
    await expect(providerButton(page, 'Microsoft')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  for (const [provider, key] of [
    ['Microsoft', 'microsoft'],
    ['Google', 'google'],
  ] as const) {
    test(`${provider} not configured: its button is refused with the reason`, async ({ page }) => {
      await page.route('**/config.json', async route => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), [key]: null } });
      });
      await page.goto('/auth/login');
      const button = providerButton(page, provider);
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(
        `El ingreso con ${provider} no está configurado en esta instalación.`,
      );
      await expect(button).toHaveCSS('opacity', '0.667');
      await button.focus();
      await page.keyboard.press('Enter');
      expect(page.context().pages()).toHaveLength(1);
    });
  }
});

test('what the login page could not fetch without a connection comes when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/auth/login');
  await expect(providerButton(page, 'Google')).toBeVisible();
  const missing = ['**/gsi/client', '**/assets/msal-client-*.js'];
  for (const part of missing) await page.route(part, route => route.abort());
  const missed = page.waitForEvent('requestfailed', request => request.url().includes('/msal-client-'));
  await page.reload();
  await expect(page.getByText('No pudimos cargar el ingreso con Google.')).toBeVisible();
  await missed;
  await context.setOffline(true);
  for (const part of missing) await page.unroute(part);
  const library = page.waitForResponse(/msal-client-.*\.js$/);
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Acceder con Google' })).toBeVisible();
  expect((await library).ok()).toBe(true);
});

test('a library whose failure is told only once the connection is back is asked for again', async ({
  page,
  context,
}) => {
  await page.goto('/auth/login');
  await expect(providerButton(page, 'Google')).toBeVisible();
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  let away = true;
  await page.route('**/gsi/client', route => (away ? route.abort() : route.continue()));
  await page.route('**/assets/msal-client-*.js', async route => {
    if (!away) return route.continue();
    await told;
    await route.abort();
  });
  const asked = page.waitForRequest(/msal-client-.*\.js$/);
  await page.reload();
  await expect(page.getByText('No pudimos cargar el ingreso con Google.')).toBeVisible();
  await asked;
  away = false;
  await context.setOffline(true);
  await context.setOffline(false);
  // The page has heard of the connection once it draws this button.
  await expect(page.getByRole('button', { name: 'Acceder con Google' })).toBeVisible();
  const library = page.waitForResponse(/msal-client-.*\.js$/);
  tell();
  expect((await library).ok()).toBe(true);
});

test.describe('the broker of the operating system', () => {
  /** MSAL asks a browser extension by a window message; this one takes the message and never answers. */
  const silentExtension = () =>
    window.addEventListener('message', event => {
      if (event.data?.channel === '53ee284d-920a-4b59-9d30-a60315b26836') event.stopImmediatePropagation();
    });

  test('without its extension the sign-in goes on in the web', async ({ page }) => {
    const asked: unknown[] = [];
    await page.exposeFunction('heard', (method: unknown) => asked.push(method));
    await page.addInitScript(() => {
      const { heard } = window as unknown as { heard: (method: unknown) => void };
      window.addEventListener('message', ({ data }) => data?.body?.method && heard(data.body.method));
    });
    await signInThrough(page, 'Microsoft', person('Academic'));
    expect(asked).toContain('Handshake');
  });

  test('an extension that does not answer in time is given up', async ({ page }) => {
    await page.addInitScript(silentExtension);
    await signInThrough(page, 'Microsoft', person('Academic'));
    await expect(page).toHaveURL('/');
  });
});

test('the login page and the demo accounts are readable and usable by keyboard @phone', async ({ page }) => {
  await page.goto('/auth/login');
  await expect(page).toHaveTitle('Ingreso - Vinculación con los medios - Universidad de Demostración');
  await expect(providerButton(page, 'Google')).toBeVisible();
  await providerButton(page, 'Microsoft').focus();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const popup = await opened;
  await expect(popup.getByText('Demostración: no es el ingreso real de Microsoft.')).toBeVisible();
  await popup.getByRole('button', { name: person('Academic').name }).press('Enter');
  await expect(page).toHaveURL('/');
});

test('the return page says in Spanish that it was opened by itself @phone', async ({ page }) => {
  const response = await page.goto('/msal');
  // Any other policy would cut it, back from the provider, off the page that opened it.
  expect(response?.headers()['cross-origin-opener-policy']).toBe('unsafe-none');
  await expect(page.getByRole('heading', { name: 'No pudimos completar el ingreso' })).toBeVisible();
  await expect(page).toHaveTitle('Ingreso - Vinculación con los medios - Universidad de Demostración');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('link', { name: 'Ir a la página de ingreso' }).click();
  await expect(page).toHaveURL('/auth/login');
});
