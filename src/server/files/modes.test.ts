import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeStored } from './modes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vinculacion-modes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const env = () => ({
  dataDir: path.join(folder, 'data'),
  files: { driver: 'local', location: path.join(folder, 'data', 'files') } as const,
});

/** Whatever the mask of this process is. */
async function put(name: string, mode: number): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'x');
  await chmod(file, mode);
  for (let at = path.dirname(file); at !== folder; at = path.dirname(at)) await chmod(at, 0o755);
}

const modeOf = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);
/** Every file and folder below that is not as a new one is made. */
async function openIn(name: string): Promise<string[]> {
  const all = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
  const found = [name, ...all.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))];
  const modes = await Promise.all(
    found.map(async each => ({ each, stats: await stat(path.join(folder, each)) })),
  );
  return modes
    .filter(({ stats }) => (stats.mode & 0o777) !== (stats.isDirectory() ? 0o700 : 0o600))
    .map(({ each }) => each);
}

const OLD = [
  'data/files/files/project/a',
  'data/files/files/project/b',
  'data/files/calls/call/c',
  'data/files/uploads/upload/000000000000',
  'data/files/unfinished/d',
  'data/files/restore/e',
  'data/backups/vinculacion-2025-01-01T0000.tar.gz',
];

test('what earlier versions stored is closed to other accounts, and nothing else', async () => {
  for (const file of OLD) await put(file, 0o644);
  await put('data/other/f', 0o644);
  expect(await closeStored(env(), { all: false })).toBe(0);
  expect([...(await openIn('data/files')), ...(await openIn('data/backups'))]).toEqual([]);
  expect([await modeOf('data'), await modeOf('data/other'), await modeOf('data/other/f')]).toEqual([
    '755',
    '755',
    '644',
  ]);
});

test('one that was broken off goes on, and a closed folder is not looked into again but by the clock', async () => {
  for (const file of OLD) await put(file, 0o644);
  for (const done of ['data/files', 'data/files/files/project']) await chmod(path.join(folder, done), 0o700);
  await chmod(path.join(folder, 'data/files/files/project/a'), 0o600);
  await closeStored(env(), { all: false });
  expect(await openIn('data/files')).toEqual(['data/files/files/project/b']);
  await closeStored(env(), { all: true });
  expect(await openIn('data/files')).toEqual([]);
});

test('links are not followed', async () => {
  await put('elsewhere/g', 0o644);
  await put(OLD[0] ?? '', 0o644);
  await symlink(path.join(folder, 'elsewhere'), path.join(folder, 'data/files/files/link'));
  await symlink(path.join(folder, 'elsewhere/g'), path.join(folder, 'data/files/files/project/link'));
  expect(await closeStored(env(), { all: true })).toBe(0);
  expect([await modeOf('elsewhere'), await modeOf('elsewhere/g')]).toEqual(['755', '644']);
});

test('nothing there is nothing to do, and files elsewhere leave the backups', async () => {
  expect(await closeStored(env(), { all: true })).toBe(0);
  await put('data/backups/old.tar.gz', 0o644);
  await put('data/files/files/a', 0o644);
  const s3 = {
    driver: 's3',
    bucket: 'b',
    region: 'r',
    endpoint: undefined,
    accessKeyId: '',
    secretAccessKey: '',
  } as const;
  await closeStored({ ...env(), files: s3 }, { all: true });
  expect([await modeOf('data/backups/old.tar.gz'), await modeOf('data/files/files/a')]).toEqual([
    '600',
    '644',
  ]);
});
