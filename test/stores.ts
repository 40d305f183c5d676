import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Env } from '../src/server/env.ts';
import type { FileStore } from '../src/server/files/store.ts';

/** What stands for each driver: a folder, and two servers that read S3 differently. */
const STANDINS = {
  local: ['local'],
  s3: ['fauxqs', 's3rver'],
} as const satisfies Record<Env['files']['driver'], readonly string[]>;
export const STORES = Object.values(STANDINS).flat();
export type StoreName = (typeof STORES)[number];

type S3 = Extract<Env['files'], { driver: 's3' }>;

/** An empty store; `files` is the setting that names it. */
export interface TestStore<F extends Env['files'] = Env['files']> {
  readonly files: F;
  close(): Promise<void>;
}

/** What is stored below a folder, in order. */
export async function keysIn(store: FileStore, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(folder)) keys.push(key);
  return keys.sort();
}

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'vinculacion-store-'));

/** An S3-compatible server as a process of its own. */
export async function startS3(which: (typeof STANDINS)['s3'][number]): Promise<TestStore<S3>> {
  const home = path.resolve(import.meta.dirname, 's3');
  if (!existsSync(path.join(home, 'node_modules')))
    throw new Error('The S3 servers of the tests are not installed: run `npm test` once.');
  const folder = await newFolder();
  // s3rver makes the tokens of its lists with a cipher that is switched off by default.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', 'serve.js', which, folder], {
    cwd: home,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [port] = await Promise.race([
    once(lines, 'line'),
    ended.then(() => Promise.reject(new Error(`${which} did not start`))),
  ]);
  return {
    files: {
      driver: 's3',
      bucket: 'vinculacion',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      // The one pair that s3rver knows; the other takes any.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function startStore(which: StoreName): Promise<TestStore> {
  if (which !== 'local') return startS3(which);
  const location = await newFolder();
  return {
    files: { driver: 'local', location },
    close: () => rm(location, { recursive: true, force: true }),
  };
}
