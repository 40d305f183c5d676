import type { BrowserConfig } from '../../domain/kit/config.ts';
import type { Env } from '../env.ts';
import { DEMO_GOOGLE_CLIENT, DEMO_MICROSOFT_CLIENT } from './demo-identity.ts';

type Providers = Pick<BrowserConfig, 'microsoft' | 'google'>;

export const MICROSOFT_MOUNT = '/idp';
export const GOOGLE_MOUNT = '/demo-google';

/** `host` with or without a port. */
export const isLoopbackHost = (host: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host.replace(/:\d+$/, ''));

/**
 * What the browser needs to sign in at the demo providers. `origin` is the one the browser sees, which behind the
 * development server is not that of the settings. MSAL wants `https:` in the authority but never calls it: the
 * endpoints it uses are those of the metadata.
 */
function demoConfig(origin: string): Providers {
  const { host } = new URL(origin);
  const base = `${origin}${MICROSOFT_MOUNT}`;
  return {
    microsoft: {
      clientId: DEMO_MICROSOFT_CLIENT,
      authority: `https://${host}${MICROSOFT_MOUNT}`,
      knownAuthorities: [host],
      authorityMetadata: JSON.stringify({
        issuer: base,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        // MSAL names no client when it signs out, and without one the provider does not return to the application.
        end_session_endpoint: `${base}/oauth2/v2.0/logout?client_id=${DEMO_MICROSOFT_CLIENT}`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
      }),
    },
    google: { clientId: DEMO_GOOGLE_CLIENT, scriptUrl: `${origin}${GOOGLE_MOUNT}/gsi/client` },
  };
}

function realConfig({ microsoft, google }: Env): Providers {
  return {
    microsoft: microsoft
      ? {
          clientId: microsoft.clientId,
          authority: `https://login.microsoftonline.com/${microsoft.tenantId}`,
        }
      : null,
    google: google
      ? { clientId: google.clientId, scriptUrl: 'https://accounts.google.com/gsi/client' }
      : null,
  };
}

/** The sign-in part of `/config.json` for a browser that sees the application at `origin`. */
export const providersConfig = (env: Env, origin: string): Providers =>
  env.demo ? demoConfig(origin) : realConfig(env);
