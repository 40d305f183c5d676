import { createHash, randomBytes } from 'node:crypto';
import { stat as statFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fate, type SpoiledStore, spoilStore } from '../../../test/spoiled-store.ts';
import { keysIn, STORES, startS3, startStore, type TestStore } from '../../../test/stores.ts';
import { hashStored, probeStore, putChecked } from './check.ts';
import { createFileStore, type FileStore, StoreError } from './store.ts';

const MB = 1024 * 1024;
const SIZES = [1, 5 * MB - 1, 5 * MB, 5 * MB + 1, 8 * MB, 12 * MB, 50 * MB];
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

async function* inPieces(bytes: Buffer, piece = 300_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

describe.each(STORES)('on %s', which => {
  let given: TestStore;
  let store: FileStore;
  beforeAll(async () => {
    given = await startStore(which);
    store = await createFileStore(given.files);
  });
  afterAll(() => given.close());
  afterEach(() => store.deleteAll('files'));

  it.each(SIZES)('%i bytes come back as they went in, whole and in part', async size => {
    const bytes = randomBytes(size);
    const hash = await putChecked(store, 'files/a/one', inPieces(bytes));
    expect(hash.equals(sha256(bytes))).toBe(true);
    expect((await buffer(await store.read('files/a/one'))).equals(bytes)).toBe(true);
    expect(await store.stat('files/a/one')).toMatchObject({ key: 'files/a/one', size });
    const [start, end] = [size >> 1, Math.min(size - 1, (size >> 1) + MB)];
    const part = await buffer(await store.read('files/a/one', { start, end }));
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    await store.copy('files/a/one', 'files/b/two');
    expect((await hashStored(store, 'files/b/two')).equals(hash)).toBe(true);
  });

  it('an object is put in place of another one', async () => {
    await store.put('files/a/one', Buffer.from('first, and longer'));
    await store.put('files/a/one', Readable.from([Buffer.from('second')]));
    expect((await buffer(await store.read('files/a/one'))).toString()).toBe('second');
  });

  it('what is deleted is gone, and only that', async () => {
    for (const key of ['files/a/1', 'files/a/2', 'files/ab/3', 'files/b/4'])
      await store.put(key, Buffer.from(key));
    expect(await keysIn(store, 'files')).toEqual(['files/a/1', 'files/a/2', 'files/ab/3', 'files/b/4']);
    await store.delete('files/b/4');
    await store.delete('files/b/4');
    expect(await store.stat('files/b/4')).toBeUndefined();
    await store.deleteAll('files/a');
    await store.deleteAll('files/a');
    expect(await keysIn(store, 'files')).toEqual(['files/ab/3']);
  });

  it('a list is longer than what a store tells at once', async () => {
    const keys = Array.from({ length: 1_050 }, (_, n) => `files/many/${String(n).padStart(4, '0')}`);
    for (let n = 0; n < keys.length; n += 50)
      await Promise.all(keys.slice(n, n + 50).map(key => store.put(key, Buffer.from('x'))));
    expect(await keysIn(store, 'files')).toEqual(keys);
    await store.deleteAll('files/many');
    expect(await keysIn(store, 'files')).toEqual([]);
  });

  it('what is not there is told as such', async () => {
    expect(await store.stat('files/none')).toBeUndefined();
    expect(await keysIn(store, 'nothing')).toEqual([]);
    await expect(store.read('files/none')).rejects.toThrow(StoreError);
    await expect(store.copy('files/none', 'files/other')).rejects.toThrow(StoreError);
  });

  it('content that breaks off leaves nothing behind, and its own error', async () => {
    const broken = new Error('the sender went away');
    async function* pieces() {
      for (let n = 0; n < 12; n += 1) yield randomBytes(MB);
      throw broken;
    }
    await expect(putChecked(store, 'files/a/half', pieces())).rejects.toBe(broken);
    expect(await store.stat('files/a/half')).toBeUndefined();
    expect(await keysIn(store, 'unfinished')).toEqual([]);
  });

  it('what nobody reads to its end holds up nothing', async () => {
    await store.put('files/a/one', randomBytes(6 * MB));
    for (let n = 0; n < 60; n += 1) (await store.read('files/a/one')).destroy();
    for (let n = 0; n < 60; n += 1) for await (const _bytes of await store.read('files/a/one')) break;
    expect((await buffer(await store.read('files/a/one'))).length).toBe(6 * MB);
  });

  it('passes the probe, which leaves nothing behind', async () => {
    await probeStore(store);
    expect(await keysIn(store, 'probe')).toEqual([]);
  });
});

describe('a local folder', () => {
  let given: TestStore;
  let store: FileStore;
  beforeEach(async () => {
    given = await startStore('local');
    store = await createFileStore(given.files);
  });
  afterEach(() => given.close());

  it('is readable by the account of the server alone', async () => {
    await store.put('files/a/one', Buffer.from('x'));
    const modeOf = async (name: string) => (await statFile(path.join(store.place, name))).mode & 0o777;
    expect([await modeOf('files/a/one'), await modeOf('files/a')]).toEqual([0o600, 0o700]);
  });

  it('is not left by a key', async () => {
    await expect(store.put('../outside', Buffer.from('x'))).rejects.toThrow(StoreError);
    await expect(store.deleteAll('files/../..')).rejects.toThrow(StoreError);
  });

  it('that cannot be written stops the start by its name', async () => {
    await store.put('probe', Buffer.from('a file where a folder is needed'));
    await expect(probeStore(store)).rejects.toThrow(
      given.files.driver === 'local' ? given.files.location : '',
    );
    await expect(probeStore(store)).rejects.toMatchObject({ isAway: false });
  });
});

describe('an S3 store that fails', () => {
  let given: Awaited<ReturnType<typeof startS3>>;
  let spoiled: SpoiledStore | undefined;
  beforeAll(async () => {
    given = await startS3('fauxqs');
  });
  afterAll(() => given.close());
  afterEach(() => spoiled?.close());

  async function spoil(fateOf: (n: number, method: string) => Fate): Promise<FileStore> {
    spoiled = await spoilStore(given.files.endpoint ?? '', fateOf);
    return createFileStore({ ...given.files, endpoint: spoiled.endpoint });
  }

  it('at every fifth request, in whatever way, loses nothing of a large file', async () => {
    const ways: Fate[] = ['error', 'silence', 'break'];
    const store = await spoil(n => (n % 5 === 0 ? (ways[(n / 5) % ways.length] ?? 'error') : 'pass'));
    const bytes = randomBytes(50 * MB);
    for (const key of ['files/large/1', 'files/large/2', 'files/large/3']) {
      expect((await putChecked(store, key, inPieces(bytes))).equals(sha256(bytes))).toBe(true);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
      const part = await buffer(await store.read(key, { start: 20 * MB, end: 30 * MB }));
      expect(part.equals(bytes.subarray(20 * MB, 30 * MB + 1))).toBe(true);
    }
    await store.deleteAll('files/large');
    expect(await keysIn(store, 'files/large')).toEqual([]);
    expect(spoiled?.requests()).toBeGreaterThan(40);
  });

  it('in the middle of every answer goes on from where each broke off', async () => {
    const bytes = randomBytes(3 * MB);
    await (await createFileStore(given.files)).put('files/broken', bytes);
    let left = 4;
    const store = await spoil((_n, method) => (method === 'GET' && left-- > 0 ? 'break' : 'pass'));
    expect((await buffer(await store.read('files/broken'))).equals(bytes)).toBe(true);
    expect(spoiled?.requests()).toBe(5);
  });

  it('for good is named, and counts as away', async () => {
    const store = await spoil(() => 'error');
    await expect(store.put('files/x', Buffer.from('x'))).rejects.toMatchObject({ isAway: true });
    await expect(probeStore(store)).rejects.toThrow(`${spoiled?.endpoint}, bucket vinculacion`);
    await expect(store.stat('files/x')).rejects.toMatchObject({ isAway: true });
  });

  it('because a setting is wrong does not count as away', async () => {
    const store = await createFileStore({ ...given.files, bucket: 'another-bucket' });
    await expect(probeStore(store)).rejects.toMatchObject({ isAway: false });
  });

  it.each([100, 12 * MB])('by changing one of %i bytes is found out, and nothing of it stays', async size => {
    const store = await spoil((_n, method) => (method === 'PUT' ? 'alter' : 'pass'));
    await expect(putChecked(store, 'files/changed', [randomBytes(size)])).rejects.toThrow(
      'cambia lo que guarda',
    );
    expect(await store.stat('files/changed')).toBeUndefined();
    await expect(probeStore(store)).rejects.toMatchObject({ isAway: false });
  });
});
