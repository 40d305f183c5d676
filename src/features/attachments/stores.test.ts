import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { type Client, clientAs } from '../../../test/client.ts';
import { PEOPLE } from '../../../test/demo.ts';
import { type Created, detailOf, done, startDraft } from '../../../test/factories.ts';
import { checkArrived, makeChecksDue } from '../../../test/files.ts';
import { largePdf } from '../../../test/samples.ts';
import { type Fate, type SpoiledStore, spoilStore } from '../../../test/spoiled-store.ts';
import { keysIn, STORES, startS3, startStore, type TestStore } from '../../../test/stores.ts';
import { createFileStore, type FileStore, FOLDERS, StoreError } from '../../server/files/store.ts';
import type { ProjectFile } from '../project-record/detail/contract.ts';
import { cleanFiles } from './jobs.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const CHUNK = 5 * MB;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** The smallest PDF that is one by its content. */
const SMALLEST = 9;
const SIZES = [SMALLEST, CHUNK - 1, CHUNK, CHUNK + 1, 12 * MB, 26 * MB];

interface Upload {
  id: string;
  received: number;
}
interface Finished {
  file: ProjectFile;
  known: boolean;
}

let server: TestApp;
let academic: Client;
let project: Created;
let store: FileStore;

async function open(files: TestStore['files']): Promise<void> {
  server = await startApp({ files });
  store = await createFileStore(files);
  academic = await clientAs(server, PEOPLE.academic);
}

const uploads = () => `/projects/pacs/${project.id}/uploads`;
const start = (bytes: Buffer, name = 'informe.pdf') =>
  academic.post<Upload>(uploads(), {
    name,
    size: bytes.length,
    documentType: 'other',
    fingerprint: sha256(bytes),
  });
const sendAt = (id: string, bytes: Buffer, offset: number) =>
  academic.put<Upload>(`${uploads()}/${id}/chunks/${offset}`, bytes.subarray(offset, offset + CHUNK));
const finish = (id: string) => academic.post<Finished>(`${uploads()}/${id}/finish`);
/** And lets the job check what arrived. */
async function finishChecked(id: string) {
  const answer = await finish(id);
  await checkArrived(server);
  return answer;
}
const fileNow = async (id: string) => (await detailOf(academic, project)).files.find(f => f.id === id);

async function sendAll(bytes: Buffer, { id, received }: Upload): Promise<void> {
  for (let offset = received; offset < bytes.length; offset += CHUNK) done(await sendAt(id, bytes, offset));
}

async function upload(bytes: Buffer): Promise<ProjectFile> {
  const begun = done(await start(bytes));
  await sendAll(bytes, begun);
  const { file } = done(await finishChecked(begun.id));
  expect(await fileNow(file.id)).toMatchObject({ state: 'ready' });
  return file;
}

const addressOf = async (file: ProjectFile) => {
  const path = `/projects/pacs/${project.id}/files/${file.id}/link`;
  return `${server.url}/api${done(await academic.post<{ url: string }>(path)).url}`;
};

