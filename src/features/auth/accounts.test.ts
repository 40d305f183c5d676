import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { auditOf } from '../../../test/audit.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';
import { bodyFor, type Claims, claimsOf, demoPerson } from '../../../test/tokens.ts';
import { demoUserId } from '../../demo/seed/load.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ adminEmails: ['jefa@oficina.example', 'primera@biosur.example'] });
});
afterAll(() => test.close());

type Name = 'microsoft' | 'google';
type Person = Record<'name' | 'email' | 'oid' | 'sub', string>;
let serial = 0;

/** Somebody no provider has sent us before. */
const newcomer = (email = `persona${++serial}@correo.example`): Person => ({
  name: 'Rosa Soto',
  email,
  oid: randomUUID(),
  sub: `7000${++serial}`,
});

async function signIn(name: Name, person: Person, change: Claims = {}) {
  const claims = { ...claimsOf(test, name, person), ...change };
  const response = await fetch(`${test.url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await bodyFor(test, name, claims)),
  });
  const answer = (await response.json()) as {
    token: string;
    code?: string;
    detail?: string;
    user: { id: string; roles: string[] };
  };
  return { status: response.status, ...answer };
}

const addUser = (email: string, more: { state?: 'active' | 'pending' | 'blocked' } = {}) =>
  test.db
    .insertInto('users')
    .values({ email, name: 'Ana Vera', roles: ['Reviewer'], state: more.state ?? 'active' })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('an unknown person', () => {
  it('of another domain waits: a session without roles, everything else 403 account_pending', async () => {
    const { status, token, user } = await signIn('google', newcomer());
    expect([status, user.roles]).toEqual([200, []]);
    const get = async (path: string) => {
      const response = await fetch(`${test.url}/api${path}`, { headers: bearer(token) });
      return [response.status, ((await response.json()) as { code?: string; state?: string }) ?? {}] as const;
    };
    expect(await get('/auth/me')).toMatchObject([200, { state: 'pending' }]);
    expect(await get('/auth/accounts')).toMatchObject([403, { code: 'account_pending' }]);
    expect(await get('/system/status')).toMatchObject([403, { code: 'account_pending' }]);
    expect(await auditOf(test, user.id)).toMatchObject([
      { action: 'user.created', actor_id: null, changes: { state: [null, 'pending'] } },
      { action: 'account.linked', changes: { provider: [null, 'google'] } },
    ]);
  });

  it('of an allowed domain becomes what its setting says', async () => {
    const academic = await signIn('microsoft', newcomer('nueva.uno@biosur.example'));
    expect(academic.user.roles).toEqual(['Academic']);
    const settings = (becomes: string) =>
      test.db
        .updateTable('settings')
        .set({ value: JSON.stringify([{ domain: 'biosur.example', becomes }]) })
        .where('key', '=', 'signInDomains')
        .execute();
    await settings('pending');
    const waiting = await signIn('google', newcomer('nueva.dos@biosur.example'));
    expect(waiting.user.roles).toEqual([]);
    await settings('Academic');
  });

  it('keeps the roles the office gives, at the next sign-in', async () => {
    const person = newcomer();
    const { user } = await signIn('google', person);
    await test.db
      .updateTable('users')
      .set({ state: 'active', roles: ['Reviewer'] })
      .where('id', '=', user.id)
      .execute();
    expect((await signIn('google', person)).user).toMatchObject({ id: user.id, roles: ['Reviewer'] });
  });

  it('who comes twice at the same moment is one person', async () => {
    for (const name of ['google', 'microsoft', 'google'] as const) {
      const person = newcomer();
      const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(name, person)));
      expect(answers.map(answer => answer.status)).toEqual(Array(6).fill(200));
      expect(new Set(answers.map(answer => answer.user.id)).size).toBe(1);
    }
  });

  it('is the same one after the e-mail changed: keys are the provider’s, never the e-mail', async () => {
    const person = newcomer();
    const before = await signIn('microsoft', person);
    const after = await signIn('microsoft', { ...person, email: 'otro.correo@correo.example' });
    expect(after.user.id).toBe(before.user.id);
  });

  it('of a foreign tenant is refused with its reason, and the audit says so without a name', async () => {
    const tid = randomUUID();
    const answer = await signIn('microsoft', newcomer(), { tid });
    expect(answer).toMatchObject({
      status: 403,
      code: 'account_refused',
      detail: 'Tu cuenta pertenece a otra organización. Ingresa con la cuenta de tu institución.',
    });
    const [row] = await auditOf(test, tid);
    expect(row).toMatchObject({ action: 'sign_in.refused', changes: { reason: [null, 'tenant'] } });
    expect(row?.request_id).toBeTruthy();
  });
});

describe('two accounts of one person', () => {
  it('are linked by e-mail when tenant, domain and provider answer for it', async () => {
    const person = newcomer('dos.cuentas@biosur.example');
    const first = await signIn('microsoft', person);
    const second = await signIn('google', person);
    expect(second.user.id).toBe(first.user.id);
    expect((await auditOf(test, first.user.id)).map(row => row.action)).toEqual([
      'user.created',
      'account.linked',
      'account.linked',
    ]);
  });

  it('join somebody the office entered, whatever the capitals', async () => {
    const { id } = await addUser('Ana.Vera@biosur.example');
    const answer = await signIn('google', newcomer('ana.vera@BIOSUR.example'));
    expect(answer.user).toMatchObject({ id, roles: ['Reviewer'] });
  });

  it.each<[string, Name, string, Claims]>([
    ['Google does not confirm the e-mail', 'google', 'biosur.example', { email_verified: false }],
    ['Google says nothing about the e-mail', 'google', 'biosur.example', { email_verified: undefined }],
    ['the domain is not an allowed one', 'google', 'correo.example', {}],
    [
      'the person is a guest in the tenant',
      'microsoft',
      'biosur.example',
      { idp: 'https://sts.windows.net/x/' },
    ],
  ])('are not linked when %s', async (_title, name, domain, change) => {
    const email = `ocupada${++serial}@${domain}`;
    const { id } = await addUser(email);
    const answer = await signIn(name, newcomer(email), change);
    expect(answer).toMatchObject({ status: 403, code: 'account_refused' });
    expect(answer.detail).toContain('vincula esta otra desde tu perfil');
    const accounts = await test.db
      .selectFrom('user_accounts')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(accounts).toEqual([]);
    expect((await auditOf(test, id)).map(row => row.action)).toEqual(['sign_in.refused']);
  });

  it('are not linked when the address was given to a new person at the same provider', async () => {
    const email = 'heredada@biosur.example';
    await signIn('microsoft', newcomer(email));
    expect(await signIn('microsoft', newcomer(email))).toMatchObject({ status: 403 });
  });

  it('an unconfirmed address of an allowed domain opens nothing, not even a place to wait', async () => {
    const answer = await signIn('google', newcomer('ajena@biosur.example'), { email_verified: false });
    expect(answer).toMatchObject({ status: 403, code: 'account_refused' });
    const owner = await signIn('google', newcomer('ajena@biosur.example'));
    expect(owner.user.roles).toEqual(['Academic']);
  });

  it('whoever took an address before its domain was allowed does not share the owner’s account', async () => {
    const email = 'futura@nueva-sede.example';
    const squatter = await signIn('google', newcomer(email), { email_verified: false });
    expect(squatter.status).toBe(200);
    const setting = test.db.updateTable('settings').where('key', '=', 'signInDomains');
    const domains = ['biosur.example', 'nueva-sede.example'].map(domain => ({ domain, becomes: 'Academic' }));
    await setting.set({ value: JSON.stringify(domains) }).execute();
    expect(await signIn('microsoft', newcomer(email))).toMatchObject({ status: 403 });
  });
});

describe('a blocked person', () => {
  const blocked = demoPerson('gonzalo.leal');
  it.each(['microsoft', 'google'] as const)('is refused with the reason: %s', async name => {
    expect(await signIn(name, blocked)).toMatchObject({
      status: 403,
      code: 'account_refused',
      detail: 'Tu cuenta está bloqueada. Escribe a la oficina de Vinculación para recuperarla.',
    });
    expect((await auditOf(test, demoUserId(blocked.email))).at(-1)).toMatchObject({
      action: 'sign_in.refused',
      changes: { reason: [null, 'blocked'] },
    });
  });

  it('does not come back through another account with the same e-mail', async () => {
    await addUser('bloqueada@biosur.example', { state: 'blocked' });
    const answer = await signIn('google', newcomer('bloqueada@biosur.example'));
    expect(answer.detail).toContain('bloqueada');
  });
});

describe('the first administrators of the environment', () => {
  it('get their role with a confirmed address, of whatever domain', async () => {
    expect((await signIn('google', newcomer('Jefa@oficina.example'))).user.roles).toEqual(['Admin']);
    expect((await signIn('microsoft', newcomer('primera@biosur.example'))).user.roles).toEqual([
      'Academic',
      'Admin',
    ]);
  });

  it('lose it for good when the office takes it and another administrator remains', async () => {
    const person = newcomer('primera@biosur.example');
    const user = await test.db
      .selectFrom('users')
      .innerJoin('user_accounts', 'user_accounts.user_id', 'users.id')
      .select(['users.id', 'subject'])
      .where('users.email', '=', person.email)
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('users')
      .set({ roles: ['Academic'] })
      .where('id', '=', user.id)
      .execute();
    const again = await signIn('microsoft', { ...person, oid: user.subject });
    expect(again.user.roles).toEqual(['Academic']);
    const others = test.db.updateTable('users').set({ roles: [] }).where('id', '!=', user.id);
    await others.execute();
    const recovered = await signIn('microsoft', { ...person, oid: user.subject });
    expect(recovered.user.roles).toEqual(['Academic', 'Admin']);
  });

  it('are nobody without a confirmed address', async () => {
    const fresh = await startApp({ adminEmails: ['directora@oficina.example'] }, test);
    const claims = {
      ...claimsOf(test, 'google', newcomer('directora@oficina.example')),
      email_verified: false,
    };
    const response = await fetch(`${fresh.url}/api/auth/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await bodyFor(test, 'google', claims)),
    });
    expect(response.status).toBe(403);
    await fresh.close();
  });
});

