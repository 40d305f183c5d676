import { createHash, randomBytes } from 'node:crypto';
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { DEMO_ACCOUNTS, type DemoAccount } from '../src/demo/seed/university.ts';
import type { Role } from '../src/domain/kit/actor.ts';
import type { BrowserConfig } from '../src/domain/kit/config.ts';
import { DEMO_TENANT } from '../src/server/sign-in/demo-identity.ts';
import { openSession } from '../src/server/sign-in/session.ts';
import { type Installation, installationAt, newInstallation } from './installation.ts';
import { recordToasts } from './toasts.ts';

export { expect };

/**
 * Every worker has an installation of its own, as prepared; after a failure the next worker's is so again. Every test
 * also fails when a script of the page throws where nobody catches it.
 */
export const test = base.extend<{ uncaughtErrors: string[] }, { installation: Installation; origin: string }>(
  {
    installation: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture needs
      async ({}, use) => {
        const installation = await newInstallation();
        await use(installation);
        await installation.end();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    origin: [({ installation }, use) => use(installation.origin), { scope: 'worker' }],
    baseURL: ({ origin }, use) => use(origin),
    context: async ({ context }, use) => {
      await recordToasts(context);
      await use(context);
    },
    uncaughtErrors: [
      async ({ context, browser }, use) => {
        const errors: string[] = [];
        context.on('weberror', error => errors.push(String(error.error())));
        await use(errors);
        // Windows of others that a story has opened would go on asking the server until the worker ends.
        const others = browser.contexts().filter(other => other !== context);
        await Promise.all(others.map(other => other.close()));
        expect(errors, 'uncaught errors of the page').toEqual([]);
      },
      { auto: true },
    ],
  },
);

/** A demo person by role (`which` counts from 0 among those whose first role it is) or by e-mail. */
export function person(who: Role | (string & {}), which = 0): DemoAccount {
  const found = who.includes('@')
    ? DEMO_ACCOUNTS.find(account => account.email === who)
    : DEMO_ACCOUNTS.filter(account => account.roles[0] === who && account.oid && account.state === 'active')[
        which
      ];
  if (!found) throw new Error(`There is no demo person ${who} ${which}`);
  return found;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** Signs in at the demo Microsoft provider over HTTP, in the page's cookies, as its popup would. */
async function idTokenOf(page: Page, origin: string, account: DemoAccount): Promise<string> {
  const { microsoft } = (await (await page.request.get('/config.json')).json()) as BrowserConfig;
  if (!microsoft?.authorityMetadata) throw new Error('The demo provider is not on');
  const metadata = JSON.parse(microsoft.authorityMetadata) as Record<string, string>;
  const verifier = base64url(randomBytes(32));
  const request = {
    client_id: microsoft.clientId,
    redirect_uri: `${origin}/msal`,
    response_type: 'code',
    scope: 'openid profile offline_access',
    prompt: 'select_account',
    state: base64url(randomBytes(16)),
    code_challenge: base64url(createHash('sha256').update(verifier).digest()),
    code_challenge_method: 'S256',
  };
  const list = await page.request.get(`${metadata.authorization_endpoint}?${new URLSearchParams(request)}`);
  const chosen = await page.request.post(list.url(), { form: { account: account.oid ?? '' } });
  const code = new URL(chosen.url()).searchParams.get('code');
  if (!code) throw new Error(`The demo provider gave no code: ${chosen.url()}`);
  const answer = await page.request.post(metadata.token_endpoint ?? '', {
    form: {
      grant_type: 'authorization_code',
      client_id: request.client_id,
      redirect_uri: request.redirect_uri,
      code,
      code_verifier: verifier,
    },
  });
  return ((await answer.json()) as { id_token: string }).id_token;
}

/** Opens a blank document of the application, so that its storage can be written. */
async function openBlank(page: Page): Promise<string> {
  await page.goto('/icon.svg');
  return new URL(page.url()).origin;
}

const store = (page: Page, items: Record<string, string>) =>
  page.evaluate(given => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
  }, items);

/**
 * A session of a demo person, written where server and browser keep theirs: for tests whose subject is neither the
 * sign-in nor the renewal. It counts as one of Google, which pages do not ask the provider about. The page is left on
 * a blank document of the application; go where you need to.
 */
export async function signInAs(page: Page, who: Role | (string & {}), which = 0): Promise<DemoAccount> {
  const account = person(who, which);
  // Only a first sign-in makes somebody of them.
  if (account.state === 'unknown') return signInAtProvider(page, who, which);
  const { db } = installationAt(await openBlank(page));
  const user = await db
    .selectFrom('users')
    .innerJoin('user_accounts', 'user_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.roles', 'user_accounts.id as accountId'])
    .where('users.email', '=', account.email)
    .where('provider', '=', 'google')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const device = 'Chrome en Linux';
  const opened = { userId: user.id, accountId: user.accountId, signedInAt: now, now, device };
  const { accountId: _, ...stored } = user;
  await store(page, {
    'auth-provider': 'google',
    'auth-google-account': JSON.stringify({ credential: 'put in directly', select_by: 'btn' }),
    'auth-token': await openSession(db, opened),
    'auth-user': JSON.stringify(stored),
    'auth-token-time': String(Date.now()),
  });
  return account;
}

