import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUniversityDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertProject } from '../../../test/rows.ts';
import { type SpoiledStore, spoilStore } from '../../../test/spoiled-store.ts';
import { keysIn, STORES, startS3, startStore, type TestStore } from '../../../test/stores.ts';
import { DEMO_CALL } from '../../demo/seed/call.ts';
import { hashStored, putHashed } from '../../server/files/check.ts';
import { createFileStore, type FileStore } from '../../server/files/store.ts';
import { type Database, openDatabase } from '../pool.ts';
import { backup } from './backup.ts';
import { checkFiles, unframe } from './check-files.ts';
import { restore } from './restore.ts';
import { readStoredFiles, tablesNamingFiles } from './stored-files.ts';

const MB = 1024 * 1024;
const SIZES = [1, 5 * MB - 1, 5 * MB + 1, 12 * MB, 20 * MB];

let folder: string;
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-archives-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await createUniversityDatabase();
  await database.db.destroy();
  // As a maintenance command opens it; a pool named like the application counts as the application.
  db = openDatabase(database.url, { applicationName: 'prueba', max: 3 });
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});

const newArchive = () => path.join(folder, `${randomBytes(6).toString('hex')}.tar.gz`);

/** A project with a file of each size, and a call whose bases are one more. */
async function fill(store: FileStore, sizes: number[]): Promise<void> {
  const { id, lead: person } = await insertProject(db, { title: 'Con archivos' });
  for (const size of sizes) {
    const row = await stored(store, `files/${id}/${size}`, size, person);
    await db
      .insertInto('files')
      .values({ ...row, project_id: id, document_type: 'other' })
      .execute();
  }
  const bases = await stored(store, `calls/${DEMO_CALL}/bases`, 9 * MB, person);
  await db
    .insertInto('call_files')
    .values({ ...bases, call_id: DEMO_CALL })
    .execute();
}

async function stored(store: FileStore, key: string, size: number, person: string) {
  const sha256 = await putHashed(store, key, [randomBytes(size)]);
  const named = { name: 'archivo.pdf', size, content_type: 'application/pdf' };
  return { ...named, sha256, storage_key: key, uploaded_by: person };
}

/** Keys whose content is not what the rows say, or is not there. */
async function wrongKeys(store: FileStore): Promise<string[]> {
  const wrong: string[] = [];
  for (const { key, sha256 } of await readStoredFiles(db)) {
    const found = (await store.stat(key)) && (await hashStored(store, key)).toString('hex');
    if (found !== sha256) wrong.push(key);
  }
  return wrong;
}

