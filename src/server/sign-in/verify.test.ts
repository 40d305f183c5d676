import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/kit/problem.ts';
import { type Env, parseEnv } from '../env.ts';
import { createVerifier, sourcesOf, type TokenSource, tenantsOf, type Verifier } from './verify.ts';

const TENANT = 'b1b5ac43-4d1d-4a68-9c3c-1a2b3c4d5e6f';
const OTHER = 'c2c6bd54-5e2e-4b79-8d4d-2b3c4d5e6f70';
const real: Env = parseEnv({
  INSTITUTION: 'Universidad',
  MICROSOFT_CLIENT_ID: 'ms-client',
  MICROSOFT_TENANT_ID: TENANT,
  GOOGLE_CLIENT_ID: 'google-client',
});

/** Keys published over HTTP, as the providers do; `broken` makes them unavailable. */
const published = { keys: [] as JWK[], broken: false };
const server = createServer((_request, response) => {
  response.statusCode = published.broken ? 500 : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ keys: published.keys }));
});
let keysUrl: URL;

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  published.keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' });
  return (claims: Record<string, unknown>) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
}

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  keysUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
});
afterAll(() => new Promise(resolve => server.close(resolve)));

/** The verifier of this installation, with the providers' key addresses replaced by ours. */
function verifierFor(env: Env, url = keysUrl): Verifier {
  const keys = () => createRemoteJWKSet(url, { cooldownDuration: 0, timeoutDuration: 500 });
  const withKeys = (source: TokenSource | undefined) => source && { ...source, keys: keys() };
  const { microsoft, google } = sourcesOf(env, undefined);
  const sources = { microsoft: withKeys(microsoft), google: withKeys(google) };
  return createVerifier(
    Object.fromEntries(Object.entries(sources).filter(([, source]) => source)),
    tenantsOf(env),
  );
}

const seconds = () => Math.floor(Date.now() / 1000);
const microsoft = (change: Record<string, unknown> = {}) => ({
  iss: `https://login.microsoftonline.com/${change.tid ?? TENANT}/v2.0`,
  aud: 'ms-client',
  iat: seconds(),
  exp: seconds() + 3600,
  sub: 'pairwise',
  oid: 'oid-1',
  tid: TENANT,
  name: 'Rosa Soto',
  preferred_username: 'Rosa.Soto@universidad.cl',
  ...change,
});
const google = (change: Record<string, unknown> = {}) => ({
  iss: 'https://accounts.google.com',
  aud: 'google-client',
  iat: seconds(),
  exp: seconds() + 3600,
  sub: '1098',
  email: 'rosa@gmail.com',
  email_verified: true,
  name: 'Rosa Soto',
  ...change,
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    error => (error instanceof AppError ? error.code : error),
  );

describe('tokens of the real providers', () => {
  it('are accepted from their own issuers, with keys fetched over HTTP', async () => {
    const sign = await newKey('k1');
    const verifier = verifierFor(real);
    expect(await verifier.microsoft(await sign(microsoft()))).toMatchObject({
      provider: 'microsoft',
      tenant: TENANT,
      subject: 'oid-1',
      email: 'rosa.soto@universidad.cl',
      emailTrusted: true,
      tenantAccepted: true,
      claims: { username: 'Rosa.Soto@universidad.cl', guest: false },
    });
    for (const iss of ['https://accounts.google.com', 'accounts.google.com'])
      expect(await verifier.google(await sign(google({ iss })))).toMatchObject({
        subject: '1098',
        emailTrusted: true,
        expired: false,
      });
  });

  it('may be signed with a key published after the start', async () => {
    const first = await newKey('k2');
    const verifier = verifierFor(real);
    await verifier.google(await first(google()));
    const second = await newKey('k3');
    expect(await verifier.google(await second(google()))).toMatchObject({ subject: '1098' });
  });

  it.each([
    ['the older issuer form', { iss: `https://sts.windows.net/${TENANT}/` }],
    ['a tenant that is not the issuer’s', { iss: `https://login.microsoftonline.com/${OTHER}/v2.0` }],
    ['an issuer without tenant', { iss: 'https://login.microsoftonline.com//v2.0', tid: '' }],
    ['a look-alike issuer', { iss: `https://login.microsoftonline.com.evil.example/${TENANT}/v2.0` }],
    ['the Google client', { aud: 'google-client' }],
  ])('are refused with %s', async (_title, change) => {
    const sign = await newKey('k4');
    expect(await codeOf(verifierFor(real).microsoft(await sign(microsoft(change))))).toBe('unauthenticated');
  });

  it('are neither accepted nor refused while the keys cannot be fetched', async () => {
    const sign = await newKey('k5');
    const token = await sign(google());
    published.broken = true;
    expect(await codeOf(verifierFor(real).google(token))).toBe('unavailable');
    published.broken = false;
    const nobody = new URL('http://127.0.0.1:1/keys');
    expect(await codeOf(verifierFor(real, nobody).google(token))).toBe('unavailable');
    expect(await codeOf(verifierFor(real).google(token))).toBe('accepted');
  });

  it('are refused, with the reason, for a provider that is not set', async () => {
    const onlyGoogle = parseEnv({ INSTITUTION: 'Universidad', GOOGLE_CLIENT_ID: 'google-client' });
    const work = verifierFor(onlyGoogle).microsoft('x');
    await expect(work).rejects.toThrow('El ingreso con Microsoft no está habilitado aquí.');
    expect(await codeOf(verifierFor(onlyGoogle).microsoft('x'))).toBe('account_refused');
  });
});

describe('Microsoft tenants', () => {
  const identity = async (env: Partial<Env>, change: Record<string, unknown>) => {
    const sign = await newKey(`t${Math.random()}`);
    const { tenantAccepted, emailTrusted } = await verifierFor({ ...real, ...env }).microsoft(
      await sign(microsoft(change)),
    );
    return { tenantAccepted, emailTrusted };
  };
  const multi = { microsoft: { clientId: 'ms-client', tenantId: 'organizations' } };

  it('of one tenant: only that one comes in', async () => {
    expect(await identity({}, {})).toEqual({ tenantAccepted: true, emailTrusted: true });
    expect(await identity({}, { tid: OTHER })).toEqual({ tenantAccepted: false, emailTrusted: false });
  });

  it('of several: those named besides come in and are trusted', async () => {
    const env = { allowedTenants: [TENANT, OTHER] };
    expect(await identity(env, { tid: OTHER })).toEqual({ tenantAccepted: true, emailTrusted: true });
  });

  it('of all: everybody comes in, only the named are trusted with an e-mail', async () => {
    const env = { ...multi, allowedTenants: [TENANT] };
    expect(await identity(env, {})).toEqual({ tenantAccepted: true, emailTrusted: true });
    expect(await identity(env, { tid: OTHER })).toEqual({ tenantAccepted: true, emailTrusted: false });
  });

  it('do not answer for the e-mail of a guest', async () => {
    const guest = { idp: `https://sts.windows.net/${OTHER}/` };
    expect(await identity({}, guest)).toEqual({ tenantAccepted: true, emailTrusted: false });
  });
});
