import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { authorize, Browser, demoTokens, PROVIDER_PATHS, tokenRequest } from '../../../test/demo-provider.ts';
import { browserConfigSchema } from '../../domain/kit/config.ts';
import { DEMO_TENANT } from '../../server/sign-in/demo-identity.ts';
import { providersConfig } from '../../server/sign-in/providers.ts';
import { DEMO_ACCOUNTS } from '../seed/university.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const person = (start: string) => {
  const found = DEMO_ACCOUNTS.find(account => account.email.startsWith(start));
  if (!found?.oid || !found.sub) throw new Error(`no such demo person: ${start}`);
  return { ...found, oid: found.oid, sub: found.sub };
};
const camila = person('camila.rojas');
const diego = person('diego.huenchulaf');

describe('demo Microsoft provider', () => {
  it('signs in with the claims and the client_info MSAL reads', async () => {
    const tokens = await demoTokens(test.url, 'microsoft', camila.oid);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${test.env.publicUrl}/idp`,
      aud: PROVIDER_PATHS.microsoft.clientId,
      oid: camila.oid,
      tid: DEMO_TENANT,
      name: camila.name,
      preferred_username: camila.email,
      signin_state: ['kmsi'],
    });
    const info = JSON.parse(Buffer.from(tokens.client_info ?? '', 'base64url').toString());
    expect(info).toEqual({ uid: camila.oid, utid: DEMO_TENANT });
  });

  it('refreshes with the scope MSAL asks for, without a consent page', async () => {
    const { refresh_token = '' } = await demoTokens(test.url, 'microsoft', camila.oid);
    const response = await tokenRequest(test.url, 'microsoft', {
      grant_type: 'refresh_token',
      refresh_token,
      scope: 'openid profile offline_access',
    });
    expect(response.status).toBe(200);
    expect(decodeJwt(((await response.json()) as { id_token: string }).id_token).oid).toBe(camila.oid);
  });

  it('answers silently for who is signed in, and not for anybody else', async () => {
    const browser = new Browser();
    const silent = async (loginHint?: string) => {
      const options = { prompt: 'none', ...(loginHint && { loginHint }) };
      return (await authorize(browser, test.url, 'microsoft', options)).answer;
    };
    expect((await silent()).get('error')).toBe('login_required');
    await demoTokens(test.url, 'microsoft', camila.oid, browser);
    expect((await silent(camila.email)).get('code')).toBeTruthy();
    expect((await silent(diego.email)).get('error')).toBe('login_required');
  });

  it('lets one choose another person while somebody is signed in, and cancel', async () => {
    const browser = new Browser();
    await demoTokens(test.url, 'microsoft', camila.oid, browser);
    const tokens = await demoTokens(test.url, 'microsoft', diego.oid, browser);
    expect(decodeJwt(tokens.id_token).oid).toBe(diego.oid);
    const cancelled = await authorize(browser, test.url, 'microsoft', {});
    expect(cancelled.answer.get('error')).toBe('access_denied');
  });

  it('signs out through the address of the metadata and comes back', async () => {
    const browser = new Browser();
    await demoTokens(test.url, 'microsoft', camila.oid, browser);
    const metadata = JSON.parse(
      providersConfig(test.env, test.url).microsoft?.authorityMetadata ?? '{}',
    ) as Record<string, string>;
    const back = `${test.url}/msal`;
    const asked = await browser.fetch(
      `${metadata.end_session_endpoint}&post_logout_redirect_uri=${encodeURIComponent(back)}&state=s`,
    );
    const html = await asked.text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(html).toContain('lang="es"');
    const done = await browser.fetch(`${test.url}/idp/oauth2/v2.0/logout/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(done.headers.get('location')).toBe(`${back}?state=s`);
    const { answer } = await authorize(browser, test.url, 'microsoft', { prompt: 'none' });
    expect(answer.get('error')).toBe('login_required');
  });

  it('may be framed by the application where the hidden frame needs it, its list may not', async () => {
    const browser = new Browser();
    const { mount, clientId } = PROVIDER_PATHS.microsoft;
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${test.url}/msal`,
      response_type: 'code',
      scope: 'openid',
      prompt: 'select_account',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const first = await browser.fetch(`${test.url}${mount}/oauth2/v2.0/authorize?${query}`);
    expect(first.headers.get('x-frame-options')).toBeNull();
    expect(first.headers.get('content-security-policy')).toBeNull();
    const list = await browser.fetch(new URL(first.headers.get('location') ?? '', test.url).href);
    expect(list.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const html = await list.text();
    expect(html).toContain('Demostración: no es el ingreso real de Microsoft');
    for (const { name, oid } of DEMO_ACCOUNTS) expect(html.includes(name)).toBe(Boolean(oid));
  });
});

describe('demo Google provider', () => {
  it('signs in with an issuer and keys of its own', async () => {
    const tokens = await demoTokens(test.url, 'google', camila.sub);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      iss: `${test.env.publicUrl}/demo-google`,
      aud: PROVIDER_PATHS.google.clientId,
      sub: camila.sub,
      email: camila.email,
      email_verified: true,
      name: camila.name,
    });
    const keysOf = async (path: string) =>
      (await fetch(`${test.url}${path}/discovery/v2.0/keys`)).json() as Promise<{ keys: { kid: string }[] }>;
    const [microsoft, google] = await Promise.all([keysOf('/idp'), keysOf('/demo-google')]);
    expect(microsoft.keys[0]?.kid).not.toBe(google.keys[0]?.kid);
  });

  it('serves the script that stands in for Google Identity Services', async () => {
    const address = providersConfig(test.env, test.url).google?.scriptUrl ?? '';
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(await response.text()).toContain('window.google');
  });
});

describe('both', () => {
  it('are named by /config.json with the origin the browser sees', async () => {
    const response = await fetch(`${test.url}/config.json`);
    const config = browserConfigSchema.parse(await response.json());
    expect(config).toMatchObject({ demo: true, ...providersConfig(test.env, test.url) });
  });

  it('return to no other machine, and answer to no other name', async () => {
    const { mount, clientId } = PROVIDER_PATHS.microsoft;
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: 'https://evil.example/msal',
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${test.url}${mount}/oauth2/v2.0/authorize?${query}`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('No se pudo completar el ingreso de demostración');
    const keys = `${mount}/discovery/v2.0/keys`;
    const statusWith = async (headers: Record<string, string>) =>
      (await test.app.inject({ url: keys, headers })).statusCode;
    expect(await statusWith({ host: 'evil.example' })).toBe(404);
    // A proxy on this machine that shows the demonstration to others.
    expect(await statusWith({ host: 'localhost', 'x-forwarded-for': '203.0.113.5' })).toBe(404);
  });

  it('say in Spanish that an attempt is over', async () => {
    const response = await fetch(`${test.url}/idp/interaction/none`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Este intento de ingreso venció');
  });

  it('keep keys and sign-ins over a restart', async () => {
    const first = await startApp({}, test);
    const browser = new Browser();
    await demoTokens(first.url, 'microsoft', camila.oid, browser);
    await first.close();
    const second = await startApp({}, test);
    const { answer } = await authorize(browser, second.url, 'microsoft', { prompt: 'none' });
    expect(answer.get('code')).toBeTruthy();
    await second.close();
  });

  it('do not exist where a real provider is set', async () => {
    const real = await startApp({ demo: false, google: { clientId: 'google-client' } }, test);
    // The browser part may answer there with its page, but nobody publishes keys.
    const keys = await fetch(`${real.url}/idp/discovery/v2.0/keys`);
    expect(await keys.text()).not.toContain('"kid"');
    expect(await (await fetch(`${real.url}/config.json`)).json()).toMatchObject({
      demo: false,
      microsoft: null,
      google: { clientId: 'google-client', scriptUrl: 'https://accounts.google.com/gsi/client' },
    });
    await real.close();
  });
});