it('every table that names an object of the store has what a backup needs of it', async () => {
  expect(await tablesNamingFiles(db)).toEqual([
    ...['agreement_files', 'call_files', 'certificates', 'downloads', 'file_renditions', 'files'],
  ]);
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'sha256' and data_type = 'bytea' order by 1`.execute(db);
  expect(rows.map(row => row.table)).toEqual(expect.arrayContaining(await tablesNamingFiles(db)));
});

describe.each(STORES)('on %s', which => {
  let given: TestStore;
  let store: FileStore;
  beforeAll(async () => {
    given = await startStore(which);
    store = await createFileStore(given.files);
  });
  afterAll(() => given.close());

  it('a backup holds every file, of calls too, and a restore brings back what was lost or damaged', async () => {
    await fill(store, SIZES);
    const all = await readStoredFiles(db);
    const saved = await backup(db, store, newArchive());
    expect(saved).toMatchObject({ files: SIZES.length + 1, missing: [] });
    const [damaged, , ...lost] = all.map(file => file.key);
    await store.put(damaged ?? '', Buffer.from('something else'));
    for (const key of lost) await store.delete(key);
    expect(await wrongKeys(store)).toEqual([damaged, ...lost]);

    const result = await restore(db, store, saved.file, { replace: true });
    expect(result).toMatchObject({ files: SIZES.length + 1, missing: [] });
    expect(await wrongKeys(store)).toEqual([]);
    expect(await keysIn(store, 'restore')).toEqual([]);
  });

  it('a file that is gone is named, and one that is damaged stops the backup', async () => {
    await fill(store, [100]);
    const [bases, file] = (await readStoredFiles(db)).map(stored => stored.key);
    await store.delete(bases ?? '');
    expect((await backup(db, store, newArchive())).missing).toEqual([bases]);
    await store.put(file ?? '', Buffer.from('something else'));
    await expect(backup(db, store, newArchive())).rejects.toThrow(`${file} está dañado`);
  });
});

describe('a store that kept uploads in the frame they travelled in', () => {
  let given: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    given = await startS3('s3rver');
  });
  afterAll(() => given.close());

  /** As the client library sends a stream unless told otherwise. */
  async function putFramed(key: string, bytes: Buffer): Promise<void> {
    const { bucket: Bucket, endpoint = '', region, accessKeyId, secretAccessKey } = given.files;
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    const Body = Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)], { objectMode: false });
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: bytes.length }));
    client.destroy();
  }

  it('has its files repaired, and what cannot be is named and left as it is', async () => {
    const store = await createFileStore(given.files);
    await fill(store, [100, 2 * MB, 3 * MB]);
    const [bases = '', small = '', large = '', gone = ''] = (await readStoredFiles(db)).map(({ key }) => key);
    for (const key of [bases, small]) await putFramed(key, await buffer(await store.read(key)));
    await store.put(large, Buffer.from('100\r\nsomething else'));
    await store.delete(gone);
    expect((await wrongKeys(store)).sort()).toEqual([bases, gone, large, small].sort());

    const found = { checked: 4, missing: [gone], damaged: [large], framed: [bases, small] };
    expect(await checkFiles(db, store)).toEqual(found);
    expect(await wrongKeys(store)).toHaveLength(4);
    expect(await checkFiles(db, store, { repair: true })).toEqual(found);
    expect((await wrongKeys(store)).sort()).toEqual([gone, large].sort());
    expect(await checkFiles(db, store)).toEqual({ ...found, framed: [] });
    expect((await buffer(await store.read(large))).toString()).toContain('something else');
    expect(await keysIn(store, 'restore')).toEqual([]);
  });

  it('has them read however the frame arrives', async () => {
    const inPieces = fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 400 }),
      async (chunks, piece) => {
        const lines = [...chunks, new Uint8Array()].flatMap(chunk => [
          Buffer.from(`${chunk.length.toString(16)}\r\n`),
          Buffer.from(chunk),
          Buffer.from('\r\n'),
        ]);
        const framed = Buffer.concat([...lines, Buffer.from('x-amz-checksum-crc32:AAAAAA==\r\n\r\n')]);
        async function* arriving() {
          for (let at = 0; at < framed.length; at += piece) yield framed.subarray(at, at + piece);
        }
        expect(await buffer(unframe(arriving()))).toEqual(Buffer.concat(chunks));
      },
    );
    await fc.assert(inPieces);
  });
});

describe('through a store that changes what it stores', () => {
  let given: Awaited<ReturnType<typeof startS3>>;
  let spoiled: SpoiledStore;
  beforeAll(async () => {
    given = await startS3('fauxqs');
    spoiled = await spoilStore(given.files.endpoint ?? '', (_n, method) =>
      method === 'PUT' ? 'alter' : 'pass',
    );
  });
  afterAll(async () => {
    await spoiled.close();
    await given.close();
  });

  it('a restore is refused, and the database stays as it was', async () => {
    const store = await createFileStore(given.files);
    await fill(store, [MB]);
    const saved = await backup(db, store, newArchive());
    await db.updateTable('projects').set({ title: 'Después del respaldo' }).execute();
    await store.deleteAll('files');
    const wrong = await createFileStore({ ...given.files, endpoint: spoiled.endpoint });
    await expect(restore(db, wrong, saved.file, { replace: true })).rejects.toThrow('cambia lo que guarda');
    expect(await db.selectFrom('projects').select('title').execute()).toEqual([
      { title: 'Después del respaldo' },
    ]);
  });
});
