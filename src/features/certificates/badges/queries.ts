import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { JWK } from 'jose';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Env } from '../../../server/env.ts';
import type { CheckedCertificate } from '../check/queries.ts';
import { certificateUrl } from '../queries.ts';

type Issuing = Pick<Env, 'publicUrl'>;

interface Issuer extends Issuing {
  readonly institution: string;
}

/** How the key is used: RS256 is what every verifier of Open Badges must know (§8.2.3 of the specification). */
export const ALGORITHM = 'RS256';
const STATUS_PATH = '/publico/certificado/estados';
/** What its bits say. Suspended ones have theirs as long as they are. */
const PURPOSE = 'revocation';
/** Bits of a list, at least: so many that a short one tells nothing of whoever asks for it (§6.1). */
const LEAST_BITS = 131_072;

const absolute = ({ publicUrl }: Issuing, path: string) => new URL(path, publicUrl).href;
const keyUrl = (env: Issuing, id: string) => absolute(env, `/publico/certificado/clave/${id}`);
const issuerOf = (env: Issuing) => absolute(env, '/');
const credentialId = (certificateId: string) => `urn:uuid:${certificateId}`;

interface SigningKey {
  readonly id: string;
  readonly privateKey: JWK;
}

/** The key that signs now; undefined until the office offers badges for the first time. */
export async function signingKey(db: Database): Promise<SigningKey | undefined> {
  const { rows } = await sql<SigningKey>`
    select id, private_key as "privateKey" from badge_keys order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The public half of a key under its name in headers, of an earlier one too: badges it signed are still checked. */
export async function publicKey(db: Database, id: string, env: Issuing): Promise<JWK | undefined> {
  const { rows } = await sql<{ key: JWK }>`
    select public_key as key from badge_keys where id = ${id}`.execute(db);
  return rows[0] && { ...rows[0].key, kid: keyUrl(env, id) };
}

/**
 * The certificate as an `OpenBadgeCredential` of Open Badges 3.0 (https://www.imsglobal.org/spec/ob/v3p0/, appendix B)
 * on the data model 2.0 of verifiable credentials. Names and statements are only ever texts: `narrative`, which may be
 * Markdown, has none of what people wrote.
 */
function credentialOf({ id, statusIndex, code, content, issuedAt }: CheckedCertificate, env: Issuer) {
  const page = certificateUrl(env.publicUrl, code);
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: credentialId(id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: content.title,
    issuer: { id: issuerOf(env), type: ['Profile'], name: env.institution },
    // In whole seconds: it must be the same instant as `nbf`.
    validFrom: `${issuedAt.slice(0, 19)}Z`,
    credentialSubject: {
      // Who holds it has no address of their own; the token must name the subject (`sub`).
      id: `${page}#titular`,
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: content.name, identityType: 'name' },
      ],
      achievement: {
        id: `${page}#logro`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: content.title,
        description: `${content.name} ${content.statement}`,
        criteria: {
          narrative: `Consta en los registros de la institución que lo emite. Se comprueba en ${page}`,
        },
      },
    },
    evidence: [{ id: page, type: ['Evidence'], name: 'Página que comprueba el certificado' }],
    credentialStatus: {
      id: `${absolute(env, STATUS_PATH)}#${statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: PURPOSE,
      statusListIndex: String(statusIndex),
      statusListCredential: absolute(env, STATUS_PATH),
    },
  };
}

/**
 * The badge as the specification's JSON Web Token proof (§8.2, VC-JWT): the payload is the credential itself with
 * `iss`, `jti`, `nbf` and `sub`, which must say the same as its `issuer.id`, `id`, `validFrom` and
 * `credentialSubject.id`; the header has nothing but `alg`, `typ` and `kid`, the address of the public key.
 */
export function signBadge(
  found: CheckedCertificate,
  { id, privateKey }: SigningKey,
  env: Issuer,
): Promise<string> {
  const credential = credentialOf(found, env);
  return new SignJWT(credential)
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keyUrl(env, id) })
    .setIssuer(credential.issuer.id)
    .setJti(credential.id)
    .setNotBefore(new Date(credential.validFrom))
    .setSubject(credential.credentialSubject.id)
    .sign(privateKey);
}

/** Bits of those that do not count, the first one the highest of its byte; packed, in base 64 for addresses after a `u`. */
async function encodeList(indexes: readonly number[]): Promise<string> {
  const bits = new Uint8Array(Math.ceil(Math.max(LEAST_BITS, (indexes.at(-1) ?? 0) + 1) / 8));
  for (const index of indexes) {
    const at = index >> 3;
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index & 7));
  }
  return `u${(await promisify(gzip)(bits)).toString('base64url')}`;
}

/**
 * Badges that do not count now, revoked and suspended ones, as a signed `BitstringStatusListCredential`
 * (https://www.w3.org/TR/vc-bitstring-status-list/): bits alone, so that a list which anybody reads tells neither codes
 * nor names nor reasons.
 */
export async function signStatusList(
  db: Database,
  { id: keyId, privateKey }: SigningKey,
  env: Issuing,
): Promise<string> {
  const { rows } = await sql<{ index: number }>`
    select c.status_index as index from certificates c
    where c.revoked_at is not null or c.suspended_at is not null or c.erased_at is not null order by 1`.execute(
    db,
  );
  const [id, issuer] = [absolute(env, STATUS_PATH), issuerOf(env)];
  const encodedList = await encodeList(rows.map(r => r.index));
  return new SignJWT({
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    ...{ id, type: ['VerifiableCredential', 'BitstringStatusListCredential'], issuer },
    credentialSubject: {
      ...{ id: `${id}#list`, type: 'BitstringStatusList' },
      ...{ statusPurpose: PURPOSE, encodedList },
    },
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: keyUrl(env, keyId) })
    .setIssuer(issuer)
    .setJti(id)
    .sign(privateKey);
}
