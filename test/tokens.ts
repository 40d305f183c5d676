import { importJWK, type JWK, SignJWT } from 'jose';
import { DEMO_ACCOUNTS, type DemoAccount } from '../src/demo/seed/university.ts';
import type { GoogleAccount, MicrosoftAccount } from '../src/features/auth/contract.ts';
import {
  DEMO_GOOGLE_CLIENT,
  DEMO_MICROSOFT_CLIENT,
  DEMO_TENANT,
} from '../src/server/sign-in/demo-identity.ts';
import type { TestApp } from './app.ts';
import { PROVIDER_PATHS, type ProviderName } from './demo-provider.ts';

/** A demo person by the start of the e-mail, with both subjects. */
export function demoPerson(start: string): DemoAccount & { oid: string; sub: string } {
  const found = DEMO_ACCOUNTS.find(account => account.email.startsWith(start));
  if (!found) throw new Error(`no demo person ${start}`);
  return { ...found, oid: found.oid ?? '', sub: found.sub ?? '' };
}

export type Claims = Record<string, unknown>;

const seconds = () => Math.floor(Date.now() / 1000);

/** What the provider itself puts into the ID token of this person. */
export function claimsOf(
  { env }: TestApp,
  name: ProviderName,
  person: { name: string; email: string; oid: string; sub: string },
): Claims {
  const common = {
    iss: `${env.publicUrl}${PROVIDER_PATHS[name].mount}`,
    iat: seconds(),
    exp: seconds() + 3600,
    name: person.name,
  };
  return name === 'microsoft'
    ? {
        ...common,
        aud: DEMO_MICROSOFT_CLIENT,
        sub: person.oid,
        oid: person.oid,
        tid: DEMO_TENANT,
        preferred_username: person.email,
      }
    : { ...common, aud: DEMO_GOOGLE_CLIENT, sub: person.sub, email: person.email, email_verified: true };
}

/** The private key with which this installation's demo provider signs. */
export async function signingKey({ db }: TestApp, name: ProviderName): Promise<JWK> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', `demoSecrets.${name}`)
    .executeTakeFirstOrThrow();
  return (value as { signingKey: JWK }).signingKey;
}

/** An ID token with these claims (undefined ones left out), signed as the demo provider would. */
export async function signed(test: TestApp, name: ProviderName, claims: Claims): Promise<string> {
  const key = await signingKey(test, name);
  return new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(key.kid && { kid: key.kid }) })
    .sign(await importJWK(key, 'RS256'));
}

/** What the browser posts after MSAL has read this token. */
export function microsoftBody(idToken: string, claims: Claims): MicrosoftAccount {
  const { oid, tid, name = '', preferred_username = '' } = claims as Record<string, string>;
  return {
    authorityType: 'MSSTS',
    environment: 'localhost:3000',
    homeAccountId: `${oid}.${tid}`,
    idToken,
    localAccountId: oid ?? '',
    name,
    tenantId: tid ?? '',
    username: preferred_username,
  };
}

export const googleBody = (credential: string): GoogleAccount => ({
  credential,
  select_by: 'btn',
  clientId: DEMO_GOOGLE_CLIENT,
  client_id: DEMO_GOOGLE_CLIENT,
});

/** The body of a sign-in with these claims. */
export async function bodyFor(test: TestApp, name: ProviderName, claims: Claims) {
  const token = await signed(test, name, claims);
  return name === 'microsoft' ? microsoftBody(token, claims) : googleBody(token);
}