/**
 * The same by the whole exchange with the Microsoft provider but its window: provider, ID token, `POST auth/microsoft`.
 * For what happens to a session later: renewal, silent sign-in, sign-out.
 */
export async function signInAtProvider(
  page: Page,
  who: Role | (string & {}),
  which = 0,
): Promise<DemoAccount> {
  const account = person(who, which);
  const origin = await openBlank(page);
  const idToken = await idTokenOf(page, origin, account);
  const microsoft = {
    authorityType: 'MSSTS',
    environment: new URL(origin).host,
    homeAccountId: `${account.oid}.${DEMO_TENANT}`,
    idToken,
    localAccountId: account.oid,
    name: account.name,
    tenantId: DEMO_TENANT,
    username: account.email,
  };
  const response = await page.request.post('/api/auth/microsoft', { data: microsoft });
  expect(response.ok(), await response.text()).toBe(true);
  const { token, user } = (await response.json()) as { token: string; user: object };
  await store(page, {
    'auth-provider': 'microsoft',
    'auth-microsoft-account': JSON.stringify(microsoft),
    'auth-token': token,
    'auth-user': JSON.stringify(user),
    'auth-token-time': String(Date.now()),
  });
  return account;
}

/** A window of somebody, in a browser of their own; closed with the test. */
export async function openWindow(
  browser: Browser,
  who: Role | (string & {}),
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await recordToasts(context);
  const page = await context.newPage();
  await signInAs(page, who);
  return page;
}

/** Somebody else, for what happens beside a test's subject. */
export async function asPerson<T>(
  page: Page,
  who: Role | (string & {}),
  run: (page: Page) => Promise<T>,
): Promise<T> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The browser is closed');
  const other = await openWindow(browser, who);
  try {
    return await run(other);
  } finally {
    await other.context().close();
  }
}

/** Waits until this browser keeps something unsent that holds this text: nobody reloads within milliseconds of typing. */
export async function expectKept(page: Page, text: string): Promise<void> {
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('vinculacion-drafts');
          opening.onupgradeneeded = () => opening.result.createObjectStore('drafts');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
            reading.onerror = () => reject(reading.error);
            reading.onsuccess = () => {
              opening.result.close();
              resolve(JSON.stringify(reading.result));
            };
          };
        }),
    );
  await expect.poll(kept).toContain(text);
}

export type ProviderName = 'Microsoft' | 'Google';
export const providerButton = (page: Page, provider: ProviderName) =>
  page.getByRole('button', { name: provider, exact: false });

/** Clicks the provider's button; gives its popup, showing the list of accounts. */
export async function openPopup(page: Page, provider: ProviderName): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await providerButton(page, provider).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Elige una cuenta' })).toBeVisible();
  return popup;
}

/** The real thing: login page, popup, account. */
export async function signInThrough(page: Page, provider: ProviderName, account: DemoAccount): Promise<void> {
  if (new URL(page.url(), 'http://localhost').pathname !== '/auth/login') await page.goto('/auth/login');
  const popup = await openPopup(page, provider);
  await popup.getByRole('button', { name: account.name }).click();
  await expect(page).not.toHaveURL(/\/auth\/login/);
}

/** All the application keeps of a session, whichever of its documents is on screen: signing out loads another. */
export async function storedState(page: Page): Promise<Record<string, string | null>> {
  const read = () =>
    page.evaluate(() =>
      Object.fromEntries(
        ['auth-provider', 'auth-google-account', 'auth-microsoft-account', 'auth-token', 'auth-user'].map(
          key => [key, localStorage.getItem(key)],
        ),
      ),
    );
  const isBetween = (error: Error) => /Execution context was destroyed/.test(error.message);
  return read().catch(error => (isBetween(error) ? read() : Promise.reject(error)));
}
