import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startClamd } from './clamd.ts';
import { createEmptyDatabase } from './database.ts';
import { copyInstallation, freePort, newFolder, type Program, runProgram, startProgram } from './program.ts';
import { type Fate, type SpoiledStore, spoilStore } from './spoiled-store.ts';
import { startS3 } from './stores.ts';

const main = path.resolve(import.meta.dirname, '../scripts/start.js');

let installed: string;
let folder: string;
let started: Program[];

/** What a first start makes. Later ones are about something else: each has a copy of it. */
beforeAll(async () => {
  installed = await newFolder();
  const first = await runProgram({ DATA_DIR: installed, NODE_ENV: 'test' });
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
});
afterAll(() => rm(installed, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await newFolder();
  copyInstallation(installed, path.join(folder, 'data'));
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function start(settings: Record<string, string> = {}): Promise<Program> {
  const program = await startProgram({ DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'test', ...settings });
  started.push(program);
  return program;
}

async function running(settings: Record<string, string> = {}): Promise<Program> {
  const program = await runProgram({ DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'test', ...settings });
  started.push(program);
  return program;
}

test('starts on an empty folder, prints address and accounts, and is ready', async () => {
  const server = await running({ DATA_DIR: path.join(folder, 'empty') });
  await server.says('Administración');
  expect(server.output()).toContain(server.url.replace('127.0.0.1', 'localhost'));
  const ready = await fetch(`${server.url}/api/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok' }]);
});

test('closes to other accounts what earlier versions stored, and what is stored from now on', async () => {
  const places = ['data/files', 'data/files/files', 'data/files/files/project', 'data/backups'];
  const files = ['data/files/files/project/old', 'data/backups/old.tar.gz'];
  for (const place of places) await mkdir(path.join(folder, place), { recursive: true });
  for (const file of files) await writeFile(path.join(folder, file), 'x', { mode: 0o644 });
  for (const place of places) await chmod(path.join(folder, place), 0o755);
  const modeOf = async (place: string) => (await stat(path.join(folder, place))).mode & 0o777;
  await running();
  await expect
    .poll(() => Promise.all(places.map(modeOf)), { timeout: 20_000 })
    .toEqual(places.map(() => 0o700));
  expect(await Promise.all(files.map(modeOf))).toEqual(files.map(() => 0o600));
});

test('a second start on the same folder says who holds it and stops', async () => {
  const first = await running();
  await first.says('Administración');
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`en uso por proceso ${first.child.pid}, http://localhost:`);
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
});

test('the order to stop lets a request in flight end, then everything closes', async () => {
  const server = await running();
  const { hostname, port } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  let answer = '';
  socket.on('data', data => {
    answer += data;
  });
  const body = JSON.stringify({ credential: 'x' });
  socket.write(
    `POST /api/auth/google HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Expect: 100-continue\r\n\r\n`,
  );
  // The server has begun to read the request; the rest of it comes only after the order to stop.
  await once(socket, 'data');
  server.child.kill('SIGTERM');
  await refused(server.url);
  socket.write(body);
  await once(socket, 'close');
  expect(answer).toMatch(/HTTP\/1\.1 4\d\d [\s\S]*application\/problem\+json/);
  expect(await server.ended).toBe(0);
});

test('stopping npm stops the server, and a start right after waits for it', async () => {
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), PORT: port, LOG_LEVEL: 'warn' };
  // As npm does it: a shell in between that gets the signal and does not pass it on.
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${main}"; exit $?`], {
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  const next = await running({ PORT: port });
  expect((await fetch(`${next.url}/api/ready`)).status).toBe(200);
});

test('wrong settings stop the start, all named', async () => {
  const server = await start({ PORT: 'http', LOG_LEVEL: 'loud' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(/PORT: .*\n.*LOG_LEVEL: /);
});

test('a port in use is named with the way out', async () => {
  const first = await running();
  const { port } = new URL(first.url);
  const other = path.join(folder, 'other');
  copyInstallation(installed, other);
  const second = await start({ PORT: port, DATA_DIR: other });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`El puerto ${port} está ocupado`);
});

describe('with files in an S3 store', () => {
  let given: Awaited<ReturnType<typeof startS3>>;
  let spoiled: SpoiledStore | undefined;
  beforeAll(async () => {
    given = await startS3('fauxqs');
  });
  afterEach(() => spoiled?.close());
  afterAll(() => given.close());

  const settingsOf = (endpoint: string, bucket = given.files.bucket) => ({
    FILES_DRIVER: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: given.files.accessKeyId,
    S3_SECRET_ACCESS_KEY: given.files.secretAccessKey,
  });
  const alter = (_n: number, method: string): Fate => (method === 'PUT' ? 'alter' : 'pass');

  test('starts and is ready', async () => {
    const server = await running(settingsOf(given.files.endpoint ?? ''));
    const ready = await fetch(`${server.url}/api/ready`);
    expect(await ready.json()).toMatchObject({ checks: { storage: 'ok' } });
  });

  test('does not start when the store changes bytes, and names it', async () => {
    spoiled = await spoilStore(given.files.endpoint ?? '', alter);
    const server = await start(settingsOf(spoiled.endpoint));
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`cambia lo que guarda: ${spoiled.endpoint}, bucket vinculacion`);
    expect(server.output()).not.toContain('at ');
  });

  test('does not start on a wrong bucket, and names it', async () => {
    const server = await start(settingsOf(given.files.endpoint ?? '', 'otro-bucket'));
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('bucket otro-bucket: NoSuchBucket');
  });

  test('starts while the store is away, says so, and stops once it turns out to change bytes', async () => {
    const port = await freePort();
    const server = await running(settingsOf(`http://127.0.0.1:${port}`));
    expect(server.output()).toContain(`http://127.0.0.1:${port}, bucket vinculacion`);
    const ready = await fetch(`${server.url}/api/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { storage: 'failed' } }]);
    spoiled = await spoilStore(given.files.endpoint ?? '', alter, port);
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('cambia lo que guarda');
  });
});

test('starts with a virus scanner that is right', async () => {
  const CLAMD = path.join(folder, 'clamd.ctl');
  const clamd = await startClamd({ path: CLAMD });
  const server = await running({ CLAMD });
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  expect(clamd.received()).toBeGreaterThan(0);
  await clamd.close();
});

test('does not start where no virus scanner answers, and names the place', async () => {
  const CLAMD = `127.0.0.1:${await freePort()}`;
  const server = await start({ CLAMD });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain(`El antivirus de CLAMD no se puede usar: ${CLAMD}: ECONNREFUSED.`);
  expect(server.output()).not.toContain('at ');
});

test('two copies that start at once on an empty database both become ready', async () => {
  const database = await createEmptyDatabase();
  const copies = await Promise.all([1, 2].map(() => running({ DATABASE_URL: database.url })));
  const answers = await Promise.all(copies.map(copy => fetch(`${copy.url}/api/ready`)));
  expect(answers.map(answer => answer.status)).toEqual([200, 200]);
  for (const copy of copies) copy.child.kill('SIGTERM');
  expect(await Promise.all(copies.map(copy => copy.ended))).toEqual([0, 0]);
  await database.drop();
});

/** Resolves once nobody accepts connections there any more. */
async function refused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (;;) {
    const socket = net.connect(Number(port), hostname);
    const open = await new Promise(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (!open) return;
  }
}
