import type { Role } from '../../src/domain/kit/actor.ts';
import type { Permission } from '../../src/domain/kit/permissions.ts';
import { PROVIDERS } from '../../src/domain/settings/providers.ts';
import { startApp, type TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { everybody, PEOPLE, userIdOf } from '../demo.ts';
import { bodyFor, claimsOf, demoPerson } from '../tokens.ts';
import { type Places, readPlaces } from './places.ts';
import type { Schema } from './schemas.ts';
import { fillUniversity } from './university.ts';

/** An endpoint as the running server describes it. */
export interface Served {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly permission: Permission;
  readonly query: Schema;
  readonly params: Schema;
  /** Left out where bytes or nothing are sent. */
  readonly body?: Schema;
}

/** A university with something of everything, and people to ask in its name. */
export interface World {
  readonly server: TestApp;
  readonly endpoints: readonly Served[];
  readonly people: readonly { id: string; roles: readonly Role[]; client: Client }[];
  readonly places: Places;
  /** Bodies that cannot be made up, by path. */
  readonly bodies: ReadonlyMap<string, unknown>;
  close(): Promise<void>;
}

interface Operation {
  'x-permission': Permission;
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

function fieldsIn(place: 'path' | 'query', { parameters = [] }: Operation): Schema {
  const fields = parameters.filter(parameter => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

async function endpointsOf({ app }: TestApp): Promise<Served[]> {
  const { paths } = (await app.inject({ url: '/api/docs/json' })).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
      return {
        method: method.toUpperCase() as Served['method'],
        path: path.replace(/^\/api/, ''),
        permission: operation['x-permission'],
        query: fieldsIn('query', operation),
        params: fieldsIn('path', operation),
        ...(body && { body }),
      };
    }),
  );
}

/** What browsers post after a sign-in: tokens that a provider has signed. */
async function signInBodies(server: TestApp): Promise<ReadonlyMap<string, unknown>> {
  const bodies = new Map<string, unknown>();
  for (const name of PROVIDERS)
    bodies.set(
      `/auth/${name}`,
      await bodyFor(server, name, claimsOf(server, name, demoPerson('camila.rojas'))),
    );
  bodies.set('/auth/link', { provider: 'google', account: bodies.get('/auth/google') });
  return bodies;
}

/** Starts the server and writes everything. */
export async function openWorld(): Promise<World> {
  const server = await startApp({ rateLimit: 0, logLevel: 'error' });
  const clients = await everybody(server);
  await fillUniversity(server, clients);
  const roles = new Map(
    (await server.db.selectFrom('users').select(['email', 'roles']).execute()).map(u => [u.email, u.roles]),
  );
  return {
    server,
    endpoints: await endpointsOf(server),
    people: Object.entries(clients).map(([who, client]) => ({
      id: userIdOf(PEOPLE[who as keyof typeof PEOPLE]),
      client,
      roles: (roles.get(PEOPLE[who as keyof typeof PEOPLE]) ?? []) as Role[],
    })),
    places: await readPlaces(server.db),
    bodies: await signInBodies(server),
    close: () => server.close(),
  };
}
