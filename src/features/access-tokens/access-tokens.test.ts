import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenOf } from '../../../test/access-tokens.ts';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs, clientOf } from '../../../test/client.ts';
import { nursing, PEOPLE, userIdOf } from '../../../test/demo.ts';
import { done, submittedPacs } from '../../../test/factories.ts';
import { countReading } from '../../../test/rows.ts';
import { bearer } from '../../../test/sign-in.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { TOKEN_SCOPES } from '../../domain/kit/permissions.ts';
import { type AccessToken, MOST_TOKENS } from './contract.ts';

let server: TestApp;
let lead: Client;
let stranger: Client;

beforeAll(async () => {
  server = await startApp({ rateLimit: 0 });
  lead = await clientAs(server, PEOPLE.academic);
  stranger = await clientAs(server, PEOPLE.stranger);
});
afterAll(() => server.close());

const ownTokens = async (who: Client) =>
  done(await who.get<{ tokens: AccessToken[] }>('/access-tokens')).tokens;
const withToken = (token: string, at = server.url) => clientOf(at, token);
const statusOf = async (token: string, path = '/projects', at = server.url) =>
  (await withToken(token, at).get(path)).status;
const endAll = (who: keyof typeof PEOPLE) =>
  sql`delete from access_tokens where user_id = ${userIdOf(PEOPLE[who])}`.execute(server.db);
const setState = (state: string) =>
  sql`update users set state = ${state} where id = ${userIdOf(PEOPLE.stranger)}`.execute(server.db);

/** Lets what every copy remembers of a token (5 seconds) run out. */
async function later(seconds: number, look: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  await look().finally(() => vi.useRealTimers());
}

