import type { JWK } from 'jose';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Env } from '../../../server/env.ts';
import type { CheckedCertificate } from '../check/queries.ts';
import { certificateUrl } from '../queries.ts';

type Issuing = Pick<Env, 'institution' | 'publicUrl'>;

/** How the key is used: RS256 is what every verifier of Open Badges must know (§8.2.3 of the specification). */
export const ALGORITHM = 'RS256';
const REVOKED_PATH = '/publico/certificado/revocados';

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
function credentialOf({ id, code, content, issuedAt }: CheckedCertificate, env: Issuing) {
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
    credentialStatus: { id: absolute(env, REVOKED_PATH), type: '1EdTechRevocationList' },
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
  env: Issuing,
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

/**
 * Badges that do not count now (https://www.imsglobal.org/spec/vcrl/v1p0/): revoked ones and, while they are, suspended
 * ones. By id alone: a list that anybody reads tells neither codes nor names nor reasons. The property is called
 * `revokedCredential` by one version of 1EdTech's own validator and `revokedCredentials` by another.
 */
export async function revocationList(db: Database, env: Issuing) {
  const { rows } = await sql<{ id: string }>`
    select c.id from certificates c where c.revoked_at is not null or c.suspended_at is not null order by c.id`.execute(
    db,
  );
  const revoked = rows.map(({ id }) => ({ id: credentialId(id), revoked: true }));
  return {
    id: absolute(env, REVOKED_PATH),
    issuer: issuerOf(env),
    revokedCredential: revoked,
    revokedCredentials: revoked,
  };
}