async function download(file: ProjectFile, headers: Record<string, string> = {}) {
  const answer = await fetch(await addressOf(file), { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function checkLater(): Promise<void> {
  await makeChecksDue(server);
  await checkArrived(server);
}

beforeEach(async () => {
  project = await startDraft(academic);
});

describe.each(STORES)('on %s', which => {
  let given: TestStore;
  beforeAll(async () => {
    given = await startStore(which);
    await open(given.files);
  });
  afterAll(async () => {
    await server.close();
    await given.close();
  });

  it.each(SIZES)('a file of %i bytes is uploaded, downloaded, and deleted without a trace', async size => {
    const bytes = largePdf(size);
    const file = await upload(bytes);
    expect(file).toMatchObject({ size, sha256: sha256(bytes) });
    const whole = await download(file);
    expect(whole.answer.status).toBe(200);
    expect(whole.bytes.equals(bytes)).toBe(true);
    expect(await keysIn(store, 'uploads')).toEqual([]);
    done(await academic.delete(`/projects/pacs/${project.id}/files/${file.id}`));
    expect(await keysIn(store, 'files')).toEqual([]);
  });

  it('a file of one byte, which has no type, is refused and leaves nothing', async () => {
    const bytes = Buffer.from('x');
    const begun = done(await start(bytes));
    expect((await sendAt(begun.id, bytes, 0)).status).toBe(415);
    expect((await finish(begun.id)).status).toBe(404);
    expect([...(await keysIn(store, 'uploads')), ...(await keysIn(store, 'files'))]).toEqual([]);
  });

  it('an upload that broke off goes on, and one given up leaves nothing', async () => {
    const bytes = largePdf(12 * MB);
    const begun = done(await start(bytes));
    done(await sendAt(begun.id, bytes, 0));
    const again = done(await start(bytes));
    expect(again).toMatchObject({ id: begun.id, received: CHUNK });
    await sendAll(bytes, again);
    const { file } = done(await finishChecked(begun.id));
    expect((await download(file)).bytes.equals(bytes)).toBe(true);
    done(await academic.delete(`/projects/pacs/${project.id}/files/${file.id}`));

    const left = largePdf(12 * MB);
    const other = done(await start(left, 'otro.pdf'));
    done(await sendAt(other.id, left, 0));
    expect(await keysIn(store, 'uploads')).toHaveLength(1);
    done(await academic.delete(`${uploads()}/${other.id}`));
    expect([...(await keysIn(store, 'uploads')), ...(await keysIn(store, 'files'))]).toEqual([]);
  });

  it('a file of the bases of a call is kept, opened in part, and goes with the call', async () => {
    const admin = await clientAs(server, PEOPLE.admin);
    const { id } = done(
      await admin.post<{ id: string }>('/calls', { name: 'Fondo', year: 2026, kind: 'fexs' }),
    );
    const bytes = largePdf(CHUNK);
    const file = done(await admin.put<{ id: string }>(`/calls/${id}/files?name=bases.pdf`, bytes));
    const headers = { authorization: `Bearer ${admin.token}`, range: 'bytes=100-199' };
    const answer = await fetch(`${server.url}/api/calls/${id}/files/${file.id}`, { headers });
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    expect(await keysIn(store, 'calls')).toHaveLength(1);
    done(await admin.delete(`/calls/${id}`));
    expect(await keysIn(store, 'calls')).toEqual([]);
  });

  it('a file that got lost or damaged is whole again once somebody uploads it again', async () => {
    const bytes = largePdf(CHUNK + 1);
    const file = await upload(bytes);
    for (const spoil of [
      (key: string) => store.put(key, Buffer.from('something else')),
      (key: string) => store.delete(key),
    ]) {
      const [key = ''] = await keysIn(store, 'files');
      await spoil(key);
      const begun = done(await start(bytes, 'otra vez.pdf'));
      await sendAll(bytes, begun);
      expect(done(await finishChecked(begun.id))).toMatchObject({
        known: true,
        file: { id: file.id, name: file.name },
      });
      expect((await download(file)).bytes.equals(bytes)).toBe(true);
      expect(await keysIn(store, 'files')).toHaveLength(1);
    }
    done(await academic.delete(`/projects/pacs/${project.id}/files/${file.id}`));
    expect(await keysIn(store, 'files')).toEqual([]);
  });

  it('the clock removes what no row names, a day later, and nothing else', async () => {
    const admin = await clientAs(server, PEOPLE.admin);
    const { id } = done(
      await admin.post<{ id: string }>('/calls', { name: 'Fondo', year: 2026, kind: 'fexs' }),
    );
    done(await admin.put(`/calls/${id}/files?name=bases.pdf`, largePdf(1000)));
    const file = await upload(largePdf(1000));
    const bytes = largePdf(CHUNK + 1);
    const begun = done(await start(bytes));
    done(await sendAt(begun.id, bytes, 0));
    // Its row is taken up again a day later, its first chunk is not.
    const later = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    await server.db.updateTable('uploads').set({ created_at: later }).where('id', '=', begun.id).execute();
    const all = async () => (await Promise.all(FOLDERS.map(folder => keysIn(store, folder)))).flat();
    const named = await all();
    expect(named).toHaveLength(3);
    const left = ['files/none/x', 'calls/none/x', 'probe/x', 'restore/x', 'unfinished/x'];
    for (const key of [...left, `uploads/${randomUUID()}/000000000000`])
      await store.put(key, Buffer.from('x'));
    await store.put('somebody/elses', Buffer.from('x'));
    await cleanFiles(server.db, store);
    expect(await all()).toHaveLength(9);
    await cleanFiles(server.db, store, new Date(Date.now() + 25 * HOUR_MS));
    expect(await all()).toEqual(named);
    expect(await keysIn(store, 'somebody')).toEqual(['somebody/elses']);
    expect((await download(file)).answer.status).toBe(200);
    await store.deleteAll('somebody');
    for (const folder of FOLDERS) await store.deleteAll(folder);
  });

  it('parts of a file are served as asked for', async () => {
    const bytes = largePdf(12 * MB);
    const file = await upload(bytes);
    const whole = await download(file);
    expect(whole.answer.headers.get('accept-ranges')).toBe('bytes');
    const tag = whole.answer.headers.get('etag') ?? '';
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=100-199', 100, 200],
      [`bytes=${9 * MB}-`, 9 * MB, 12 * MB],
      ['bytes=-5', 12 * MB - 5, 12 * MB],
      [`bytes=0-${99 * MB}`, 0, 12 * MB],
    ];
    for (const [range, from, to] of cases) {
      const { answer, bytes: part } = await download(file, { range, 'if-range': tag });
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
      expect(part.equals(bytes.subarray(from, to))).toBe(true);
    }
    const beyond = await download(file, { range: `bytes=${12 * MB}-` });
    expect(beyond.answer.status).toBe(416);
    expect(beyond.answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    // Of another version no part fits.
    const { answer } = await download(file, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect(answer.status).toBe(200);
  });
});

describe('with a store that fails', () => {
  let given: Awaited<ReturnType<typeof startS3>>;
  let spoiled: SpoiledStore;
  let fateOf: (n: number, method: string) => Fate;
  beforeAll(async () => {
    given = await startS3('fauxqs');
    spoiled = await spoilStore(given.files.endpoint ?? '', (n, method) => fateOf(n, method));
    fateOf = () => 'pass';
    await open({ ...given.files, endpoint: spoiled.endpoint });
  });
  afterEach(() => {
    fateOf = () => 'pass';
  });
  afterAll(async () => {
    await server.close();
    await spoiled.close();
    await given.close();
  });

  it('at every fifth request, an upload of 50 MB is stored and comes back', async () => {
    const ways: Fate[] = ['error', 'silence', 'break'];
    fateOf = n => (n % 5 === 0 ? (ways[(n / 5) % ways.length] ?? 'error') : 'pass');
    const bytes = largePdf(50 * MB);
    const file = await upload(bytes);
    expect(file.sha256).toBe(sha256(bytes));
    expect((await download(file)).bytes.equals(bytes)).toBe(true);
  });

  it('when all has arrived, the file waits for its check, without being sent again', async () => {
    const bytes = largePdf(12 * MB);
    const begun = done(await start(bytes));
    await sendAll(bytes, begun);
    fateOf = () => 'error';
    const { file } = done(await finish(begun.id));
    await expect(checkArrived(server)).rejects.toThrow(StoreError);
    expect(await fileNow(file.id)).toMatchObject({ state: 'checking' });
    expect(await academic.post(`/projects/pacs/${project.id}/files/${file.id}/link`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('se está revisando') },
    });
    fateOf = () => 'pass';
    await checkLater();
    expect((await download(file)).bytes.equals(bytes)).toBe(true);
  });

  it('by changing bytes, nothing is said to be stored: not a chunk, not a file', async () => {
    const bytes = largePdf(2 * MB);
    const begun = done(await start(bytes));
    const changed = (_n: number, method: string): Fate => (method === 'PUT' ? 'alter' : 'pass');
    fateOf = changed;
    expect((await sendAt(begun.id, bytes, 0)).status).toBe(503);
    fateOf = () => 'pass';
    expect(done(await start(bytes))).toMatchObject({ received: 0 });
    await sendAll(bytes, begun);
    fateOf = changed;
    const { file } = done(await finish(begun.id));
    await expect(checkArrived(server)).rejects.toThrow('cambia lo que guarda');
    expect(await fileNow(file.id)).toMatchObject({ state: 'checking' });
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
    fateOf = () => 'pass';
    await checkLater();
    expect(file.sha256).toBe(sha256(bytes));
    expect((await download(file)).bytes.equals(bytes)).toBe(true);
  });

  it('a finish that is refused leaves no object', async () => {
    const bytes = largePdf(1000);
    const begun = done(await start(bytes));
    await sendAll(bytes, begun);
    await server.db.updateTable('projects').set({ status: 'closed' }).where('id', '=', project.id).execute();
    expect((await finish(begun.id)).status).toBe(403);
    expect(await keysIn(store, `files/${project.id}`)).toEqual([]);
  });

  it('when it reads back nothing, a chunk that was counted already stays in its place', async () => {
    const bytes = largePdf(1000);
    const begun = done(await start(bytes));
    done(await sendAt(begun.id, bytes, 0));
    // As the second request saw it: it had begun before the first was counted.
    const count = (received: number) =>
      server.db.updateTable('uploads').set({ received }).where('id', '=', begun.id).execute();
    await count(0);
    fateOf = (_n, method) => (method === 'GET' ? 'error' : 'pass');
    expect((await sendAt(begun.id, bytes, 0)).status).toBe(503);
    await count(bytes.length);
    fateOf = () => 'pass';
    const { file } = done(await finishChecked(begun.id));
    expect((await download(file)).bytes.equals(bytes)).toBe(true);
  });

  it('while deleting, the file is gone all the same: the clock removes what is left', async () => {
    const file = await upload(largePdf(1000));
    fateOf = (_n, method) => (method === 'DELETE' ? 'error' : 'pass');
    done(await academic.delete(`/projects/pacs/${project.id}/files/${file.id}`));
    expect((await detailOf(academic, project)).files).toEqual([]);
  });

  it('while it is away, a download says so in words and readiness tells', async () => {
    const file = await upload(largePdf(1000));
    const address = await addressOf(file);
    fateOf = () => 'error';
    const answer = await fetch(address);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(answer.headers.get('content-disposition')).toBeNull();
    const ready = await fetch(`${server.url}/api/ready`);
    expect(await ready.json()).toMatchObject({ status: 'failed', checks: { storage: 'failed' } });
  });
});
