import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '../src/domain/kit/actor.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from '../src/domain/kit/permissions.ts';
import { startApp, type TestApp } from './app.ts';
import { PEOPLE, type Person } from './catalogue.ts';
import { bearer, signInAs } from './sign-in.ts';

interface Served {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

let server: TestApp;
let served: Served[];
let people: { person: Person; roles: Role[]; headers: Record<string, string> }[];

/** Every endpoint with what it declares, as the running server tells. */
async function everyEndpoint(): Promise<Served[]> {
  const response = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
  const { paths } = response.json() as {
    paths: Record<string, Record<string, { 'x-permission': Permission }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '019a0000-0000-7000-8000-000000000000'),
      permission: operation['x-permission'],
    })),
  );
}

beforeAll(async () => {
  server = await startApp({ rateLimit: 0 });
  served = await everyEndpoint();
  people = await Promise.all(
    (Object.keys(PEOPLE) as Person[]).map(async person => {
      const { roles } = await server.db
        .selectFrom('users')
        .select('roles')
        .where('email', '=', PEOPLE[person])
        .executeTakeFirstOrThrow();
      return { person, roles: roles as Role[], headers: bearer(await signInAs(server, PEOPLE[person])) };
    }),
  );
});
afterAll(() => server.close());

const ask = async ({ method, path }: Served, headers: Record<string, string> = {}) => {
  // Without input: whoever is refused is told so before anything they sent is looked at.
  const response = await server.app.inject({ method: method as 'GET', url: path, headers });
  const { code, detail } = response.json() as { code: string; detail: string };
  return [response.statusCode, code, detail];
};
const lets = (permission: Permission, roles: readonly Role[]) =>
  PERMISSIONS[permission]({
    id: '',
    name: '',
    email: '',
    roles,
    state: 'active',
    homeSchoolId: null,
    directs: [],
    heads: [],
    headsSchools: [],
    fillsIn: false,
  });

it('every endpoint says whom it serves', () => {
  expect(served.length).toBeGreaterThan(150);
  expect(served.filter(e => !(e.permission in PERMISSIONS))).toEqual([]);
});

it('nobody gets in without a session', async () => {
  for (const endpoint of served.filter(e => e.permission !== 'public'))
    expect((await ask(endpoint)).slice(0, 2), `${endpoint.method} ${endpoint.path}`).toEqual([
      401,
      'unauthenticated',
    ]);
});

it.each(['Academic', 'Director', 'Dean', 'Reviewer'] as const)(
  '%s is refused whatever is not for them, with the reason, before anything is read',
  async who => {
    const known = people.find(p => p.person === who);
    if (!known) throw new Error(`nobody is ${who}`);
    const closed = served.filter(e => !lets(e.permission, known.roles));
    const areas = new Set(closed.map(e => e.permission));
    for (const permission of Object.keys(PERMISSIONS) as Permission[])
      if (permission.endsWith('.manage') || permission === 'audit.read')
        expect(areas, `${who} ${permission}`).toContain(permission);
    for (const endpoint of closed)
      expect(await ask(endpoint, known.headers), `${who} ${endpoint.method} ${endpoint.path}`).toEqual([
        403,
        'forbidden',
        `No tienes permiso para ${PERMISSION_LABELS[endpoint.permission]}.`,
      ]);
  },
);
