import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/db/pool.ts';
import { openDatabase } from '../src/db/pool.ts';
import type { Problem } from '../src/domain/kit/problem.ts';
import type { ProjectSection } from '../src/features/project-record/detail/contract.ts';
import { startApp, type TestApp } from './app.ts';
import { openCall } from './calls.ts';
import type { Answer, Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { everybody, nursing } from './demo.ts';
import { type Created, completePacs, detailOf, done } from './factories.ts';

let database: TestDatabase;
let server: TestApp;
let academic: Client;
let admin: Client;
let project: Created;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startApp({}, database);
  ({ academic, admin } = await everybody(server));
  project = await completePacs(academic, await nursing(academic));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const DATE = 'Escribe una fecha válida (dd-mm-aaaa).';
const toldOf = ({ status, body }: Answer<Problem>) => [
  status,
  body.code,
  (body.errors ?? []).map(({ path, message }) => `${path}: ${message}`),
];
const unreadable = (...errors: string[]) => [400, 'invalid', errors];

describe('a day that is none', () => {
  const identification = async (): Promise<ProjectSection> => {
    const { sections } = await detailOf(academic, project);
    const found = sections.find(section => section.slug === 'identification');
    if (!found) throw new Error('no identification');
    return found;
  };

  it.each(['ayer', '2026-02-30', '2026-13-01', '0000-00-00', '+99999-01-01', '9999-12-31'])(
    'in a section is told at its field, and nothing is lost: %s',
    async startDate => {
      const before = await identification();
      const answer = await academic.put(`/projects/pacs/${project.id}/sections/identification`, {
        version: before.version,
        data: { ...before.data, startDate },
      });
      expect(toldOf(answer)).toEqual(unreadable(`startDate: ${DATE}`));
      expect(await identification()).toEqual(before);
    },
  );

  it.each(['nunca', '1999-12-31', '9999-12-31', '2101-01-01'])('as a new due date: %s', async day => {
    const { version } = await detailOf(admin, project);
    const answer = await admin.put(`/projects/pacs/${project.id}/due`, {
      version,
      day,
      reason: 'Comisión de servicio',
    });
    expect(toldOf(answer)).toEqual(unreadable(`day: ${DATE}`));
  });

  it.each(['9999-12-31T23:59:59Z', '1999-12-31T23:59:59Z', '2026-02-30T10:00:00Z', 'mañana'])(
    'as the end of a call: %s',
    async closesAt => {
      const { id } = await openCall(admin);
      const answer = await admin.post(`/calls/${id}/extend`, {
        version: 3,
        closesAt,
        reason: 'Por el paro.',
      });
      expect(toldOf(answer)).toEqual(unreadable(`closesAt: ${DATE}`));
    },
  );

  it('as a time zone that does not exist', async () => {
    const { rows } = done(await admin.get<{ rows: { id: string }[] }>('/themes'));
    const updatedAt = '9999-12-31T23:59:59-23:59';
    const answer = await admin.put(`/themes/${rows[0]?.id}/active`, { updatedAt, active: true });
    expect(toldOf(answer)).toEqual(unreadable());
  });
});

describe('a number beyond what is stored', () => {
  it.each([
    ['/calls?year=2147483648', 'year'],
    ['/calls/export?format=csv&year=2147483648', 'year'],
    ['/calls?year=-9007199254740991', 'year'],
    ['/kinds/pacs/versions/2147483648', 'version'],
  ])('in an address: %s', async (path, field) => {
    const { status, body } = await admin.get(path);
    expect([status, body.errors?.map(error => error.path)]).toEqual([400, [field]]);
  });

  it('as a version', async () => {
    const answer = await academic.put(`/projects/pacs/${project.id}/sections/diagnosis`, {
      version: 2_147_483_648,
      data: {},
    });
    expect([answer.status, answer.body.errors?.map(error => error.path)]).toEqual([400, ['version']]);
  });
});

it('data deeper than any contract are refused as unreadable', async () => {
  const response = await fetch(`${server.url}/api/kinds/pacs/draft`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: `{"version":0,"definition":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
  });
  expect([response.status, ((await response.json()) as Problem).detail]).toEqual([
    400,
    'Los datos enviados no se pueden leer.',
  ]);
});

it.each(['constructor', 'toString', '__proto__'])('a thing may be called %s', async name => {
  const { id, updatedAt } = done(await admin.post<{ id: string; updatedAt: string }>('/themes', { name }));
  done(await admin.put(`/themes/${id}`, { name: `${name} 2`, updatedAt }));
  const { rows } = done(
    await admin.get<{ rows: { changes: object[] }[] }>(`/audit?object=theme&objectId=${id}`),
  );
  expect(rows[0]?.changes).toContainEqual({ field: 'nombre', before: name, after: `${name} 2` });
});

describe('a connection to the database that breaks off', () => {
  let other: Database;
  beforeAll(() => {
    other = openDatabase(database.url, { max: 2 });
  });
  afterAll(() => other.destroy());

  /** Holds a lock, sends a request that waits for it, ends the connection on which it waits, and lets the lock go. */
  async function cutWhileWaiting<T>(lock: ReturnType<typeof sql>, send: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined;
    await other.transaction().execute(async tx => {
      await lock.execute(tx);
      answer = send();
      await expect
        .poll(async () => {
          const { rows } = await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
          return rows.length;
        })
        .toBe(1);
    });
    if (!answer) throw new Error('nothing was sent');
    return answer;
  }

  it('under a command: it begins again and is written once', async () => {
    const { id, updatedAt } = done(
      await admin.post<{ id: string; updatedAt: string }>('/themes', { name: 'Patrimonio' }),
    );
    const answer = await cutWhileWaiting(sql`select from themes where id = ${id} for update`, () =>
      admin.put<{ name: string }>(`/themes/${id}`, { name: 'Memoria', updatedAt }),
    );
    expect(done(answer).name).toBe('Memoria');
    const { rows } =
      await sql`select from audit where object_id = ${id} and action = 'theme.updated'`.execute(server.db);
    expect(rows).toHaveLength(1);
  });

  it('under a read: it is asked again', async () => {
    const answer = await cutWhileWaiting(sql`lock table themes in access exclusive mode`, () =>
      admin.get<{ total: number }>('/themes'),
    );
    expect(done(answer).total).toBeGreaterThan(0);
  });

  it('under the save of a section, which is one statement: it is stored', async () => {
    const path = `/projects/pacs/${project.id}/sections/diagnosis`;
    const { sections } = await detailOf(academic, project);
    const { version = 0, data = {} } = sections.find(section => section.slug === 'diagnosis') ?? {};
    const answer = await cutWhileWaiting(
      sql`select from project_sections where project_id = ${project.id} and section = 'diagnosis' for update`,
      () =>
        academic.put<{ version: number }>(path, { version, data: { ...data, codesign: 'Tres asambleas.' } }),
    );
    expect(done(answer).version).toBe(version + 1);
  });
});
