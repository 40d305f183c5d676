import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { z } from 'zod';
import { AppError } from '../../domain/kit/problem.ts';
import type { Provider } from '../../domain/settings/providers.ts';
import { cleanName } from '../../domain/text/clean-names.ts';
import type { Env } from '../env.ts';
import { DEMO_GOOGLE_CLIENT, DEMO_MICROSOFT_CLIENT, DEMO_TENANT } from './demo-identity.ts';
import { GOOGLE_MOUNT, MICROSOFT_MOUNT } from './providers.ts';

/** Whose tokens are accepted: published keys, issuers and the application they must be meant for. */
export interface TokenSource {
  keys: JWTVerifyGetKey;
  audience: string;
  /** Issuers that may speak for this tenant; `tenant` is the token's own `tid`. */
  issuers: (tenant: string) => string[];
}

/** Who signed in, from verified claims alone. */
export interface Identity {
  provider: Provider;
  /** Microsoft's `tid`, empty for Google. */
  tenant: string;
  /** Microsoft's `oid`, Google's `sub`. */
  subject: string;
  email: string;
  name: string;
  /** The provider answers for this person owning this e-mail. */
  emailTrusted: boolean;
  tenantAccepted: boolean;
}

export interface MicrosoftIdentity extends Identity {
  /** As MSAL shows them, to compare with what was posted. */
  claims: { oid: string; tid: string; username: string; name: string; guest: boolean };
}

export interface GoogleIdentity extends Identity {
  /** Only ever true when an expired token was asked for. */
  expired: boolean;
}

export interface Verifier {
  microsoft(idToken: string): Promise<MicrosoftIdentity>;
  google(credential: string, options?: { acceptExpired?: boolean }): Promise<GoogleIdentity>;
  /** Client id that Google's answers carry. */
  googleAudience: string | undefined;
}

const signInRefused = () =>
  new AppError('unauthenticated', 'No pudimos comprobar tu ingreso. Inicia sesión nuevamente.');
const CLOCK_TOLERANCE_S = 60;

/** A provider that cannot be reached says nothing about the token: its owner must not be signed out for that. */
function problemOf(error: unknown): AppError {
  const unreachable =
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC';
  return unreachable ? new AppError('unavailable') : signInRefused();
}

async function verifyClaims(
  token: string,
  { keys, audience, issuers }: TokenSource,
  acceptExpired = false,
): Promise<{ claims: JWTPayload; expired: boolean }> {
  const tenant = (() => {
    try {
      return String(decodeJwt(token).tid ?? '');
    } catch {
      throw signInRefused();
    }
  })();
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      audience,
      issuer: issuers(tenant),
      requiredClaims: ['exp', 'iat', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    // Meant for several applications at once: neither provider issues such a token to us.
    if (Array.isArray(payload.aud) && payload.aud.length > 1) throw new errors.JWTInvalid();
    return { claims: payload, expired: false };
  } catch (error) {
    // Raised last, after signature, issuer and audience were found right.
    if (acceptExpired && error instanceof errors.JWTExpired && error.claim === 'exp')
      return { claims: error.payload, expired: true };
    throw problemOf(error);
  }
}

const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const microsoftClaims = z.object({
  oid: subject,
  tid: subject,
  preferred_username: z.string(),
  name: z.string().default(''),
  // Present when the person's home is another tenant.
  idp: z.string().optional(),
});
const googleClaims = z.object({
  sub: subject,
  email: z.string(),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
});

function parseClaims<T extends z.ZodType>(schema: T, claims: JWTPayload): z.output<T> {
  const parsed = schema.safeParse(claims);
  if (!parsed.success) throw signInRefused();
  return parsed.data;
}

const emailShape = z.email().max(254);

/** Lower case, as people are looked up by it. */
function emailOf(claimed: string): string {
  const parsed = emailShape.safeParse(claimed.trim().toLowerCase());
  if (!parsed.success)
    throw new AppError(
      'account_refused',
      'Tu cuenta no tiene un correo que podamos usar. Ingresa con la cuenta de tu institución.',
    );
  return parsed.data;
}