describe('linking from the profile', () => {
  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${test.url}/api${path}`, {
      method,
      headers: { ...bearer(token), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as {
      accounts: { id: string; provider: Name; current: boolean; email: string }[];
      code?: string;
      detail?: string;
    };
    return { status: response.status, ...answer };
  };
  const link = async (token: string, name: Name, person: Person, change: Claims = {}) => {
    const account = await bodyFor(test, name, { ...claimsOf(test, name, person), ...change });
    return call(token, 'POST', '/auth/link', { provider: name, account });
  };
  const enabled = async () => {
    const person = newcomer(`vinculo${++serial}@nueva-sede.example`);
    const { id } = await addUser(person.email);
    return { person, id, token: (await signIn('google', person)).token };
  };

  it('adds an account with any address, which then signs in as the same person', async () => {
    const { id, token } = await enabled();
    const other = newcomer();
    const answer = await link(token, 'microsoft', other);
    expect(answer.status).toBe(200);
    expect(answer.accounts.map(a => [a.provider, a.current])).toEqual([
      ['google', true],
      ['microsoft', false],
    ]);
    expect((await signIn('microsoft', other)).user.id).toBe(id);
    expect((await auditOf(test, id)).at(-1)).toMatchObject({ action: 'account.linked', actor_id: id });
    expect((await link(token, 'microsoft', other)).accounts).toHaveLength(2);
  });

  it('refuses an account of somebody else, a foreign tenant, a token that is over', async () => {
    const { token } = await enabled();
    const camila = demoPerson('camila.rojas');
    expect(await link(token, 'microsoft', camila)).toMatchObject({
      status: 422,
      detail: 'Esa cuenta ya pertenece a otra persona.',
    });
    expect(await link(token, 'microsoft', newcomer(), { tid: randomUUID() })).toMatchObject({ status: 403 });
    const past = Math.floor(Date.now() / 1000) - 3600;
    expect(await link(token, 'google', newcomer(), { exp: past })).toMatchObject({ status: 401 });
    expect((await call(token, 'GET', '/auth/accounts')).accounts).toHaveLength(1);
    expect(await call(token, 'POST', '/auth/link', { provider: 'facebook' })).toMatchObject({ status: 400 });
  });

  it('takes an account away again, but never the one in use, so nobody is left without', async () => {
    const { id, token } = await enabled();
    const other = newcomer();
    const { accounts } = await link(token, 'microsoft', other);
    const [own, added] = accounts;
    const otherSession = (await signIn('microsoft', other)).token;
    expect(await call(token, 'DELETE', `/auth/accounts/${own?.id}`)).toMatchObject({
      status: 422,
      detail: 'Ingresaste con esta cuenta. Para quitarla, ingresa con otra.',
    });
    const after = await call(token, 'DELETE', `/auth/accounts/${added?.id}`);
    expect(after.accounts.map(account => account.id)).toEqual([own?.id]);
    expect((await auditOf(test, id)).at(-1)?.action).toBe('account.unlinked');
    expect((await call(otherSession, 'GET', '/auth/me')).status).toBe(401);
  });

  it('answers 404 for an account of somebody else', async () => {
    const { token } = await enabled();
    const camila = await signInAs(test, 'camila.rojas@biosur.example');
    const [hers] = (await call(camila, 'GET', '/auth/accounts')).accounts;
    expect((await call(token, 'DELETE', `/auth/accounts/${hers?.id}`)).status).toBe(404);
    expect((await call(token, 'DELETE', '/auth/accounts/1')).status).toBe(400);
  });
});

describe('too many sign-ins from one address', () => {
  it('are slowed down, whatever token they carry', async () => {
    const slow = await startApp({ rateLimit: 10 }, test);
    const attempt = (i: number) =>
      fetch(`${slow.url}/api/auth/google`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(`${i}`.padStart(43, 'a')) },
        body: '{}',
      });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await attempt(i)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    expect(await (await attempt(0)).json()).toMatchObject({
      code: 'too_many',
      detail: expect.stringMatching(/^Demasiadas solicitudes\. Intenta de nuevo en \d+ segundos\.$/),
    });
    await slow.close();
  });

  it('lock nobody else out who shares it, nor whom they were tried for', async () => {
    const slow = await startApp({ rateLimit: 40 }, test);
    const enter = async (body: object, headers = {}) =>
      (
        await fetch(`${slow.url}/api/auth/google`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      ).status;
    const forged = { credential: 'e30.e30.e30' };
    const refused = await Promise.all(Array.from({ length: 30 }, () => enter(forged)));
    expect(new Set(refused)).toEqual(new Set([401, 429]));
    for (const name of ['camila.rojas', 'matias.sepulveda'])
      expect(await enter(await bodyFor(slow, 'google', claimsOf(slow, 'google', demoPerson(name))))).toBe(
        200,
      );
    await slow.close();
  });

  it('are counted by account where one is known: a campus may enter at once, one account may not for ever', async () => {
    const slow = await startApp({ rateLimit: 40 }, test);
    const enter = async (name: string, token?: string) => {
      const response = await fetch(`${slow.url}/api/auth/google`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && bearer(token)) },
        body: JSON.stringify(await bodyFor(slow, 'google', claimsOf(slow, 'google', demoPerson(name)))),
      });
      return { status: response.status, ...((await response.json()) as { token?: string }) };
    };
    const first = await enter('camila.rojas');
    const second = await enter('camila.rojas', first.token);
    // Its renewals count as well, whatever token they carry.
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await enter('camila.rojas', second.token)).status).toBe(429);
    expect((await enter('camila.rojas')).status).toBe(429);
    expect((await enter('matias.sepulveda')).status).toBe(200);
    await slow.close();
  });
});
