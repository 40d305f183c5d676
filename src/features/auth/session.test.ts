import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer } from '../../../test/sign-in.ts';
import { bodyFor, claimsOf, demoPerson } from '../../../test/tokens.ts';
import { demoUserId } from '../../demo/seed/load.ts';
import { SESSION } from '../../domain/kit/session-times.ts';
import { hashToken } from '../../server/sign-in/known-tokens.ts';

let test: TestApp;
let copy: TestApp;
beforeAll(async () => {
  test = await startApp();
  copy = await startApp({}, test);
});
afterAll(async () => {
  await copy.close();
  await test.close();
});
afterEach(() => vi.useRealTimers());

const camila = demoPerson('camila.rojas');
const matias = demoPerson('matias.sepulveda');
const now = () => Math.floor(Date.now() / 1000);

type Person = typeof camila;

async function signIn(
  person: Person,
  { name = 'google' as 'google' | 'microsoft', change = {}, authorization = '', at = test } = {},
) {
  const body = await bodyFor(test, name, { ...claimsOf(test, name, person), ...change });
  const response = await fetch(`${at.url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { token: string; code?: string; user: { id: string } };
  return { status: response.status, ...answer };
}

const as = (token: string) => `Bearer ${token}`;
const me = async (token: string, at = test) =>
  (await fetch(`${at.url}/api/auth/me`, { headers: bearer(token) })).status;
const sessionRow = (token: string) =>
  test.db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();

/** Lets what every copy remembers of a session (5 seconds) run out. */
function passSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

describe('renewal', () => {
  it('gives a new token, keeps the time of the sign-in, and lets the old one live two minutes', async () => {
    const first = await signIn(camila);
    const second = await signIn(camila, { authorization: as(first.token) });
    expect(second.status).toBe(200);
    expect(second.token).not.toBe(first.token);
    const [before, after] = [await sessionRow(first.token), await sessionRow(second.token)];
    expect(Date.parse(after.signed_in_at)).toBe(Date.parse(before.signed_in_at));
    const left = Date.parse(before.expires_at) - Date.now();
    expect(left).toBeGreaterThan(SESSION.grace - 5000);
    expect(left).toBeLessThanOrEqual(SESSION.grace);
    expect(Date.parse(after.expires_at) - Date.now()).toBeGreaterThan(SESSION.lifetime - 5000);
    expect(await me(first.token)).toBe(200);
    expect(await me(second.token)).toBe(200);
  });

  it('leaves nothing of the old token once its two minutes are over', async () => {
    const first = await signIn(camila);
    await signIn(camila, { authorization: as(first.token) });
    await test.db
      .updateTable('sessions')
      .set({ expires_at: sql`expires_at - interval '2 minutes'` })
      .where('token_hash', '=', hashToken(first.token))
      .execute();
    passSeconds(6);
    expect(await me(first.token)).toBe(401);
  });

  it('does not lengthen the life of an old token that is renewed twice', async () => {
    const first = await signIn(camila);
    await signIn(camila, { authorization: as(first.token) });
    const before = await sessionRow(first.token);
    expect((await signIn(camila, { authorization: as(first.token) })).status).toBe(200);
    expect((await sessionRow(first.token)).expires_at).toBe(before.expires_at);
  });

  it('ends 12 hours after the sign-in, however fresh the ID token', async () => {
    const { token } = await signIn(camila, { name: 'microsoft' });
    const age = async (hours: number) =>
      test.db
        .updateTable('sessions')
        .set({ signed_in_at: sql`now() - make_interval(secs => ${hours * 3600})` })
        .where('token_hash', '=', hashToken(token))
        .execute();
    await age(11.75);
    const late = await signIn(camila, { name: 'microsoft', authorization: as(token) });
    expect(late.status).toBe(200);
    const left = Date.parse((await sessionRow(late.token)).expires_at) - Date.now();
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    await age(12);
    expect((await signIn(camila, { name: 'microsoft', authorization: as(token) })).status).toBe(401);
  });

  it.each(['Bearer nothing-anybody-has-ever-seen-before-00000000', 'Bearer x', 'Basic abc', 'x'])(
    'with a session that is none is refused: %s',
    async authorization => expect((await signIn(camila, { authorization })).status).toBe(401),
  );

  it('with the session of somebody else is a sign-in of its own', async () => {
    const first = await signIn(camila);
    const other = await signIn(matias, { authorization: as(first.token) });
    expect(other.user.id).toBe(demoUserId(matias.email));
    expect(await me(first.token)).toBe(200);
    const [hers, his] = [await sessionRow(first.token), await sessionRow(other.token)];
    expect(his.signed_in_at).not.toBe(hers.signed_in_at);
  });

  it('removes what is over of the same person at the next sign-in', async () => {
    const { token } = await signIn(matias);
    await test.db
      .updateTable('sessions')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('token_hash', '=', hashToken(token))
      .execute();
    await signIn(matias);
    await expect(sessionRow(token)).rejects.toThrow();
  });
});

describe("Google's expired ID token", () => {
  const expired = { iat: now() - 7200, exp: now() - 3600 };

  it('renews the session of the same person', async () => {
    const { token } = await signIn(camila);
    const renewed = await signIn(camila, { change: expired, authorization: as(token) });
    expect(renewed.status).toBe(200);
    expect(await me(renewed.token)).toBe(200);
  });

  it('is worth nothing alone, nor with a session that is over', async () => {
    expect((await signIn(camila, { change: expired })).status).toBe(401);
    const { token } = await signIn(camila);
    await test.db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    expect((await signIn(camila, { change: expired, authorization: as(token) })).status).toBe(401);
  });

  it('is worth nothing with the session of somebody else, nor with one from the other provider', async () => {
    const his = await signIn(matias);
    expect((await signIn(camila, { change: expired, authorization: as(his.token) })).status).toBe(401);
    const hers = await signIn(camila, { name: 'microsoft' });
    expect((await signIn(camila, { change: expired, authorization: as(hers.token) })).status).toBe(401);
  });

  it.each([
    ['for another application', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without subject', { sub: undefined }],
  ])('must be right otherwise: %s', async (_title, change) => {
    const { token } = await signIn(camila);
    const answer = await signIn(camila, { change: { ...expired, ...change }, authorization: as(token) });
    expect(answer.status).toBe(401);
  });

  it('does not exist for Microsoft, whose library renews silently', async () => {
    const { token } = await signIn(camila, { name: 'microsoft' });
    const answer = await signIn(camila, { name: 'microsoft', change: expired, authorization: as(token) });
    expect(answer.status).toBe(401);
  });
});

describe('the end of a session', () => {
  const signOut = (token: string, at = test) =>
    fetch(`${at.url}/api/auth/logout`, {
      method: 'POST',
      // As the browser sends it: the JSON header, although there is no body.
      headers: { ...bearer(token), 'content-type': 'application/json' },
    });

  it('comes at once with signing out, the replaced token included', async () => {
    const first = await signIn(camila);
    const second = await signIn(camila, { authorization: as(first.token) });
    const elsewhere = await signIn(camila);
    expect((await signOut(second.token)).status).toBe(200);
    expect(await me(second.token)).toBe(401);
    await expect(sessionRow(first.token)).rejects.toThrow();
    expect(await me(elsewhere.token)).toBe(200);
    expect((await signOut(second.token)).status).toBe(401);
  });

  const write = async (token: string, at = test) =>
    (
      await fetch(`${at.url}/api/organisations`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({
          name: `Taller ${crypto.randomUUID()}`,
          type: 'ong',
          comunaCode: null,
          confirmed: true,
        }),
      })
    ).status;

  it('leaves the replaced token nothing to write with, from that moment on', async () => {
    const first = await signIn(camila);
    const second = await signIn(camila, { authorization: as(first.token) });
    expect([await write(first.token), await write(second.token)]).toEqual([200, 200]);
    await signOut(second.token);
    expect(await Promise.all([first, second, first].map(({ token }) => write(token)))).toEqual([
      401, 401, 401,
    ]);
    expect(await me(first.token)).toBe(401);
  });

  it('is felt by who writes at another copy of the server within a second', async () => {
    const { token } = await signIn(camila);
    expect(await write(token, copy)).toBe(200);
    await signOut(token);
    passSeconds(1.1);
    expect(await write(token, copy)).toBe(401);
  });

  it('is not undone by a renewal that was under way', async () => {
    for (let round = 0; round < 8; round++) {
      const { token } = await signIn(camila);
      const [renewed] = await Promise.all([
        signIn(camila, { authorization: as(token) }),
        // At a copy of its own, so that only the database can put them in order.
        signOut(token, copy),
      ]);
      const left = await test.db
        .selectFrom('sessions')
        .select('session_id')
        .where('token_hash', 'in', [token, renewed.token ?? ''].map(hashToken))
        .execute();
      expect(left, `round ${round}, renewal ${renewed.status}`).toEqual([]);
    }
  });

  it('reaches a person within 10 seconds of being blocked, in every copy of the server', async () => {
    const { token } = await signIn(matias);
    expect([await me(token), await me(token, copy)]).toEqual([200, 200]);
    const setState = (state: 'blocked' | 'active') =>
      test.db.updateTable('users').set({ state }).where('id', '=', demoUserId(matias.email)).execute();
    await setState('blocked');
    passSeconds(9);
    expect([await me(token), await me(token, copy)]).toEqual([401, 401]);
    vi.useRealTimers();
    const again = await signIn(matias, { authorization: as(token) });
    expect([again.status, again.code]).toEqual([403, 'account_refused']);
    await setState('active');
  });

  it('is seen by another copy of the server, as the beginning is', async () => {
    const { token } = await signIn(camila, { at: copy });
    expect(await me(token)).toBe(200);
    await signOut(token, copy);
    passSeconds(6);
    expect(await me(token)).toBe(401);
  });

  it('comes by itself', async () => {
    const { token } = await signIn(camila);
    await test.db
      .updateTable('sessions')
      .set({ expires_at: sql`now() - interval '1 second'` })
      .where('token_hash', '=', hashToken(token))
      .execute();
    expect(await me(token)).toBe(401);
  });
});

describe('nobody signed in', () => {
  it.each(['GET /auth/me', 'POST /auth/logout', 'GET /auth/accounts', 'POST /auth/link'])(
    '%s answers 401',
    async line => {
      const [method = '', path = ''] = line.split(' ');
      const response = await fetch(`${test.url}/api${path}`, { method });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        code: 'unauthenticated',
        detail: 'Tu sesión expiró. Inicia sesión nuevamente.',
      });
    },
  );
});

describe('the sessions of a person', () => {
  type Listed = { id: string; device: string; provider: string; current: boolean };
  const ask = async (token: string, method = 'GET', id = '') => {
    const response = await fetch(`${test.url}/api/auth/sessions${id && `/${id}`}`, {
      method,
      headers: bearer(token),
    });
    const body = (await response.json()) as { sessions?: Listed[]; detail?: string };
    return { status: response.status, sessions: body.sessions ?? [], detail: body.detail };
  };
  const none = () => test.db.deleteFrom('sessions').execute();

  it('are listed once each, however often they were renewed, with what they were opened with', async () => {
    await none();
    const first = await signIn(camila);
    const second = await signIn(camila, { authorization: as(first.token) });
    await signIn(camila, { name: 'microsoft' });
    const { sessions } = await ask(second.token);
    expect(sessions.map(s => [s.provider, s.current])).toEqual([
      ['google', true],
      ['microsoft', false],
    ]);
    // What Node calls itself is no browser anybody knows.
    expect(sessions.map(s => s.device)).toEqual(['', '']);
    expect((await ask(first.token)).sessions.find(s => s.current)?.id).toBe(sessions[0]?.id);
  });

  it('tell the browser and the system, kept through renewals', async () => {
    await none();
    const body = await bodyFor(test, 'google', claimsOf(test, 'google', camila));
    const enter = async (agent: string, token?: string) => {
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/auth/google',
        headers: { 'user-agent': agent, ...(token && bearer(token)) },
        payload: body,
      });
      return response.json<{ token: string }>().token;
    };
    const token = await enter(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
    );
    await enter('<script>alert(1)</script>', token);
    const { sessions } = await ask(token);
    expect(sessions.map(s => s.device)).toEqual(['Firefox en Windows']);
    await enter('x'.repeat(8000));
    expect((await ask(token)).sessions).toHaveLength(2);
  });

  it('end one by one or all at once, at once, and never the one in use', async () => {
    await none();
    const [here, there, elsewhere] = [await signIn(camila), await signIn(camila), await signIn(camila)];
    const renewed = await signIn(camila, { authorization: as(there.token) });
    const idOf = async (token: string) => (await ask(token)).sessions.find(s => s.current)?.id ?? '';
    expect([await me(there.token), await me(renewed.token)]).toEqual([200, 200]);
    const ended = await ask(here.token, 'DELETE', await idOf(there.token));
    expect(ended.sessions).toHaveLength(2);
    expect([await me(there.token), await me(renewed.token)]).toEqual([401, 401]);
    expect((await ask(here.token, 'DELETE', await idOf(here.token))).status).toBe(422);
    expect((await ask(here.token, 'DELETE')).sessions.map(s => s.current)).toEqual([true]);
    expect([await me(here.token), await me(elsewhere.token)]).toEqual([200, 401]);
    const audited = await test.db
      .selectFrom('audit')
      .select('object_id')
      .where('action', '=', 'session.ended')
      .execute();
    expect(audited).toEqual([camila, camila].map(() => ({ object_id: demoUserId(camila.email) })));
  });

  it('are nobody else’s', async () => {
    const [hers, his] = [await signIn(camila), await signIn(matias)];
    const target = (await ask(hers.token)).sessions.find(s => s.current)?.id ?? '';
    expect((await ask(his.token, 'DELETE', target)).status).toBe(404);
    expect((await ask(his.token, 'DELETE', crypto.randomUUID())).status).toBe(404);
    expect((await ask(his.token, 'DELETE', 'x')).status).toBe(400);
    expect((await ask(his.token)).sessions.map(s => s.id)).not.toContain(target);
    expect(await me(hers.token)).toBe(200);
    expect((await ask('nothing-anybody-has-ever-seen-before')).status).toBe(401);
  });

  it('go with the account they were opened with', async () => {
    const [google, microsoft] = [await signIn(camila), await signIn(camila, { name: 'microsoft' })];
    expect(await me(google.token)).toBe(200);
    const headers = bearer(microsoft.token);
    const listed = (await (await fetch(`${test.url}/api/auth/accounts`, { headers })).json()) as {
      accounts: { id: string; provider: string }[];
    };
    const account = listed.accounts.find(a => a.provider === 'google')?.id;
    const unlinked = await fetch(`${test.url}/api/auth/accounts/${account}`, { method: 'DELETE', headers });
    expect(unlinked.status).toBe(200);
    expect([await me(google.token), await me(microsoft.token)]).toEqual([401, 200]);
  });
});
