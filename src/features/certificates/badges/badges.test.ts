import { gunzipSync } from 'node:zlib';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { auditOf } from '../../../../test/audit.ts';
import { CONTENT, type IssuedRow, insertCertificate } from '../../../../test/certificate-rows.ts';
import { type Client, clientAs } from '../../../../test/client.ts';
import { PEOPLE } from '../../../../test/demo.ts';
import { done } from '../../../../test/factories.ts';
import { showCode } from '../../../domain/certificates/codes.ts';
import type { StoredIssuer } from '../issuer/contract.ts';
import { ensureSigningKey } from './commands.ts';

let server: TestApp;
let office: Client;

beforeAll(async () => {
  server = await startApp();
  office = await clientAs(server, PEOPLE.admin);
});
afterAll(() => server.close());

const HOME = '/publico/certificado';
const open = (url: string) =>
  server.app.inject({ method: 'GET', url: url.replace(server.env.publicUrl, '') });
const issuer = async () => done(await office.get<StoredIssuer>('/certificates/issuer'));
async function save(more: Partial<StoredIssuer>) {
  const { updatedBy: _, ...stored } = await issuer();
  return office.put<StoredIssuer>('/certificates/issuer', { ...stored, ...more });
}
const keys = async () =>
  (
    await sql<{ id: string; public: JWK; private: JWK }>`
      select id, public_key as public, private_key as private from badge_keys`.execute(server.db)
  ).rows;
const badgeOf = ({ code }: IssuedRow) => open(`${HOME}/${code}/insignia`);

/** What somebody who was sent a badge does with it: the key comes from the address in its header. */
async function verify(token: string) {
  const { kid = '' } = decodeProtectedHeader(token);
  const answer = await open(kid);
  const verified = await jwtVerify(token, createLocalJWKSet({ keys: [answer.json<JWK>()] }));
  return { ...verified, key: answer };
}

describe('who signs', () => {
  it('is read and changed by the office alone, over the version it started from', async () => {
    for (const who of [PEOPLE.academic, PEOPLE.director, PEOPLE.reviewer]) {
      const other = await clientAs(server, who);
      expect((await other.get('/certificates/issuer')).status).toBe(403);
      expect((await other.put('/certificates/issuer', await issuer())).status).toBe(403);
    }
    const before = await issuer();
    expect(before).toMatchObject({ signer: '', position: '', openBadges: false });
    const saved = done(await save({ signer: 'Elena Vidal', position: 'Directora' }));
    expect(saved).toMatchObject({ signer: 'Elena Vidal', position: 'Directora', openBadges: false });
    const { updatedBy: _, ...stale } = before;
    const refused = await office.put('/certificates/issuer', { ...stale, signer: 'Otra' });
    expect([refused.status, refused.body]).toMatchObject([
      ...[409, { code: 'conflict', extra: { stored: { signer: 'Elena Vidal' } } }],
    ]);
    expect((await save({ signer: 'x'.repeat(121) })).status).toBe(400);
    expect(await keys()).toEqual([]);
  });
});

describe('the key', () => {
  it('is made once, by however many copies at once, and its private half leaves the server nowhere', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ensureSigningKey(server.db)));
    expect(await keys()).toHaveLength(1);
    const saved = await save({ openBadges: true });
    const [key] = await keys();
    expect(key?.private).toMatchObject({ kty: 'RSA', d: expect.any(String) });
    expect(Object.keys(key?.public ?? {}).sort()).toEqual(['alg', 'e', 'kty', 'n', 'use']);
    expect(await calculateJwkThumbprint(key?.public ?? {})).toBe(
      await calculateJwkThumbprint(key?.private ?? {}),
    );
    const issued = await insertCertificate(server.db);
    const told = [
      JSON.stringify(saved),
      JSON.stringify(await issuer()),
      JSON.stringify(await office.get(`/certificates/${issued.id}`)),
      JSON.stringify(await office.get('/audit?size=100')),
      (await open(`${HOME}/clave/${key?.id}`)).body,
      (await open(`${HOME}/estados`)).body,
      (await badgeOf(issued)).body,
      JSON.stringify(await auditOf(server, 'certificates')),
    ];
    const { d = '', p = '', q = '', dp = '', dq = '', qi = '' } = key?.private ?? {};
    for (const secret of [d, p, q, dp, dq, qi]) {
      expect(secret.length).toBeGreaterThan(100);
      expect(told.filter(text => text.includes(secret))).toEqual([]);
    }
    expect((await auditOf(server, 'certificates')).at(-1)?.changes).toEqual({ openBadges: [false, true] });
  });
});