describe('an access token', () => {
  it('is answered once and kept as a hash', async () => {
    const made = await tokenOf(stranger, { name: 'Panel de la facultad' });
    expect(made.token).toMatch(/^vin_[\w-]{43}$/);
    const { token, ...listed } = made;
    expect(await ownTokens(stranger)).toEqual([listed]);
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text || encode(t.token_hash, 'escape') as row from access_tokens t
      union all select row_to_json(a)::text from audit a`.execute(server.db);
    expect(rows.some(({ row }) => row.includes(token.slice(4)))).toBe(false);
    expect(await ownTokens(lead)).toEqual([]);
  });

  it('tells when it was used last', async () => {
    const { id, token } = await tokenOf(stranger);
    const used = async () => (await ownTokens(stranger)).find(t => t.id === id)?.lastUsedAt ?? null;
    expect(await used()).toBeNull();
    await statusOf(token);
    expect(Date.now() - Date.parse((await used()) ?? '')).toBeLessThan(60_000);
  });

  it('holds no longer than was said', async () => {
    const { id, token, createdAt, expiresAt } = await tokenOf(stranger, { days: '90' });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(90 * 86_400_000);
    expect(await statusOf(token)).toBe(200);
    await sql`update access_tokens set created_at = now() - interval '2 days', expires_at = now() where id = ${id}`.execute(
      server.db,
    );
    await later(6, async () => expect(await statusOf(token)).toBe(401));
    expect((await ownTokens(stranger)).find(t => t.id === id)?.expired).toBe(true);
  });

  it('is refused with what a program can act on', async () => {
    const unknown = await withToken(`vin_${'a'.repeat(43)}`).get('/projects');
    expect([unknown.status, unknown.body.detail]).toEqual([
      401,
      'Este token no sirve: venció, se revocó o está mal copiado.',
    ]);
    const { token } = await tokenOf(stranger, { scopes: ['calls'] });
    const beyond = await withToken(token).get('/projects');
    expect([beyond.status, beyond.body.detail]).toEqual([
      403,
      'No tienes permiso para leer esto con este token. Le falta el permiso «Proyectos».',
    ]);
  });
});

describe('what is entered', () => {
  it('is judged by one schema, and a name is taken once', async () => {
    const refusals = [
      [{ name: '', scopes: ['projects'], days: '30' }, 'name'],
      [{ name: 'x'.repeat(101), scopes: ['projects'], days: '30' }, 'name'],
      [{ name: 'Sin permisos', scopes: [], days: '30' }, 'scopes'],
      [{ name: 'Otro', scopes: ['audit'], days: '30' }, 'scopes.0'],
      [{ name: 'Para siempre', scopes: ['projects'], days: '36500' }, 'days'],
    ] as const;
    for (const [body, path] of refusals) {
      const answer = await lead.post('/access-tokens', body);
      expect([answer.status, answer.body.errors?.map(e => e.path)]).toEqual([400, [path]]);
    }
    await tokenOf(lead, { name: 'Planilla' });
    const again = await lead.post('/access-tokens', { name: ' PLANILLA ', scopes: ['calls'], days: '30' });
    expect([again.status, again.body.errors?.map(e => e.path)]).toEqual([422, ['name']]);
    // Somebody else's is none of theirs.
    await tokenOf(stranger, { name: 'Planilla' });
    await endAll('academic');
  });

  it('is limited in number, also by requests at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: MOST_TOKENS + 5 }, (_, n) =>
        lead.post('/access-tokens', { name: `Token ${n}`, scopes: ['projects'], days: '30' }),
      ),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(MOST_TOKENS);
    expect(asked.filter(({ status }) => status === 422)).toHaveLength(5);
    await endAll('academic');
  });
});

describe('what it opens', () => {
  it('is what its owner reads, and no more', async () => {
    const { id } = await submittedPacs(lead, await nursing(lead));
    const director = await clientAs(server, PEOPLE.director);
    for (const who of [lead, director, stranger]) {
      const { token } = await tokenOf(who);
      const [own, program] = [who, withToken(token)];
      expect(await program.get('/projects')).toEqual(await own.get('/projects'));
      expect((await program.get(`/projects/pacs/${id}`)).status).toBe(
        (await own.get(`/projects/pacs/${id}`)).status,
      );
    }
    expect((await withToken((await tokenOf(stranger)).token).get(`/projects/pacs/${id}`)).status).toBe(404);
  });

  it('is nothing but reading, of places that name a scope', async () => {
    const every = { scopes: keysOf(TOKEN_SCOPES) };
    const { id, token } = await tokenOf(await clientAs(server, PEOPLE.admin), every);
    const response = await server.app.inject({ method: 'GET', url: '/api/docs/json' });
    const { paths } = response.json() as {
      paths: Record<string, Record<string, { 'x-token-scope'?: string }>>;
    };
    const opened: string[] = [];
    for (const [path, methods] of Object.entries(paths))
      for (const [method, operation] of Object.entries(methods)) {
        if (operation['x-token-scope']) {
          opened.push(`${method.toUpperCase()} ${path.replace('/api', '')}`);
          continue;
        }
        const url = path.replaceAll(/\{\w+\}/g, id);
        const answer = await server.app.inject({
          ...{ method: method.toUpperCase() as 'GET', url },
          headers: bearer(token),
        });
        expect([method, path, answer.statusCode]).toEqual([method, path, 403]);
      }
    expect(opened.toSorted()).toEqual(OPENED.toSorted());
    expect(opened.every(each => each.startsWith('GET '))).toBe(true);
  });

  it('is counted apart from its owner, all their tokens together', async () => {
    const limited = await startApp({ rateLimit: 25 }, server);
    const [one, other] = [await tokenOf(stranger), await tokenOf(stranger)];
    for (let n = 0; n < 5; n += 1)
      expect(await statusOf((n % 2 ? one : other).token, '/projects', limited.url)).toBe(200);
    const stopped = await fetch(`${limited.url}/api/projects`, { headers: bearer(one.token) });
    expect([stopped.status, Number(stopped.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await statusOf(other.token, '/projects', limited.url)).toBe(429);
    expect((await clientOf(limited.url, stranger.token).get('/projects')).status).toBe(200);
    expect(await statusOf((await tokenOf(lead)).token, '/projects', limited.url)).toBe(200);
    await limited.close();
  });
});

describe('it ends', () => {
  it('once its owner revokes it, in every copy within seconds; nobody else can', async () => {
    const copy = await startApp({ rateLimit: 0 }, server);
    const { id, name, token } = await tokenOf(stranger);
    for (const at of [server.url, copy.url]) expect(await statusOf(token, '/projects', at)).toBe(200);
    expect((await lead.delete(`/access-tokens/${id}`)).status).toBe(404);
    done(await stranger.delete(`/access-tokens/${id}`));
    expect(await statusOf(token)).toBe(401);
    await later(6, async () => expect(await statusOf(token, '/projects', copy.url)).toBe(401));
    expect((await stranger.delete(`/access-tokens/${id}`)).status).toBe(404);
    const { rows } = await sql<{ action: string; changes: Record<string, unknown> }>`
      select action, changes from audit where object_id = ${userIdOf(PEOPLE.stranger)}
        and action like 'accessToken.%' and changes -> 'name' @> ${JSON.stringify([name])} order by id`.execute(
      server.db,
    );
    expect(rows).toEqual([
      {
        action: 'accessToken.issue',
        changes: { name: [null, name], scopes: [null, 'Proyectos'], expiresAt: [null, expect.any(String)] },
      },
      { action: 'accessToken.revoke', changes: { name: [name, null] } },
    ]);
    await copy.close();
  });

  it('with the account, and does not come back with it', async () => {
    for (const state of ['blocked', 'pending']) {
      const { token } = await tokenOf(stranger);
      await setState(state);
      await later(6, async () => expect(await statusOf(token)).toBe(401));
      await setState('active');
      await later(12, async () => expect(await statusOf(token)).toBe(401));
    }
    stranger = await clientAs(server, PEOPLE.stranger);
    expect(await ownTokens(stranger)).toEqual([]);
  });

  it('with a role that is taken away, as far as the role went', async () => {
    const director = userIdOf(PEOPLE.director);
    const { token } = await tokenOf(await clientAs(server, PEOPLE.director), { scopes: ['catalogues'] });
    expect(await statusOf(token, '/schools')).toBe(200);
    const set = (roles: string) =>
      sql`update users set roles = ${roles}::text[] where id = ${director}`.execute(server.db);
    await set('{Academic}');
    await later(6, async () => expect(await statusOf(token, '/schools')).toBe(403));
    await set('{Director,Academic}');
  });

  it('while a download runs, which breaks off instead of ending as if it were whole', async () => {
    await sql`insert into courses (code, name, school_id)
      select 'LARGO-' || n, repeat('ñandú ', 30) || n, (select id from schools limit 1)
      from generate_series(1, 25000) n`.execute(server.db);
    const copy = await startApp({ rateLimit: 0 }, server);
    const admin = await clientAs(server, PEOPLE.admin);
    const download = async (token: string, at: TestApp) => {
      const headers = { ...bearer(token), 'accept-encoding': 'identity' };
      const response = await fetch(`${at.url}/api/courses/export?format=csv`, { headers });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      return async () => {
        while (!(await reader.read()).done);
      };
    };
    // Of another copy of the server, too: the one that sends is not the one that was told.
    for (const at of [server, copy]) {
      const { id, token } = await tokenOf(admin, { scopes: ['catalogues'] });
      const rest = await download(token, at);
      done(await admin.delete(`/access-tokens/${id}`));
      await expect.poll(() => countReading(server.db), { timeout: 10_000 }).toBe(0);
      await expect(rest()).rejects.toThrow();
    }
    const { token } = await tokenOf(admin, { scopes: ['catalogues'] });
    const rest = await download(token, server);
    // Two looks later.
    await setTimeout(2500);
    expect(await countReading(server.db)).toBe(1);
    await rest();
    await copy.close();
  });
});

/** All that programs may read. */
const OPENED = [
  'GET /agreements',
  'GET /agreements/export',
  'GET /agreements/{id}',
  'GET /calls',
  'GET /calls/export',
  'GET /calls/years',
  'GET /calls/{call}',
  'GET /careers',
  'GET /careers/export',
  'GET /careers/{id}',
  'GET /catalogues',
  'GET /courses',
  'GET /courses/export',
  'GET /courses/{id}',
  'GET /dashboards/figures/{figure}',
  'GET /dashboards/figures/{figure}/export',
  'GET /dashboards/{topic}',
  'GET /faculties',
  'GET /faculties/export',
  'GET /faculties/{id}',
  'GET /kinds',
  'GET /offerings',
  'GET /offerings/export',
  'GET /offerings/{id}',
  'GET /open-calls',
  'GET /partners',
  'GET /partners/export',
  'GET /partners/places',
  'GET /partners/{id}',
  'GET /projects',
  'GET /projects/export',
  'GET /projects/{kind}/{id}',
  'GET /schools',
  'GET /schools/export',
  'GET /schools/{id}',
  'GET /themes',
  'GET /themes/export',
  'GET /themes/{id}',
];
