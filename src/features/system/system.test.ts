import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { bearer, signInAs } from '../../../test/sign-in.ts';
import { DEMO_ACCOUNTS } from '../../demo/seed/university.ts';
import type { Role } from '../../domain/kit/actor.ts';

const emailOf = (role: Role) =>
  DEMO_ACCOUNTS.find(account => account.roles.length === 1 && account.roles[0] === role)?.email ?? '';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const get = (path: string, token?: string) =>
  fetch(`${app.url}${path}`, token ? { headers: bearer(token) } : {});

describe('the process', () => {
  it('says that it is alive and ready', async () => {
    expect(await (await get('/api/health')).json()).toEqual({ status: 'ok' });
    const ready = await get('/api/ready');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', storage: 'ok' },
    });
  });

  it('is not ready while a migration is missing', async () => {
    const { rows } = await sql<{ name: string; checksum: string }>`
      delete from schema_migrations where name = '0001_ground' returning name, checksum`.execute(app.db);
    expect(rows).toHaveLength(1);
    const ready = await get('/api/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'failed', checks: { migrations: 'failed' } });
    const [name, checksum] = [rows[0]?.name, rows[0]?.checksum];
    await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(app.db);
    expect((await get('/api/ready')).status).toBe(200);
  });

  it('describes its endpoints in OpenAPI, with the permission each needs', async () => {
    const document = (await (await get('/api/docs/json')).json()) as {
      paths: Record<string, Record<string, { summary?: string; security?: unknown }>>;
    };
    const operations = Object.values(document.paths).flatMap(path => Object.values(path));
    expect(operations.length).toBeGreaterThan(10);
    expect(operations.filter(operation => !operation.summary)).toEqual([]);
    expect(document.paths['/api/projects']?.get?.security).toEqual([{ bearer: [] }]);
    expect((await get('/api/docs')).status).toBe(200);
  });
});

describe('status for administrators', () => {
  it('tells the last backup, the database and what the environment sets', async () => {
    const token = await signInAs(app, emailOf('Admin'));
    const before = (await (await get('/api/system/status', token)).json()) as { lastBackup: unknown };
    expect(before.lastBackup).toBeNull();
    await app.db.insertInto('backups').values({ bytes: 2048, sha256: 'ab', rows: 12, files: 3 }).execute();
    expect(await (await get('/api/system/status', token)).json()).toMatchObject({
      lastBackup: { bytes: 2048, rows: 12, files: 3, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      hasOwnDatabase: true,
      providers: [],
      mail: null,
      files: 'local',
      hasScanner: false,
      databaseVersion: expect.stringMatching(/^\d+/),
    });
  });

  it('tells what is set without its secrets', async () => {
    const set = await startApp(
      {
        mail: { smtpUrl: 'smtps://vcm:clave-secreta@smtp.example:465', from: 'VcM <vcm@biosur.example>' },
        microsoft: { clientId: 'client-of-microsoft', tenantId: 'tenant-of-microsoft' },
        clamd: { host: '127.0.0.1', port: 3310 },
      },
      app,
    );
    try {
      const headers = bearer(await signInAs(set, emailOf('Admin')));
      const answer = await (await fetch(`${set.url}/api/system/status`, { headers })).text();
      expect(JSON.parse(answer)).toMatchObject({
        providers: ['microsoft'],
        mail: { server: 'smtp.example:465', from: 'VcM <vcm@biosur.example>' },
        hasScanner: true,
      });
      expect(answer).not.toMatch(/secreta|client-of|tenant-of/);
    } finally {
      await set.close();
    }
  });

  it('is nobody else’s', async () => {
    expect((await get('/api/system/status')).status).toBe(401);
    const refused = await get('/api/system/status', await signInAs(app, emailOf('Academic')));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: 'No tienes permiso para ver el estado del sistema.',
    });
  });
});

describe('requests that fit nothing', () => {
  it.each([
    ['an unknown address', '/api/nothing', {}, 404],
    [
      'an unreadable body',
      '/api/auth/google',
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['a token of another shape', '/api/projects', { headers: { authorization: 'Bearer x' } }, 401],
    ['an address that cannot be decoded', '/api/%E0%A4%A', {}, 404],
    ['a method nobody serves', '/api/health', { method: 'DELETE' }, 404],
  ])('answers %s with a problem in Spanish', async (_what, path, init, status) => {
    const response = await fetch(`${app.url}${path}`, init);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = (await response.json()) as { detail: string; status: number };
    expect(problem.status).toBe(status);
    expect(problem.detail).toMatch(/\.$/);
  });

  it('counts what it refuses to strangers, too', async () => {
    const narrow = await startApp({ rateLimit: 3 }, app);
    try {
      const tries = Array.from({ length: 5 }, () => fetch(`${narrow.url}/api/projects`));
      const statuses = (await Promise.all(tries)).map(a => a.status);
      expect(statuses.sort()).toEqual([401, 401, 401, 429, 429]);
    } finally {
      await narrow.close();
    }
  });

  it('answers too many with 429 and says when to come back', async () => {
    const narrow = await startApp({ rateLimit: 3 }, app);
    const headers = bearer(await signInAs(app, emailOf('Academic')));
    try {
      const tries = Array.from({ length: 5 }, () => fetch(`${narrow.url}/api/auth/me`, { headers }));
      const answers = await Promise.all(tries);
      expect(answers.map(a => a.status).sort()).toEqual([200, 200, 200, 429, 429]);
      const refused = answers.find(a => a.status === 429);
      expect(await refused?.json()).toMatchObject({
        code: 'too_many',
        detail: expect.stringMatching(/^Demasiadas solicitudes\. Intenta de nuevo en \d+ segundos\.$/),
      });
    } finally {
      await narrow.close();
    }
  });

  it('never counts who asks whether it lives: the one who watches may share an address with everybody', async () => {
    const narrow = await startApp({ rateLimit: 2 }, app);
    try {
      const ask = (path: string, times: number) =>
        Promise.all(
          Array.from({ length: times }, async () => (await fetch(`${narrow.url}/api/${path}`)).status),
        );
      expect(await ask('projects', 4)).toContain(429);
      expect(new Set(await ask('health', 20))).toEqual(new Set([200]));
      expect(new Set(await ask('ready', 20))).toEqual(new Set([200]));
    } finally {
      await narrow.close();
    }
  });
});

it('answers with headers that keep other sites out: pages with a policy of what they load, the API with none at all', async () => {
  const headersOf = async (path: string) => (await get(path)).headers;
  for (const path of ['/', '/projects', '/msal', '/config.json']) {
    const headers = await headersOf(path);
    expect(headers.get('content-security-policy'), path).toContain("script-src 'self'");
    expect(headers.get('content-security-policy'), path).not.toContain("script-src 'self' 'unsafe-inline'");
    expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  }
  for (const path of ['/api/health', '/api/projects', '/api/nada']) {
    const headers = await headersOf(path);
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-site');
  }
});
