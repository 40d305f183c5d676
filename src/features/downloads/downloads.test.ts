import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../test/audit.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import { askFor, downloadsOf, openFile, prepareAll } from '../../../test/downloads.ts';
import { done } from '../../../test/factories.ts';
import { clients, openUniversity, server } from '../../../test/university.ts';
import { KEPT_DAYS, MOST_OPEN } from '../../domain/downloads/download-states.ts';
import type { MadeFile } from '../../domain/downloads/maker.ts';
import { createFileStore } from '../../server/files/store.ts';
import type { Download } from './contract.ts';
import { cleanDownloads } from './jobs.ts';
import { claimNext, type Makers } from './making/commands.ts';

openUniversity({ rateLimit: 0 });

const store = () => createFileStore(server.env.files);
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of (await store()).list('downloads')) keys.push(key);
  return keys;
};
const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; problem: string | null; done: number; total: number | null }>`
    select state, problem, done, total from downloads where id = ${id}`.execute(server.db);
  return rows[0];
};
/** Instead of registers: a file of these pieces. */
const makerOf = (pieces: () => AsyncGenerator<Uint8Array>, rights = () => 'same'): Makers => ({
  register: {
    rightsOf: async () => rights(),
    make: async (): Promise<MadeFile> => ({
      name: 'prueba.csv',
      contentType: 'text/csv; charset=utf-8',
      content: pieces(),
    }),
  },
});

/** A disk of 256 kB; undefined where this machine lets us have none. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vinculacion-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}
const disk = mountDisk();
afterAll(() => {
  if (!disk) return;
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

const ask = async (query = '') => done(await askFor(clients.admin, 'projects', { query })).id;

describe('a file that is asked for', () => {
  it('is made in the background, listed with its size and hash, and opened by a link', async () => {
    const { id } = done(await askFor(clients.admin, 'projects'));
    const [asked] = await downloadsOf(clients.admin);
    expect(asked).toMatchObject({ id, state: 'waiting', done: 0, total: null, size: null });
    expect(asked?.title).toBe('Proyectos · Toda la universidad');
    expect(await prepareAll()).toBe(1);
    const [ready] = await downloadsOf(clients.admin);
    expect(ready).toMatchObject({ id, state: 'ready', problem: null });
    const days = (Date.parse(ready?.expiresAt ?? '') - Date.parse(ready?.endedAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(KEPT_DAYS.file, 1);
    const answer = await openFile(clients.admin, id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="registro-proyectos-\d{4}-\d\d-\d\d\.xlsx"$/,
    );
    expect(bytes.length).toBe(ready?.size);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(ready?.sha256);
    expect((await auditOf(server, id)).map(e => e.action)).toEqual(['download.ask', 'download.open']);
    // A download that broke off goes on.
    const { url } = done(await clients.admin.post<{ url: string }>(`/downloads/${id}/link`));
    const rest = await fetch(`${server.url}/api${url}`, { headers: { range: 'bytes=10-' } });
    expect([rest.status, Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(10))]).toEqual([
      206,
      true,
    ]);
    done(await clients.admin.delete(`/downloads/${id}`));
    expect(await stored()).toEqual([]);
    expect(await downloadsOf(clients.admin)).toEqual([]);
  });

  it('is asked for once by a form sent twice, and once while the same is under way', async () => {
    const id = randomUUID();
    const twice = await Promise.all([1, 2].map(() => askFor(clients.admin, 'steps', { id })));
    expect(twice.map(({ status, body }) => [status, body.id])).toEqual([
      [200, id],
      [200, id],
    ]);
    expect(done(await askFor(clients.admin, 'steps')).id).toBe(id);
    expect(done(await askFor(clients.admin, 'steps', { format: 'csv' })).id).not.toBe(id);
    await prepareAll();
    // What was made is of its moment: asked for again, it is made anew.
    expect(done(await askFor(clients.admin, 'steps')).id).not.toBe(id);
    await prepareAll();
  });

  it('waits with two others at most', async () => {
    const queries = Array.from(
      { length: MOST_OPEN },
      (_, n) => `period=2026-${1 + (n % 2)}&overdue=${n < 2}`,
    );
    for (const query of queries) await ask(query);
    const { status, body } = await askFor(clients.admin, 'activities');
    expect([status, body.detail]).toEqual([
      422,
      `Ya tienes ${MOST_OPEN} descargas en preparación: espera a que termine una, o cancélala.`,
    ]);
    // Of nobody else's business.
    done(await askFor(clients.dean, 'activities'));
    expect(await prepareAll()).toBe(MOST_OPEN + 1);
  });

  it('is nobody else’s', async () => {
    const id = await ask();
    await prepareAll();
    for (const other of [clients.dean, clients.academic, clients.otherAdmin]) {
      expect((await downloadsOf(other)).map(d => d.id)).not.toContain(id);
      expect((await other.post(`/downloads/${id}/link`)).status).toBe(404);
      expect((await other.post(`/downloads/${id}/cancel`)).status).toBe(404);
      expect((await other.delete(`/downloads/${id}`)).status).toBe(404);
      expect((await askFor(other, 'projects', { id })).status).toBe(404);
    }
    expect((await openFile(clients.admin, id)).status).toBe(200);
  });
});

describe('a link', () => {
  it('is of its file, its session and its minute', async () => {
    const [id, other] = [await ask('period=2026-1'), await ask('period=2026-2')];
    await prepareAll();
    const { url } = done(await clients.admin.post<{ url: string }>(`/downloads/${id}/link`));
    const get = (address: string) => fetch(`${server.url}/api${address}`);
    expect((await get(url)).status).toBe(200);
    expect((await get(url.replace(id, other))).status).toBe(403);
    expect((await get(url.replace(/until=\d+/, 'until=4102444800'))).status).toBe(403);
    expect((await get(url.replace(/session=[^&]+/, `session=${randomUUID()}`))).status).toBe(403);
    expect((await get(url.replace(/signature=.*/, 'signature=x'))).status).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      expect((await get(url)).status).toBe(403);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused to whose rights have changed since', async () => {
    const email = PEOPLE.director;
    const { id } = done(await askFor(clients.director, 'projects', { query: 'scope=units' }));
    await prepareAll();
    expect((await openFile(clients.director, id)).status).toBe(200);
    await sql`delete from school_heads where user_id = ${userIdOf(email)}`.execute(server.db);
    const later = await clientAs(server, email);
    const { status } = await later.post(`/downloads/${id}/link`);
    expect(status).toBe(403);
  });
});

