import { createHash, randomBytes } from 'node:crypto';
import { DEMO_GOOGLE_CLIENT, DEMO_MICROSOFT_CLIENT } from '../src/server/sign-in/demo-identity.ts';

/** Cookies of one imaginary browser. */
export class Browser {
  #cookies = new Map<string, string>();

  /** Follows no redirect: each step of a sign-in is a request of its own. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
    return response;
  }
}

export type ProviderName = 'microsoft' | 'google';

export const PROVIDER_PATHS = {
  microsoft: { mount: '/idp', clientId: DEMO_MICROSOFT_CLIENT, returnPath: '/msal' },
  google: {
    mount: '/demo-google',
    clientId: DEMO_GOOGLE_CLIENT,
    returnPath: '/demo-google/gsi/callback',
  },
} as const;

export interface TokenAnswer {
  id_token: string;
  refresh_token?: string;
  client_info?: string;
  scope?: string;
}

interface AuthorizeOptions {
  prompt?: string;
  loginHint?: string;
  scope?: string;
  /** Subject to choose from the list; empty to cancel. */
  choose?: string;
}

const post = (browser: Browser, url: string, fields: Record<string, string>) =>
  browser.fetch(url, { method: 'POST', body: new URLSearchParams(fields) });

/** The page that ends the former person's sign-in when another one is chosen submits itself by a script. */
async function submitItself(browser: Browser, response: Response): Promise<Response> {
  const html = await response.text();
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (!action) throw new Error(`the provider answered ${response.status}: ${html}`);
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return post(browser, action, Object.fromEntries(fields));
}

/**
 * What the browser libraries do at a demo provider: authorize with PKCE, pick somebody from the list, come back.
 * Answers the parameters the application gets back, with what is needed to redeem the code.
 */
export async function authorize(
  browser: Browser,
  url: string,
  name: ProviderName,
  {
    prompt = 'select_account',
    loginHint,
    scope = 'openid profile email offline_access',
    choose,
  }: AuthorizeOptions,
): Promise<{ answer: URLSearchParams; verifier: string; redirectUri: string }> {
  const { mount, clientId, returnPath } = PROVIDER_PATHS[name];
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${url}${returnPath}`;
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    prompt,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(loginHint && { login_hint: loginHint }),
  });
  let response = await browser.fetch(`${url}${mount}/oauth2/v2.0/authorize?${query}`);
  for (let step = 0; step < 8; step++) {
    const next = response.headers.get('location');
    const target = new URL(next ?? url, url).href;
    if (next && target.startsWith(redirectUri))
      return { answer: new URL(target).searchParams, verifier, redirectUri };
    if (!next) response = await submitItself(browser, response);
    else if (target.includes('/interaction/'))
      response = await post(browser, target, { account: choose ?? '' });
    else response = await browser.fetch(target);
  }
  throw new Error('the provider never came back');
}

export async function tokenRequest(
  url: string,
  name: ProviderName,
  fields: Record<string, string>,
): Promise<Response> {
  const { mount, clientId } = PROVIDER_PATHS[name];
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  return fetch(`${url}${mount}/oauth2/v2.0/token`, { method: 'POST', body });
}

/** A whole sign-in as the person with this subject. */
export async function demoTokens(
  url: string,
  name: ProviderName,
  subject: string,
  browser = new Browser(),
): Promise<TokenAnswer> {
  const { answer, verifier, redirectUri } = await authorize(browser, url, name, { choose: subject });
  const code = answer.get('code');
  if (!code) throw new Error(`no code: ${answer}`);
  const response = await tokenRequest(url, name, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  if (!response.ok) throw new Error(`token endpoint answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as TokenAnswer;
}
