import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newFolder } from '../../../test/program.ts';
import { findBinaries } from './binaries.ts';
import { initIds } from './cluster.ts';
import type { EmbeddedOptions } from './embedded.ts';

const NOBODY = 65534;
const DEBIAN_15 = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
const program = path.resolve(import.meta.dirname, '../../../test/embedded-process.ts');

/** Read anew by each of a hundred processes otherwise. */
const compiled = path.resolve(import.meta.dirname, '../../../.cache/node');

interface Answer {
  url?: string;
  adopted?: boolean;
  refused?: boolean;
  message?: string;
}

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await newFolder();
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(end));
  await rm(folder, { recursive: true, force: true });
});

async function run(
  options: Partial<EmbeddedOptions> = {},
  uid?: number,
): Promise<Answer & { child: ChildProcess }> {
  const given = { dataDir: path.join(folder, 'data'), owner: 'una prueba', ...options };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...(uid === undefined && { NODE_COMPILE_CACHE: compiled }) },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { ...(JSON.parse(line as string) as Answer), child };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin?.end();
  await once(child, 'exit');
}

async function query<T extends object>(url: string | undefined, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Asks until it answers: what a client does while a server comes back. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  const limit = Date.now() + 15_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}

const postmaster = async () =>
  Number((await readFile(path.join(folder, 'data/postgres/pgdata/postmaster.pid'), 'utf8')).split('\n')[0]);

test('creates the database on the first start, keeps it for the next, and stops cleanly', async () => {
  const first = await run();
  await query(first.url, 'create table kept (id int)');
  await end(first.child);
  await expect(postmaster()).rejects.toThrow('ENOENT');
  const second = await run();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'select * from kept')).toEqual([]);
  const [buffers] = await query<{ mb: number }>(
    second.url,
    `select setting::int / 128 as mb from pg_settings where name = 'shared_buffers'`,
  );
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  expect(buffers?.mb).toBe(Math.floor(Math.min(memory / 8 / 1024 ** 2, 1024)));
});

test('of several first starts at once one owns the server and all are served by it', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => run({ adopt: true })));
  expect(all.filter(one => one.adopted === false)).toHaveLength(1);
  const ids = await Promise.all(
    all.map(one => query(one.url, `select system_identifier::text as id from pg_control_system()`)),
  );
  expect(new Set(ids.map(rows => JSON.stringify(rows))).size).toBe(1);
});

test.skipIf(process.platform === 'win32')(
  'a start whose server is slow to find the folder taken does not own the server of another',
  async () => {
    const { bin } = findBinaries(undefined, initIds());
    const [slow, begun] = [path.join(folder, 'slow'), path.join(folder, 'begun')];
    await mkdir(slow, { mode: 0o755 });
    await writeFile(
      path.join(slow, 'postgres'),
      `#!/bin/sh\n[ "$1" = -D ] && mkdir ${begun} && sleep 2\nexec ${bin}/postgres "$@"\n`,
      { mode: 0o755 },
    );
    await chmod(folder, 0o777);
    await end((await run()).child);
    const late = run({ pgBin: slow, adopt: true });
    await eventually(async () => void (await readdir(begun)));
    const first = await run();
    expect(first.adopted).toBe(false);
    expect((await late).adopted).toBe(true);
  },
);

test('a second owner is refused and told who holds the folder and since when', async () => {
  await run({ owner: 'proceso 4711, http://localhost:3000' });
  const second = await run();
  expect(second.refused).toBe(true);
  expect(second.message).toContain('ya está en uso por proceso 4711, http://localhost:3000, desde ');
  expect(second.message).toContain('DATA_DIR');
});

test('a start right behind the end waits for an owner that is late to leave', async () => {
  const first = await run();
  const second = run();
  const isAsking = `select 1 / count(*) from pg_stat_activity where application_name = 'launcher'`;
  await eventually(() => query(first.url, isAsking));
  await end(first.child);
  expect((await second).adopted).toBe(false);
});