describe('a badge', () => {
  beforeEach(async () => {
    done(await save({ openBadges: true }));
  });

  it('is a credential that the published key proves', async () => {
    const issued = await insertCertificate(server.db);
    const { statusCode, headers, body } = await badgeOf(issued);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/vc+jwt',
      'content-disposition': `attachment; filename="certificado-${issued.folio}.jwt"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    const { protectedHeader, payload, key } = await verify(body);
    const [stored] = await keys();
    expect(protectedHeader).toEqual({
      ...{ alg: 'RS256', typ: 'JWT', kid: `${server.env.publicUrl}${HOME}/clave/${stored?.id}` },
    });
    expect(key.headers).toMatchObject({
      'content-type': 'application/jwk+json; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    });
    const page = `${server.env.publicUrl}${HOME}/${showCode(issued.code)}`;
    expect(payload).toEqual({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      ...{ id: `urn:uuid:${issued.id}`, jti: `urn:uuid:${issued.id}`, name: CONTENT.title },
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      ...{ iss: `${server.env.publicUrl}/`, sub: `${page}#titular` },
      issuer: { id: `${server.env.publicUrl}/`, type: ['Profile'], name: server.env.firstInstitution },
      ...{ validFrom: '2026-11-20T15:00:00Z', nbf: Date.parse('2026-11-20T15:00:00Z') / 1000 },
      credentialSubject: {
        ...{ id: `${page}#titular`, type: ['AchievementSubject'] },
        identifier: [
          { type: 'IdentityObject', hashed: false, identityHash: CONTENT.name, identityType: 'name' },
        ],
        achievement: {
          ...{ id: `${page}#logro`, type: ['Achievement'], achievementType: 'Certificate' },
          ...{ name: CONTENT.title, description: `${CONTENT.name} ${CONTENT.statement}` },
          criteria: { narrative: expect.stringContaining(page) },
        },
      },
      evidence: [{ id: page, type: ['Evidence'], name: expect.any(String) }],
      credentialStatus: {
        id: expect.stringMatching(/\/publico\/certificado\/estados#\d+$/),
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: expect.stringMatching(/^\d+$/),
        statusListCredential: `${server.env.publicUrl}${HOME}/estados`,
      },
    });
    expect((await open(`${HOME}/${issued.code}`)).body).toContain(`${showCode(issued.code)}/insignia"`);
    const [head = '', , signature = ''] = body.split('.');
    const forged = Buffer.from(JSON.stringify({ ...payload, name: 'Otro' })).toString('base64url');
    await expect(verify(`${head}.${forged}.${signature}`)).rejects.toThrow('signature verification failed');
  });

  it('keeps what people wrote as it is, and as text', async () => {
    const name = '<img src=x onerror=alert(1)> "Ñandú" \\ [x](javascript:1) 👩🏽‍🔬';
    const issued = await insertCertificate(server.db, { content: { name, statement: '</script> {{x}}.' } });
    const { payload } = await verify((await badgeOf(issued)).body);
    expect(payload).toMatchObject({
      credentialSubject: {
        identifier: [{ identityHash: name }],
        achievement: {
          description: `${name} </script> {{x}}.`,
          criteria: { narrative: expect.not.stringContaining('<') },
        },
      },
    });
  });

  it('counts no more once it is revoked, nor while it is suspended: by id, without names or codes', async () => {
    const [valid, revoked, suspended] = [
      await insertCertificate(server.db),
      await insertCertificate(server.db),
      await insertCertificate(server.db),
    ];
    done(await office.post(`/certificates/${revoked.id}/revocation`, { reason: 'Se emitió por error' }));
    const bitOf = async (one: IssuedRow): Promise<boolean> => {
      const { headers, body } = await open(`${HOME}/estados`);
      expect(headers).toMatchObject({
        ...{ 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' },
        'content-type': 'application/vc+jwt',
      });
      const { payload } = await verify(body);
      expect(payload).toMatchObject({
        ...{ id: `${server.env.publicUrl}${HOME}/estados`, issuer: `${server.env.publicUrl}/` },
        type: ['VerifiableCredential', 'BitstringStatusListCredential'],
        credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation' },
      });
      const { encodedList } = payload.credentialSubject as { encodedList: string };
      const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
      expect([encodedList[0], bits.length]).toEqual(['u', 16_384]);
      const { rows } = await sql<{ index: number }>`
        select status_index as index from certificates where id = ${one.id}`.execute(server.db);
      const index = rows[0]?.index ?? 0;
      return (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
    };
    const bits = async () => [await bitOf(valid), await bitOf(revoked), await bitOf(suspended)];
    expect(await bits()).toEqual([false, true, false]);
    await sql`update certificates set suspended_at = now() where id = ${suspended.id}`.execute(server.db);
    expect(await bits()).toEqual([false, true, true]);
    for (const gone of [revoked, suspended]) expect((await badgeOf(gone)).statusCode).toBe(404);
    await sql`update certificates set suspended_at = null where id = ${suspended.id}`.execute(server.db);
    expect(await bits()).toEqual([false, true, false]);
    const { payload } = await verify((await badgeOf(suspended)).body);
    const { statusListIndex } = payload.credentialStatus as { statusListIndex: string };
    await sql`update certificates set erased_at = now() where id = ${suspended.id}`.execute(server.db);
    expect(await bits()).toEqual([false, true, true]);
    expect(Number(statusListIndex)).toBeGreaterThan(0);
  });

  it('is hidden once the office offers none; those that were taken along are still checked', async () => {
    const issued = await insertCertificate(server.db);
    const { body: before } = await badgeOf(issued);
    const [key] = await keys();
    done(await save({ openBadges: false }));
    const unknown = (await open(`${HOME}/x`)).body;
    expect(await badgeOf(issued)).toMatchObject({ statusCode: 404, body: unknown });
    expect((await open(`${HOME}/${issued.code}`)).body).not.toContain('insignia');
    await verify(before);
    expect((await open(`${HOME}/estados`)).statusCode).toBe(200);
    done(await save({ openBadges: true }));
    expect(await keys()).toEqual([key]);
  });

  it('has no other keys: whatever is asked for instead is unknown', async () => {
    const unknown = (await open(`${HOME}/x`)).body;
    for (const path of [
      'clave',
      'clave/x',
      'clave/pdf',
      "clave/'; select",
      'clave/00000000-0000-4000-8000-000000000000',
    ])
      expect([path, (await open(`${HOME}/${encodeURI(path)}`)).body]).toEqual([path, unknown]);
  });
});
