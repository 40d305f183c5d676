import { text } from 'node:stream/consumers';
import Provider, {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { isLoopbackHost } from '../../server/sign-in/providers.ts';
import type { ProviderAccount } from './accounts.ts';
import type { DemoSecrets } from './keys.ts';
import { accountList, messagePage, signOutPage } from './pages.ts';
import type { DemoStore } from './store.ts';

export interface DemoProviderOptions {
  /** Address of the issuer; its last path segment is where it is mounted. */
  issuer: string;
  /** Path without a slash at the end, e.g. `/idp`. */
  mount: string;
  /** What people read: `Microsoft`. */
  name: string;
  clientId: string;
  /** Paths below the origin that a sign-in or sign-out may return to. */
  returnPaths: readonly string[];
  accounts: ProviderAccount[];
  secrets: DemoSecrets;
  store: DemoStore;
  /** Pages of its own by path below the mount: content type and text. */
  pages?: Record<string, readonly [string, string]>;
  /** Added to each answer of the token endpoint; gets the claims of the ID token. */
  tokenExtra?: (claims: Record<string, unknown>) => Record<string, unknown>;
}

const HOUR = 3600;

/** Any port of this machine: the development server and the tests are other origins than the one of the settings. */
function mayReturnTo(uri: string, paths: readonly string[]): boolean {
  if (!URL.canParse(uri)) return false;
  const { hostname, pathname } = new URL(uri);
  return isLoopbackHost(hostname) && paths.includes(pathname);
}

function policyFor(accounts: ProviderAccount[]): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  // Without this a silent request for one person would quietly answer with the other who is signed in.
  policy.get('login')?.checks.add(
    new Check('login_hint_mismatch', 'another account is signed in', 'login_required', ctx => {
      const hint = ctx.oidc.params?.login_hint;
      const current = accounts.find(({ id }) => id === ctx.oidc.session?.accountId);
      if (typeof hint !== 'string' || !current || ctx.oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
      return current.account.email.toLowerCase() !== hint.toLowerCase();
    }),
  );
  return policy;
}

function clientOf({ clientId, returnPaths }: DemoProviderOptions): ClientMetadata {
  const addresses = returnPaths.map(path => `http://localhost${path}`);
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: addresses,
    post_logout_redirect_uris: addresses,
  };
}

const features: NonNullable<Configuration['features']> = {
  devInteractions: { enabled: false },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => sendPage(ctx, signOutPage(form)),
    postLogoutSuccessSource: ctx =>
      sendPage(ctx, messagePage('Sesión de demostración cerrada', 'Ya puedes cerrar esta ventana.')),
  },
};

/** Everything MSAL 5 and the Google stand-in need that is not this library's default. */
/** Seconds. */
const LIFETIMES: Configuration['ttl'] = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  IdToken: HOUR,
  RefreshToken: 24 * HOUR,
  Session: 24 * HOUR,
  Interaction: 600,
  Grant: 24 * HOUR,
};

// The library drops offline_access without a consent page, then refuses the refresh that asks for it.
const issueRefreshToken: Configuration['issueRefreshToken'] = (_ctx, client, source) => {
  if (!client.grantTypeAllowed('refresh_token')) return false;
  if (!source.scopes.has('offline_access')) source.scope = `${source.scope ?? ''} offline_access`.trim();
  return true;
};

// The application belongs to the house: nobody is asked for consent.
const loadExistingGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const accountId = oidc.session?.accountId;
  if (!oidc.client || !accountId) return undefined;
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
  grant.addOIDCScope('openid profile email offline_access');
  await grant.save();
  return grant;
};

function configurationOf(options: DemoProviderOptions): Configuration {
  const { accounts, mount, secrets, store } = options;
  const cookie = mount.slice(1).replaceAll('-', '_');
  return {
    adapter: model => store.adapter(model),
    clients: [clientOf(options)],
    clientBasedCORS: (_ctx, origin) => isLoopbackHost(new URL(origin).host),
    jwks: { keys: [secrets.signingKey] },
    cookies: {
      keys: [secrets.cookieKey],
      // Cookies do not tell ports apart: each provider needs names of its own.
      names: {
        session: `${cookie}_session`,
        interaction: `${cookie}_interaction`,
        resume: `${cookie}_resume`,
      },
    },
    routes: {
      authorization: '/oauth2/v2.0/authorize',
      token: '/oauth2/v2.0/token',
      end_session: '/oauth2/v2.0/logout',
      jwks: '/discovery/v2.0/keys',
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: {
      openid: ['sub', 'oid', 'tid', 'ver', 'azp', 'signin_state'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    // Microsoft and Google put the profile into the ID token.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    interactions: { policy: policyFor(accounts), url: (_ctx, { uid }) => `${mount}/interaction/${uid}` },
    issueRefreshToken,
    expiresWithSession: () => false,
    ttl: LIFETIMES,
    findAccount: (_ctx, id) => {
      const found = accounts.find(account => account.id === id);
      return found && { accountId: id, claims: () => ({ sub: id, ...found.claims }) };
    },
    loadExistingGrant,
    features,
    renderError: (ctx, out) =>
      sendPage(ctx, messagePage('No se pudo completar el ingreso de demostración', `Motivo: ${out.error}.`)),
  };
}

function sendPage(ctx: Pick<KoaContextWithOIDC, 'type' | 'body' | 'set'>, html: string): void {
  ctx.set('cache-control', 'no-store');
  ctx.type = 'html';
  ctx.body = html;
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

/** Shows the account list and takes the choice. */
async function interact(provider: Provider, ctx: Context, options: DemoProviderOptions) {
  ctx.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  const known = await provider.interactionDetails(ctx.req, ctx.res).catch(() => undefined);
  if (!known) {
    ctx.status = 400;
    return sendPage(
      ctx,
      messagePage('Este intento de ingreso venció', 'Cierra esta ventana y vuelve a ingresar.'),
    );
  }
  if (ctx.method !== 'POST') return sendPage(ctx, accountList(options.name, options.accounts));
  const chosen = new URLSearchParams(await text(ctx.req)).get('account');
  const account = options.accounts.find(({ id }) => id === chosen);
  const result = account
    ? { login: { accountId: account.id }, select_account: {} }
    : { error: 'access_denied', error_description: 'The person cancelled' };
  // The library writes the answer itself.
  ctx.respond = false;
  return provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
}

function decodeClaims(idToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
}

/** An OpenID provider that lets one be anybody of `accounts` by a click. */
export function createDemoProvider(options: DemoProviderOptions): Provider {
  const provider = new Provider(options.issuer, configurationOf(options));
  const mayReturn = (uri: string) => mayReturnTo(uri, options.returnPaths);
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: mayReturn,
    postLogoutRedirectUriAllowed: mayReturn,
  });
  provider.use(async (ctx, next) => {
    const own = options.pages?.[ctx.path];
    if (own) {
      [ctx.type, ctx.body] = own;
      return;
    }
    if (/^\/interaction\/[\w-]+$/.test(ctx.path)) {
      await interact(provider, ctx, options);
      return;
    }
    await next();
    const answer = ctx.body as { id_token?: string } | undefined;
    if (ctx.oidc?.route === 'token' && answer?.id_token && options.tokenExtra)
      ctx.body = { ...answer, ...options.tokenExtra(decodeClaims(answer.id_token)) };
  });
  return provider;
}