test('a start that has to give way to a server which is gone right after begins again, ten times', async () => {
  // A living process of the database's own user, which PostgreSQL takes for another server of the folder.
  const other = await run({ dataDir: path.join(folder, 'other') });
  const lock = (of: string) => path.join(folder, of, 'postgres/pgdata/postmaster.pid');
  const [pid] = (await readFile(lock('other'), 'utf8')).split('\n');
  const log = path.join(folder, 'data/postgres/postgres.log');
  await end((await run()).child);
  for (let round = 0; round < 10; round++) {
    await writeFile(log, '');
    await writeFile(
      lock('data'),
      `${pid}\n${path.dirname(lock('data'))}\n1\n5432\n${path.dirname(log)}\n\n\nready\n`,
    );
    await chmod(lock('data'), 0o644);
    const next = run();
    await eventually(async () => expect(await readFile(log, 'utf8')).toContain('already exists'));
    await rm(lock('data'));
    expect(await next).toMatchObject({ adopted: false });
    await end((await next).child);
  }
  await end(other.child);
});

test('when its owner is killed the server ends too, and the next start owns the folder', async () => {
  const first = await run();
  await query(first.url, 'create table kept (id int)');
  first.child.kill('SIGKILL');
  const second = await run();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'select * from kept')).toEqual([]);
});

test('a server that is killed comes back by itself with what was committed', async () => {
  const { url } = await run();
  await query(url, 'create table kept as select 1 as id');
  process.kill(await postmaster(), 'SIGKILL');
  expect(await eventually(() => query(url, 'select * from kept'))).toEqual([{ id: 1 }]);
});

test('a server whose owner lost its connection stays owned', async () => {
  const { url } = await run({ owner: 'proceso 1' });
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'owner %'`,
  );
  expect((await run()).message).toContain('ya está en uso por proceso 1');
});

test('listens on a network port of this machine alone where a socket path would be too long', async () => {
  const dataDir = path.join(folder, 'x'.repeat(100));
  const { url } = await run({ dataDir });
  expect(url).toMatch(/@127\.0\.0\.1:\d+\/postgres$/);
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});

test('a folder without the programs is named', async () => {
  const { message } = await run({ pgBin: folder });
  expect(message).toBe(`PG_BIN: no hay un programa postgres en ${folder}.`);
});

test('programs that cannot run here lead to DATABASE_URL', async () => {
  await writeFile(path.join(folder, 'postgres'), '#!/lib/ld-musl-x86_64.so.1\n', { mode: 0o755 });
  const { refused, message } = await run({ pgBin: folder });
  expect(refused).toBe(true);
  expect(message).toContain('Define DATABASE_URL');
});

test.runIf(existsSync(DEBIAN_15))(
  'binaries of the distribution work, but not on a folder of another version',
  async () => {
    const first = await run({ pgBin: DEBIAN_15 });
    expect(
      await query(first.url, `select current_setting('server_version_num')::int / 10000 as major`),
    ).toEqual([{ major: 15 }]);
    expect(await query(first.url, `select lower('ÁÑ') as lower`)).toEqual([{ lower: 'áñ' }]);
    await end(first.child);
    const { message } = await run();
    expect(message).toContain('fue creada por PostgreSQL 15 y los binarios son de la versión 18');
  },
);

describe.runIf(isRoot)('users of the system', () => {
  test('root runs the server as somebody who is not root', async () => {
    await run();
    const status = await readFile(`/proc/${await postmaster()}/status`, 'utf8');
    expect(status).not.toMatch(/^Uid:\s+0\s/m);
  });

  test('an ordinary user runs it, and root afterwards on the same folder', async () => {
    await chown(folder, NOBODY, NOBODY);
    const ordinary = await run({}, NOBODY);
    expect(ordinary.adopted).toBe(false);
    await end(ordinary.child);
    expect((await run()).adopted).toBe(false);
  });

  test('an ordinary user is told when the folder is another one’s', async () => {
    await end((await run()).child);
    expect((await run({}, NOBODY)).message).toContain('pertenece a otro usuario del sistema');
  });

  test('root below a folder that only root may enter', async () => {
    await chmod(folder, 0o700);
    const { url } = await run();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const place = await readFile(path.join(folder, 'data/postgres.location'), 'utf8');
    await Promise.all(children.map(end));
    await rm(place, { recursive: true });
  });
});