/** Fit to be stored and shown: at most 200 characters, never empty. */
const nameOf = (claimed: string, email: string): string =>
  cleanName(claimed).slice(0, 200).toWellFormed().trim() || email;

const ANY_TENANT = ['common', 'organizations', 'consumers'];

interface Tenants {
  accepts(tenant: string): boolean;
  trusts(tenant: string): boolean;
}

export function tenantsOf(env: Pick<Env, 'demo' | 'microsoft' | 'allowedTenants'>): Tenants {
  const trusted = env.demo ? [DEMO_TENANT] : env.allowedTenants;
  const home = env.microsoft?.tenantId ?? '';
  return {
    trusts: tenant => trusted.includes(tenant),
    accepts: tenant => ANY_TENANT.includes(home) || tenant === home || trusted.includes(tenant),
  };
}

/** Public halves of the demonstration's signing keys. */
export interface DemoKeys {
  microsoft: JWK;
  google: JWK;
}

/** Sources of the real providers, or of the demonstration whose public keys are given. */
export function sourcesOf(env: Env, demo: DemoKeys | undefined): Partial<Record<Provider, TokenSource>> {
  if (demo)
    return {
      microsoft: {
        keys: createLocalJWKSet({ keys: [demo.microsoft] }),
        audience: DEMO_MICROSOFT_CLIENT,
        issuers: () => [`${env.publicUrl}${MICROSOFT_MOUNT}`],
      },
      google: {
        keys: createLocalJWKSet({ keys: [demo.google] }),
        audience: DEMO_GOOGLE_CLIENT,
        issuers: () => [`${env.publicUrl}${GOOGLE_MOUNT}`],
      },
    };
  const microsoftKeys = `https://login.microsoftonline.com/${env.microsoft?.tenantId}/discovery/v2.0/keys`;
  return {
    ...(env.microsoft && {
      microsoft: {
        keys: createRemoteJWKSet(new URL(microsoftKeys)),
        audience: env.microsoft.clientId,
        // The tenant itself is judged afterwards, so that somebody of another one is told so.
        issuers: tenant => [`https://login.microsoftonline.com/${tenant}/v2.0`],
      },
    }),
    ...(env.google && {
      google: {
        keys: createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs')),
        audience: env.google.clientId,
        issuers: () => ['https://accounts.google.com', 'accounts.google.com'],
      },
    }),
  };
}

function sourceFor(source: TokenSource | undefined, name: string): TokenSource {
  if (!source) throw new AppError('account_refused', `El ingreso con ${name} no está habilitado aquí.`);
  return source;
}

export function createVerifier(sources: Partial<Record<Provider, TokenSource>>, tenants: Tenants): Verifier {
  return {
    googleAudience: sources.google?.audience,
    async microsoft(idToken) {
      const { claims } = await verifyClaims(idToken, sourceFor(sources.microsoft, 'Microsoft'));
      const { oid, tid, preferred_username, name, idp } = parseClaims(microsoftClaims, claims);
      const email = emailOf(preferred_username);
      return {
        provider: 'microsoft',
        tenant: tid,
        subject: oid,
        email,
        name: nameOf(name, email),
        // A guest's name for signing in is written by a tenant nobody here knows.
        emailTrusted: tenants.trusts(tid) && idp === undefined,
        tenantAccepted: tenants.accepts(tid),
        claims: { oid, tid, username: preferred_username, name, guest: idp !== undefined },
      };
    },
    async google(credential, { acceptExpired = false } = {}) {
      const source = sourceFor(sources.google, 'Google');
      const { claims, expired } = await verifyClaims(credential, source, acceptExpired);
      const { sub, email: claimed, email_verified, name } = parseClaims(googleClaims, claims);
      const email = emailOf(claimed);
      return {
        provider: 'google',
        tenant: '',
        subject: sub,
        email,
        name: nameOf(name, email),
        emailTrusted: email_verified,
        tenantAccepted: true,
        expired,
      };
    },
  };
}