describe('what ends before its time', () => {
  it('is cancelled while it is made: nothing of it stays', async () => {
    const id = await ask();
    async function* endless() {
      for (let n = 0; ; n += 1) {
        if (n === 1) done(await clients.admin.post(`/downloads/${id}/cancel`));
        await new Promise(resolve => setImmediate(resolve));
        yield Buffer.alloc(1000);
      }
    }
    const before = await stored();
    expect(await prepareAll({ makers: makerOf(endless) })).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled', problem: null });
    expect(await stored()).toEqual(before);
    const answer = await clients.admin.post<{ detail: string }>(`/downloads/${id}/link`);
    expect(answer.status).toBe(422);
    // Cancelled again, it is what it was.
    expect(done(await clients.admin.post<{ state: string }>(`/downloads/${id}/cancel`)).state).toBe(
      'cancelled',
    );
  });

  it('says so where the store takes nothing, and leaves nothing half written', async () => {
    const id = await ask();
    const before = await stored();
    // Where its folder should be is a file: every byte was written, and cannot be named.
    await writeFile(path.join((await store()).place, 'downloads', id), '');
    await expect(prepareAll()).rejects.toThrow('No se pudo guardar');
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      problem: 'No se pudo guardar en el almacén de archivos. Avisa a la oficina y pídela de nuevo después.',
    });
    await (await store()).delete(`downloads/${id}`);
    expect(await stored()).toEqual(before);
  });

  it('is asked for once more after it ended, with the rights of then', async () => {
    const id = await ask();
    done(await clients.admin.post(`/downloads/${id}/cancel`));
    const retry = (client: Client) => client.post<Download>(`/downloads/${id}/retry`);
    expect((await retry(clients.dean)).status).toBe(404);
    const before = await stored();
    const twice = await Promise.all([retry(clients.admin), retry(clients.admin)]);
    expect(twice.map(answer => done(answer).state)).toEqual(['waiting', 'waiting']);
    expect(await prepareAll()).toBe(1);
    expect((await openFile(clients.admin, id)).status).toBe(200);
    // What is there stays as it is.
    const ready = done(await retry(clients.admin));
    expect([ready.state, (await stored()).length]).toEqual(['ready', before.length + 1]);

    // The same that is under way by another form is not made twice.
    await sql`update downloads set state = 'expired', storage_key = null where id = ${id}`.execute(server.db);
    const other = await ask();
    expect(done(await retry(clients.admin)).id).toBe(other);
    done(await clients.admin.post(`/downloads/${other}/cancel`));
    const roles = (change: string) =>
      sql`update users set roles = ${sql.raw(change)} where email = ${PEOPLE.admin}`.execute(server.db);
    await roles(`array_remove(roles, 'Admin')`);
    expect((await retry(await clientAs(server, PEOPLE.admin))).status).toBe(403);
    await roles(`roles || '{Admin}'`);
  });

  it.runIf(disk)('says so where the disk is full in the middle, and leaves it as it was', async () => {
    const id = await ask();
    async function* large() {
      for (let n = 0; n < 16; n += 1) yield randomBytes(64 * 1024);
    }
    const files = await createFileStore({ driver: 'local', location: disk ?? '' });
    await expect(prepareAll({ makers: makerOf(large), files })).rejects.toThrow(
      /^No se pudo guardar .* no space left/,
    );
    expect((await stateOf(id))?.problem).toMatch(/^No se pudo guardar en el almacén de archivos/);
    const left = readdirSync(disk ?? '', { recursive: true, withFileTypes: true });
    expect(left.filter(each => each.isFile())).toEqual([]);
  });

  it('fails by a fault of ours in plain words', async () => {
    const id = await ask();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a;b');
      throw new TypeError('x is not a function');
    }
    await expect(prepareAll({ makers: makerOf(broken) })).rejects.toThrow('x is not');
    const found = await stateOf(id);
    expect(found?.state).toBe('failed');
    expect(found?.problem).toMatch(/^No se pudo preparar: algo falló de nuestro lado/);
  });

  it('goes on where a server died, and gives up after three of them', async () => {
    const id = await ask();
    for (let n = 0; n < 3; n += 1) {
      expect(await claimNext(server.db)).toMatchObject({ id, attempts: n + 1 });
      // Somebody works on it: nobody else does.
      expect(await claimNext(server.db)).toBeUndefined();
      await sql`update downloads set claimed_until = now() - interval '1 second' where id = ${id}`.execute(
        server.db,
      );
    }
    await prepareAll();
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      problem:
        'No se pudo preparar: se interrumpió varias veces. Pídela de nuevo; si se repite, avisa a la oficina.',
    });
    const second = await ask();
    await claimNext(server.db);
    await sql`update downloads set claimed_until = now() - interval '1 second' where id = ${second}`.execute(
      server.db,
    );
    expect(await prepareAll()).toBe(1);
    expect((await stateOf(second))?.state).toBe('ready');
  });

  it('is not made for somebody who was blocked meanwhile', async () => {
    const { id } = done(await askFor(clients.otherDean, 'projects'));
    await sql`update users set state = 'blocked' where email = ${PEOPLE.otherDean}`.execute(server.db);
    await prepareAll();
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      problem: 'Quien la pidió ya no tiene una cuenta activa.',
    });
    await sql`update users set state = 'active' where email = ${PEOPLE.otherDean}`.execute(server.db);
  });

  it('goes from the store after its days, and from the list after a month', async () => {
    const id = await ask('period=2025-1');
    await prepareAll();
    await sql`update downloads set expires_at = now() - interval '1 minute' where id = ${id}`.execute(
      server.db,
    );
    const keys = await stored();
    await cleanDownloads(server.db, await store());
    expect(await stateOf(id)).toMatchObject({ state: 'expired' });
    expect(keys.filter(key => key.includes(id))).toHaveLength(1);
    expect((await stored()).filter(key => key.includes(id))).toHaveLength(0);
    expect((await clients.admin.post(`/downloads/${id}/link`)).status).toBe(422);
    await sql`update downloads set ended_at = now() - interval '31 days' where id = ${id}`.execute(server.db);
    await cleanDownloads(server.db, await store());
    expect(await stateOf(id)).toBeUndefined();
  });
});
