import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, createUniversityDatabase, type TestDatabase } from '../../../test/database.ts';
import { newFolder } from '../../../test/program.ts';
import { insertProject } from '../../../test/rows.ts';
import { firstRun } from '../../first-run.ts';
import { parseEnv } from '../../server/env.ts';
import { createFileStore, type FileStore } from '../../server/files/store.ts';
import { type DatabaseServer, startEmbedded } from '../embedded/embedded.ts';
import { migrateWithin, pendingMigrations, readMigrations } from '../migrate.ts';
import { type Database, openDatabase } from '../pool.ts';
import { digestOf, readTables } from './archive.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const DEBIAN_15 = '/usr/lib/postgresql/15/bin';
const NASTY = 'Niñez «Ñuble» \\n "comillas" \'simples\' \t tab\nlínea 🎻 </script> \\u0041 {"a":1}';
const CONTENT = randomBytes(3_000_000);

let folder: string;
let older: DatabaseServer | undefined;
let opened: (() => Promise<void>)[];

beforeAll(async () => {
  folder = await newFolder();
  if (existsSync(DEBIAN_15))
    older = await startEmbedded({ dataDir: path.join(folder, 'pg15'), pgBin: DEBIAN_15, owner: 'pruebas' });
});
afterAll(async () => {
  await older?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const close of opened) await close();
});

/** As a maintenance command opens it; a pool named like the application counts as the application. */
function open(url: string): Database {
  const db = openDatabase(url, { applicationName: 'prueba', max: 3 });
  opened.unshift(() => db.destroy());
  return db;
}

async function testDatabase(make: () => Promise<TestDatabase>): Promise<Database> {
  const database = await make();
  await database.db.destroy();
  opened.push(() => database.drop());
  return open(database.url);
}

/** An empty database on another server: PostgreSQL 15 where this machine has it. */
async function elsewhere(): Promise<Database> {
  if (!older) return testDatabase(createEmptyDatabase);
  const admin = openDatabase(older.url, { max: 1 });
  const name = `other_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name} template template0`).execute(admin);
  await admin.destroy();
  const url = new URL(older.url);
  url.pathname = `/${name}`;
  return open(url.href);
}

const newStore = async (): Promise<FileStore> =>
  createFileStore({ driver: 'local', location: await mkdtemp(path.join(folder, 'files-')) });
const newArchive = () => path.join(folder, `${randomBytes(6).toString('hex')}.tar.gz`);

/** The demo university with one project that holds every kind of value. */
async function filledDatabase(store: FileStore): Promise<Database> {
  const db = await testDatabase(createUniversityDatabase);
  const { id, lead } = await insertProject(db, {
    title: NASTY,
    start_date: '2026-03-01',
    due_at: '2026-03-31T23:59:59.123456Z',
  });
  const data = JSON.stringify({ text: NASTY, list: [1, 2.5, null], big: '9007199254740993' });
  await db.insertInto('project_sections').values({ project_id: id, section: 'diagnosis', data }).execute();
  for (let n = 0; n < 3; n++)
    await db
      .insertInto('audit')
      .values({ action: 'test', object_type: 'project', object_id: id, changes: '{"a":[1,2]}' })
      .execute();
  await store.put('projects/one.bin', CONTENT);
  await db
    .insertInto('files')
    .values({
      project_id: id,
      document_type: 'carta',
      name: 'carta ñ.pdf',
      size: CONTENT.length,
      content_type: 'application/pdf',
      sha256: createHash('sha256').update(CONTENT).digest(),
      storage_key: 'projects/one.bin',
      uploaded_by: lead,
    })
    .execute();
  return db;
}

/** Everything that must be the same afterwards. The list of backups grows by the backup itself. */
async function stateOf(db: Database) {
  return db.transaction().execute(async trx => {
    const tables: Record<string, unknown> = {};
    for (const table of await readTables(trx))
      if (table.name !== 'backups') tables[table.name] = await digestOf(trx, table);
    const { rows: constraints } = await sql`
      select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, convalidated from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`.execute(trx);
    const { rows: triggers } = await sql`
      select tgname, tgenabled from pg_trigger where not tgisinternal order by tgname`.execute(trx);
    return { tables, constraints, triggers };
  });
}

