import { createHash, createPublicKey, createSecretKey, type JsonWebKey } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { demoTokens, type ProviderName } from '../../../test/demo-provider.ts';
import { bearer } from '../../../test/sign-in.ts';
import {
  bodyFor,
  type Claims,
  claimsOf,
  demoPerson,
  googleBody,
  microsoftBody,
  signed,
  signingKey,
} from '../../../test/tokens.ts';
import { demoUserId } from '../../demo/seed/load.ts';
import { problemSchema } from '../../domain/kit/problem.ts';
import { DEMO_TENANT } from '../../server/sign-in/demo-identity.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  vi.spyOn(test.app.log, 'error');
});
afterAll(async () => {
  // Whatever anybody sends here is expected: nothing of it is a failure of ours.
  expect(test.app.log.error).not.toHaveBeenCalled();
  await test.close();
});

const camila = demoPerson('camila.rojas');
const stranger = {
  name: 'Rosa Soto',
  email: 'rosa.soto@correo.example',
  oid: crypto.randomUUID(),
  sub: '99887766',
};

async function post(name: ProviderName, body: unknown, token?: string) {
  const response = await fetch(`${test.url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && bearer(token)) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, response };
}

const problem = (answer: { body: unknown; response: Response }) => {
  expect(answer.response.headers.get('content-type')).toContain('application/problem+json');
  return problemSchema.parse(answer.body);
};

describe('sign-in with a token from the provider itself', () => {
  it.each(['microsoft', 'google'] as const)('answers token and user: %s', async name => {
    const tokens = await demoTokens(test.url, name, name === 'microsoft' ? camila.oid : camila.sub);
    const claims = claimsOf(test, 'microsoft', camila);
    const body = name === 'microsoft' ? microsoftBody(tokens.id_token, claims) : googleBody(tokens.id_token);
    const answer = await post(name, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: demoUserId(camila.email),
        email: camila.email,
        name: camila.name,
        roles: ['Academic'],
      },
    });
    const me = await fetch(`${test.url}/api/auth/me`, { headers: bearer(String(answer.body.token)) });
    expect(await me.json()).toMatchObject({ user: answer.body.user, state: 'active', provider: name });
  });

  it('notes the time and keeps no token in readable form', async () => {
    const before = Date.now();
    const { body } = await post('google', await bodyFor(test, 'google', claimsOf(test, 'google', camila)));
    const user = await test.db
      .selectFrom('users')
      .select('last_sign_in_at')
      .where('id', '=', demoUserId(camila.email))
      .executeTakeFirstOrThrow();
    expect(new Date(user.last_sign_in_at ?? 0).getTime()).toBeGreaterThanOrEqual(before);
    const dump = JSON.stringify(await test.db.selectFrom('sessions').selectAll().execute());
    expect(dump).not.toContain(String(body.token));
  });

  it('ignores fields the specification does not name', async () => {
    const body = await bodyFor(test, 'google', claimsOf(test, 'google', camila));
    expect((await post('google', { ...body, roles: ['Admin'] })).body.user).toMatchObject({
      roles: ['Academic'],
    });
  });
});

describe.each(['microsoft', 'google'] as const)('a token is refused: %s', name => {
  let claims: Claims;
  beforeEach(() => {
    claims = claimsOf(test, name, camila);
  });
  const bodyWith = (token: string) =>
    name === 'microsoft' ? microsoftBody(token, claims) : googleBody(token);
  const expectRefused = async (token: string) => {
    const answer = await post(name, bodyWith(token));
    expect(answer.status).toBe(401);
    expect(problem(answer)).toMatchObject({
      code: 'unauthenticated',
      detail: 'No pudimos comprobar tu ingreso. Inicia sesión nuevamente.',
    });
  };
  const now = Math.floor(Date.now() / 1000);

  it.each<[string, Claims]>([
    ['meant for another application', { aud: 'another-client' }],
    ['meant for several applications', { aud: ['another-client', 'x'] }],
    ['of another issuer', { iss: 'https://evil.example/idp' }],
    ['of the other demo provider', { iss: 'http://localhost:3000/other' }],
    ['that is over', { exp: now - 3600, iat: now - 7200 }],
    ['not valid yet', { nbf: now + 3600 }],
    ['without end', { exp: undefined }],
    ['without time of issue', { iat: undefined }],
    ['without audience', { aud: undefined }],
    ['without issuer', { iss: undefined }],
    ['without subject', { sub: undefined, oid: undefined }],
    ['with an end that is no number', { exp: '2099' }],
    ['with an e-mail that is no text', { email: 7, preferred_username: 7 }],
    ['without e-mail', { email: undefined, preferred_username: undefined }],
    ['with an empty subject', { sub: '', oid: '' }],
    ['with control characters in the subject', { sub: 'a\u0000b', oid: 'a\u0000b' }],
    ['with an endless subject', { sub: 'x'.repeat(5000), oid: 'x'.repeat(5000) }],
  ])('%s', async (_title, change) => {
    await expectRefused(await signed(test, name, { ...claims, ...change }));
  });

  it('for several applications, ours among them', async () => {
    await expectRefused(await signed(test, name, { ...claims, aud: [claims.aud, 'another'] }));
  });

  it('signed with a key of somebody else, even under the same key id', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const { kid = '' } = await signingKey(test, name);
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    await expectRefused(forged);
  });

  it('signed with the key of the other provider', async () => {
    const other = name === 'microsoft' ? 'google' : 'microsoft';
    await expectRefused(await signed(test, other, claims));
  });

  it('not signed at all (alg none)', async () => {
    await expectRefused(new UnsecuredJWT(claims).encode());
  });

  it('signed with the public key as a shared secret (HS256)', async () => {
    const { kty, n, e, kid = '' } = await signingKey(test, name);
    const publicKey = createPublicKey({ key: { kty, n, e } as JsonWebKey, format: 'jwk' });
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(createSecretKey(Buffer.from(pem)));
    await expectRefused(token);
  });

  it('changed after it was signed', async () => {
    const [head, , signature] = (await signed(test, name, claims)).split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, oid: stranger.oid, sub: stranger.sub }));
    await expectRefused(`${head}.${payload.toString('base64url')}.${signature}`);
  });

  it.each(['x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9.e30.', '<script>alert(1)</script>', '\u0000'])(
    'that is none: %j',
    async token => expectRefused(token),
  );
});

describe('posted fields that disagree with the token are refused', () => {
  it.each<[string, string]>([
    ['authorityType', 'ADFS'],
    ['environment', 'evil.example'],
    ['homeAccountId', `${stranger.oid}.${DEMO_TENANT}`],
    ['localAccountId', stranger.oid],
    ['name', 'Otra Persona'],
    ['tenantId', stranger.oid],
    ['username', stranger.email],
  ])('Microsoft %s', async (field, value) => {
    const body = await bodyFor(test, 'microsoft', claimsOf(test, 'microsoft', camila));
    const answer = await post('microsoft', { ...body, [field]: value });
    expect(answer.status).toBe(401);
    expect(problem(answer).detail).toContain('no coinciden');
  });

  it('but a name the token does not have may be empty or the address', async () => {
    const claims = { ...claimsOf(test, 'microsoft', camila), name: undefined };
    const body = await bodyFor(test, 'microsoft', claims);
    for (const [name, status] of [
      ['', 200],
      [camila.email, 200],
      [camila.name, 401],
    ] as const)
      expect((await post('microsoft', { ...body, name })).status).toBe(status);
  });

  it.each(['clientId', 'client_id'])('Google %s', async field => {
    const body = await bodyFor(test, 'google', claimsOf(test, 'google', camila));
    expect((await post('google', { ...body, [field]: 'another' })).status).toBe(401);
    expect(
      (await post('google', { credential: body && 'credential' in body ? body.credential : '' })).status,
    ).toBe(200);
  });
});

describe('requests that make no sense', () => {
  const good = () => microsoftBody('x', claimsOf(test, 'microsoft', camila));

  it.each<[string, unknown]>([
    ['no field', {}],
    ['an empty token', { ...microsoftBody('', {}) }],
    ['an endless token', { ...microsoftBody('x'.repeat(20_001), {}) }],
    ['an endless name', { ...microsoftBody('x', { name: 'n'.repeat(2001) }) }],
    ['numbers', Object.fromEntries(Object.keys(microsoftBody('x', {})).map(key => [key, 7]))],
    ['null', null],
    ['a list', []],
  ])('%s: 400 with every field', async (_title, body) => {
    const answer = await post('microsoft', body);
    expect(answer.status).toBe(400);
    const { detail, errors = [] } = problem(answer);
    expect(detail).toBe('Revisa los datos marcados.');
    expect(errors.length).toBeGreaterThan(0);
    for (const { message } of errors) expect(message).toMatch(/[.]$/);
  });

  it('names all missing fields at once', async () => {
    const { errors = [] } = problem(await post('microsoft', {}));
    expect(errors.map(error => error.path).sort()).toEqual(Object.keys(good()).sort());
  });

  it.each(['', '{', '"x"', '[1'])('a body that is no JSON object: %j', async body => {
    const answer = await post('google', body);
    expect(answer.status).toBe(400);
    problem(answer);
  });
});

describe('odd names and addresses in verified claims', () => {
  it.each<[string, string, string]>([
    ['HTML stays text', '<b onclick="x()">Rosa</b>', '<b onclick="x()">Rosa</b>'],
    ['control characters go', 'Rosa\u0000\u0007 Soto\u202e', 'Rosa Soto'],
    ['what has no width goes, and a tab parts', 'Ro\u200bsa\tSo\u00adto\u2066\u{e0041}', 'Rosa Soto'],
    ['accents written apart are joined', 'Rosa Mun\u0303oz', 'Rosa Muñoz'],
    ['endless names are cut', 'Ñ'.repeat(500), 'Ñ'.repeat(200)],
    ['no emoji is cut in half', `a${'😀'.repeat(100)}`, `a${'😀'.repeat(99)}\ufffd`],
    ['an empty name becomes the address', '   ', 'rosa'],
  ])('%s', async (title, claimed, stored) => {
    const sub = createHash('sha256').update(title).digest('hex').slice(0, 12);
    const email = `${sub}@correo.example`;
    const claims = claimsOf(test, 'google', { ...stranger, name: claimed, email, sub });
    const answer = await post('google', await bodyFor(test, 'google', claims));
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ name: stored === 'rosa' ? email : stored, roles: [] });
  });

  it('an address nobody could write to is refused in Spanish', async () => {
    const claims = claimsOf(test, 'microsoft', { ...stranger, email: 'no-es-correo' });
    const answer = await post('microsoft', await bodyFor(test, 'microsoft', claims));
    expect(answer.status).toBe(403);
    expect(problem(answer).code).toBe('account_refused');
  });
});
