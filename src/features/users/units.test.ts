import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Campus, openCampus, type Person } from '../../../test/catalogue.ts';

let campus: Campus;
beforeAll(async () => {
  campus = await openCampus();
});
afterAll(() => campus.close());

interface Row {
  id: string;
  name: string;
  email: string;
  state: string;
  homeSchool: { name: string } | null;
  accounts: unknown[];
  lastSignInAt: string | null;
  invitedAt: string | null;
  updatedAt: string;
}
const HEADS = ['Director', 'Dean'] as const;
const read = async (who: Person, query = '') =>
  (await campus.send<{ rows: Row[] }>('GET', `/users?size=200${query}`, undefined, campus.as(who))).body.rows;

it.each([
  ['Director', ['Escuela de Enfermería']],
  ['Dean', ['Escuela de Arquitectura y Diseño', 'Escuela de Ingeniería Informática']],
] as const)(
  'a %s reads the enabled people of their schools, and not how they come in',
  async (who, schools) => {
    const rows = await read(who);
    expect([...new Set(rows.map(row => row.homeSchool?.name))].sort()).toEqual(schools);
    for (const row of rows)
      expect(row).toMatchObject({ state: 'active', accounts: [], lastSignInAt: null, invitedAt: null });
    const own = (await read('Admin')).filter(row => row.state === 'active');
    const expected = own.filter(row => schools.some(name => name === row.homeSchool?.name));
    expect(rows.map(row => row.id).sort()).toEqual(expected.map(row => row.id).sort());
  },
);

it('an order does not tell whoever heads a unit when people came in', async () => {
  const [first, second] = await read('Director', '&sort=name');
  if (!first || !second) throw new Error('the school has too few people');
  const come = (id: string, at: string) =>
    campus.db.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', id).execute();
  await come(first.id, '2026-11-02');
  await come(second.id, '2026-11-01');
  const order = async (who: Person) =>
    (await read(who, '&sort=lastSignInAt'))
      .map(row => row.id)
      .filter(id => [first.id, second.id].includes(id));
  expect(await order('Admin')).toEqual([second.id, first.id]);
  expect(await order('Director')).toEqual([first.id, second.id]);
});

it.each(HEADS)('a %s changes nobody: what is done with people is the office’s', async who => {
  const [one, other] = await read(who);
  if (!one || !other) throw new Error('the unit has too few people');
  const { id, name, email, updatedAt } = one;
  const several = (value: unknown) => ({ rows: [{ id, value }] });
  const merge = { into: other.id, updatedAt, intoUpdatedAt: other.updatedAt };
  const refused: [method: string, path: string, body?: object][] = [
    ['POST', '/users', { name: 'Nueva Persona', email: 'nueva@biosur.example' }],
    ['PUT', `/users/${id}`, { name, email, roles: ['Admin'], updatedAt }],
    ['DELETE', `/users/${id}`],
    ['PUT', `/users/${id}/state`, { state: 'blocked', updatedAt }],
    ['POST', `/users/${id}/invitation`],
    ['GET', `/users/${id}/merge?into=${other.id}`],
    ['POST', `/users/${id}/merge`, merge],
    ['POST', '/users/bulk/state', several('blocked')],
    ['POST', '/users/bulk/role', several({ role: 'Admin', held: true })],
    ['POST', '/users/bulk/school', several(null)],
  ];
  for (const [method, path, body] of refused)
    expect([method, path, (await campus.send(method, path, body, campus.as(who))).status]).toEqual([
      method,
      path,
      403,
    ]);
  const after = (await read('Admin')).find(row => row.id === id);
  expect(after?.updatedAt).toBe(updatedAt);
});

it.each(['Academic', 'Reviewer'] as const)('a %s reads no list of people', async who => {
  expect((await campus.send('GET', '/users', undefined, campus.as(who))).status).toBe(403);
});