test('a database moves from the embedded server to another one and back with every row and file', async () => {
  const [storeA, storeB, storeC] = [await newStore(), await newStore(), await newStore()];
  const source = await filledDatabase(storeA);
  const before = await stateOf(source);
  const first = await backup(source, storeA, newArchive());
  expect(first.files).toBe(1);

  const target = await elsewhere();
  const moved = await restore(target, storeB, first.file);
  expect(moved).toMatchObject({ rows: first.rows, files: 1, missing: [] });
  expect(await stateOf(target)).toEqual(before);
  expect((await buffer(await storeB.read('projects/one.bin'))).equals(CONTENT)).toBe(true);

  const second = await backup(target, storeB, newArchive());
  const home = await filledDatabase(storeC);
  await restore(home, storeC, second.file, { replace: true });
  expect(await stateOf(home)).toEqual(before);
  expect(await pendingMigrations(home)).toEqual([]);
});

describe('after a restore', () => {
  let db: Database;
  beforeEach(async () => {
    const store = await newStore();
    const { file } = await backup(await filledDatabase(store), store, newArchive());
    db = await elsewhere();
    await restore(db, store, file);
  });

  test('numbers continue after the last one', async () => {
    const { id } = await db
      .insertInto('audit')
      .values({ action: 'next', object_type: 'x', object_id: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { max } = await db
      .selectFrom('audit')
      .select(eb => eb.fn.max('id').as('max'))
      .executeTakeFirstOrThrow();
    expect(id).toBe(max);
  });

  test('the audit still cannot be changed, nor references broken', async () => {
    await expect(db.updateTable('audit').set({ action: 'x' }).execute()).rejects.toThrow('audit entries');
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow('audit entries');
    await expect(db.deleteFrom('faculties').execute()).rejects.toMatchObject({ code: '23503' });
  });
});

test('the backup is noted where the administrator sees it', async () => {
  const store = await newStore();
  const db = await filledDatabase(store);
  const { rows, files, bytes, sha256, file } = await backup(db, store, newArchive());
  const noted = await db.selectFrom('backups').selectAll().execute();
  expect(noted).toMatchObject([{ rows, files, bytes, sha256 }]);
  expect(
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ).toBe(sha256);
});

test('what is written meanwhile is in the backup wholly or not at all', async () => {
  const store = await newStore();
  const db = await filledDatabase(store);
  let writing = true;
  const pair = { action: 'pair', object_type: 'x', object_id: 'x' };
  const writer = (async () => {
    while (writing) await db.insertInto('audit').values([pair, pair]).execute();
  })();
  const { file } = await backup(db, store, newArchive());
  writing = false;
  await writer;
  const target = await elsewhere();
  await restore(target, store, file);
  const { n } = await target
    .selectFrom('audit')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('action', '=', 'pair')
    .executeTakeFirstOrThrow();
  expect(n % 2).toBe(0);
});

test('a backup of an earlier version is restored into its schema and then migrated', async () => {
  const store = await newStore();
  const old = await testDatabase(createEmptyDatabase);
  const migrations = await readMigrations();
  await old.transaction().execute(trx => migrateWithin(trx, migrations.slice(0, 3)));
  await sql`insert into users (email, name) values ('ana@uni.cl', 'Ana')`.execute(old);
  const { file } = await backup(old, store, newArchive());
  const target = await elsewhere();
  await restore(target, store, file);
  expect(await pendingMigrations(target)).toEqual([]);
  expect(await target.selectFrom('users').select('email').execute()).toEqual([{ email: 'ana@uni.cl' }]);
});

describe('a restore is refused and changes nothing', () => {
  let store: FileStore;
  let db: Database;
  let file: string;
  beforeEach(async () => {
    store = await newStore();
    db = await filledDatabase(store);
    ({ file } = await backup(db, store, newArchive()));
  });

  async function refused(archive: string, message: string | RegExp, replace = true): Promise<void> {
    const before = await stateOf(db);
    await expect(restore(db, store, archive, { replace })).rejects.toThrow(message);
    expect(await stateOf(db)).toEqual(before);
    expect((await buffer(await store.read('projects/one.bin'))).equals(CONTENT)).toBe(true);
  }

  test('into a database that holds people', () => refused(file, 'no está vacía', false));

  test('while the application uses the database', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    url.pathname = `/${rows[0]?.name}`;
    const application = openDatabase(url.href, { max: 1 });
    await sql`select 1`.execute(application);
    await refused(file, 'Detén todas sus copias').finally(() => application.destroy());
  });

  test('from an archive cut short', async () => {
    await truncate(file, 2_000_000);
    await refused(file, 'no es un respaldo completo');
  });

  test('from an archive with an altered row', async () => {
    const tar = gunzipSync(await readFile(file));
    const at = tar.indexOf('{"slug":"cons"');
    expect(at).toBeGreaterThan(0);
    tar.write('{"slug":"exts"', at);
    const damaged = newArchive();
    await writeFile(damaged, gzipSync(tar));
    await refused(damaged, /no quedó igual|duplicate key/);
  });

  test('from an archive with a damaged file', async () => {
    const tar = gunzipSync(await readFile(file));
    tar.write('damage', tar.indexOf(CONTENT.subarray(0, 64)));
    const damaged = newArchive();
    await writeFile(damaged, gzipSync(tar));
    await refused(damaged, 'está dañado');
  });

  test('from something else', async () => {
    const other = newArchive();
    await writeFile(other, 'not an archive');
    await refused(other, 'no es un respaldo completo');
  });
});

test('a backup and what it restores are readable by their account alone', async () => {
  const store = await newStore();
  const db = await filledDatabase(store);
  const modeOf = async (place: string) => (await stat(place)).mode & 0o777;
  const file = path.join(folder, 'new folder', 'backup.tar.gz');
  await backup(db, store, file);
  expect([await modeOf(path.dirname(file)), await modeOf(file)]).toEqual([0o700, 0o600]);
  // What a broken one left, from before.
  await writeFile(`${file}.partial`, 'x');
  await chmod(`${file}.partial`, 0o644);
  await backup(db, store, file);
  expect(await modeOf(file)).toBe(0o600);
  const target = await newStore();
  await restore(await testDatabase(createEmptyDatabase), target, file);
  const restored = path.join(target.place, 'projects/one.bin');
  expect([await modeOf(restored), await modeOf(path.dirname(restored))]).toEqual([0o600, 0o700]);
});

test('the commands work beside a running server as far as they may, and say what they did', async () => {
  const dataDir = path.join(folder, 'installation');
  const server = await startEmbedded({ dataDir, owner: 'el servidor' });
  const db = openDatabase(server.url);
  await db.transaction().execute(async trx => migrateWithin(trx, await readMigrations()));
  await firstRun(db, parseEnv({}));
  await db.destroy();
  const run = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, script), ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
  const file = newArchive();
  const saved = run('backup.ts', file);
  expect([saved.status, saved.stderr]).toEqual([0, '']);
  expect(saved.stdout).toContain(`Respaldo listo: ${file}`);
  const checked = run('check-files.ts');
  expect([checked.status, checked.stderr]).toEqual([0, '']);
  expect(checked.stdout).toContain('0 archivos revisados: todos están como se subieron.');
  const busy = run('restore.ts', file, '--replace');
  expect([busy.status, busy.stderr]).toEqual([1, expect.stringContaining('ya está en uso por el servidor')]);
  await server.stop();
  const restored = run('restore.ts', file, '--replace');
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toContain('restaurado y comprobado');
});
