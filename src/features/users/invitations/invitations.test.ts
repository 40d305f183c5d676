import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../../test/audit.ts';
import { type Campus, openCampus, PEOPLE } from '../../../../test/catalogue.ts';
import { bearer, signInAs } from '../../../../test/sign-in.ts';
import { bodyFor, type Claims, claimsOf } from '../../../../test/tokens.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterEach(() => vi.useRealTimers());
afterAll(() => campus.close());

interface Person {
  id: string;
  email: string;
  name: string;
  state: string;
  roles: string[];
  invitedAt: string | null;
  updatedAt: string;
}
async function create(fields: Record<string, unknown>): Promise<Person> {
  const { status, body } = await campus.send<Person>('POST', '/users', fields);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const fresh = async (id: string) => (await campus.send<Person>('GET', `/users/${id}`)).body;
async function signIn(
  name: 'microsoft' | 'google',
  person: { email: string; name: string },
  change: Claims = {},
) {
  const key = { oid: randomUUID(), sub: `9${Date.now()}${Math.trunc(Math.random() * 1e6)}` };
  const claims = { ...claimsOf(campus, name, { ...person, ...key }), ...change };
  const response = await fetch(`${campus.url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await bodyFor(campus, name, claims)),
  });
  const body = (await response.json()) as { user?: { id: string; roles: string[] }; code?: string };
  return { status: response.status, ...body };
}
const mailsTo = (id: string) =>
  campus.db.selectFrom('mails').selectAll().where('user_id', '=', id).orderBy('created_at').execute();

const guest = (n: number, domain = 'evaluadores.example') => ({
  name: `Eva Invitada ${n}`,
  email: `eva${n}@${domain}`,
  roles: ['Reviewer'],
  invite: true,
});

describe('inviting', () => {
  it('writes one mail with the way in, and gives the roles at the first sign-in', async () => {
    const person = await create(guest(1));
    expect(person.invitedAt).not.toBeNull();
    const [mail, ...more] = await mailsTo(person.id);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ type: 'invitation', address: 'eva1@evaluadores.example', state: 'pending' });
    expect(mail?.text).toContain('con el correo eva1@evaluadores.example');
    expect(mail?.text).toContain('Tus roles: Evaluación');
    const entered = await signIn('google', person);
    expect(entered).toMatchObject({ status: 200, user: { id: person.id, roles: ['Reviewer'] } });
  });

  it('does not open the door to an address nobody answers for, nor to a second account', async () => {
    const person = await create(guest(2));
    const unconfirmed = await signIn('google', person, { email_verified: false });
    expect(unconfirmed).toMatchObject({ status: 403, code: 'account_refused' });
    expect((await signIn('google', person)).status).toBe(200);
    expect(await signIn('microsoft', person)).toMatchObject({ status: 403, code: 'account_refused' });
    const uninvited = await create({ ...guest(3), invite: false });
    expect(await mailsTo(uninvited.id)).toEqual([]);
    expect(await signIn('google', uninvited)).toMatchObject({ status: 403, code: 'account_refused' });
  });

  it('can be repeated until the person has come in; each is audited', async () => {
    const person = await create({ ...guest(4), invite: false });
    const again = () => campus.send('POST', `/users/${person.id}/invitation`);
    expect((await again()).status).toBe(200);
    expect((await again()).body.invitedAt).not.toBeNull();
    expect(await mailsTo(person.id)).toHaveLength(2);
    await signIn('google', person);
    expect(await again()).toMatchObject({
      status: 422,
      body: { detail: 'Esa persona ya entró: no necesita invitación.' },
    });
    expect(await auditOf(campus, person.id, 'user.invited')).toHaveLength(2);
  });

  it("is the office's alone, and only of active accounts", async () => {
    const blocked = await create({ ...guest(5), invite: false, state: 'blocked' });
    const path = `/users/${blocked.id}/invitation`;
    expect((await campus.send('POST', path)).body.detail).toBe(
      'Solo se invita a quien tiene la cuenta activa.',
    );
    for (const who of ['Director', 'Dean', 'Academic', 'Reviewer'] as const)
      expect((await campus.send('POST', path, undefined, campus.as(who))).status).toBe(403);
    expect((await campus.send('POST', path, undefined, {})).status).toBe(401);
    expect((await campus.send('POST', `/users/${randomUUID()}/invitation`)).status).toBe(404);
  });
});

describe('whoever waits', () => {
  it('is enabled with roles and a school, and told so by mail', async () => {
    const { user } = await signIn('google', { name: 'Paz Espera', email: 'paz@otra.example' });
    const row = await fresh(user?.id ?? '');
    const school = await campus.idOf('schools', 'ENF');
    const { body } = await campus.send('PUT', `/users/${row.id}`, {
      name: row.name,
      email: row.email,
      roles: ['Academic'],
      homeSchoolId: school,
      state: 'active',
      updatedAt: row.updatedAt,
    });
    expect(body).toMatchObject({ state: 'active', roles: ['Academic'], homeSchool: { id: school } });
    expect(await mailsTo(row.id)).toMatchObject([{ type: 'welcome', subject: 'Tu cuenta está habilitada' }]);
  });

  it('is refused, and then kept out', async () => {
    const person = { name: 'Leo Espera', email: 'leo@otra.example' };
    const { user } = await signIn('google', person);
    const row = await fresh(user?.id ?? '');
    const refused = { state: 'blocked', updatedAt: row.updatedAt };
    expect((await campus.send('PUT', `/users/${row.id}/state`, refused)).body.state).toBe('blocked');
    expect(await mailsTo(row.id)).toEqual([]);
    expect(await signIn('google', person)).toMatchObject({ status: 403, code: 'account_refused' });
  });
});

describe('blocking', () => {
  it('ends a session under way within 10 seconds, in a server that has just used it too', async () => {
    const headers = bearer(await signInAs(campus, PEOPLE.Academic));
    const me = () => campus.send('GET', '/auth/me', undefined, headers);
    const { body } = await me();
    const { id } = body.user as { id: string };
    const { updatedAt } = await fresh(id);
    await campus.send('PUT', `/users/${id}/state`, { state: 'blocked', updatedAt });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
    expect((await me()).status).toBe(401);
    vi.useRealTimers();
    const blocked = await fresh(id);
    await campus.send('PUT', `/users/${id}/state`, { state: 'active', updatedAt: blocked.updatedAt });
    expect((await me()).status).toBe(401);
  });
});
