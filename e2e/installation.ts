import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { type Database, openDatabase } from '../src/db/pool.ts';
import { copyInstallation, freePort, newFolder, runNode, runProgram } from '../test/program.ts';

const root = path.resolve(import.meta.dirname, '..');
const PREPARED = path.join(root, '.cache/prepared');

/** A running server on a data folder of its own. */
export interface Installation {
  origin: string;
  folder: string;
  /** The rows the server works on. */
  db: Database;
  end(): Promise<void>;
}

/** Everything that the rows of a prepared folder are written by. */
async function hashOfWriters(): Promise<string> {
  const hash = createHash('sha256');
  for (const top of ['src', 'test', 'package-lock.json']) {
    const place = path.join(root, top);
    const names = top.includes('.') ? [''] : (await readdir(place, { recursive: true })).sort();
    for (const name of names)
      if (/\.(ts|sql|csv|json)$/.test(name || top) && !/node_modules|\.test\.ts$/.test(name))
        hash.update(name).update(await readFile(path.join(place, name)));
  }
  // Calls open and close by the day.
  return hash.update(new Date().toISOString().slice(0, 10)).digest('hex').slice(0, 16);
}

/** A data folder with a university in which everything has happened, written once for each state of the code. */
export async function prepareFolder(): Promise<string> {
  const prepared = path.join(PREPARED, await hashOfWriters());
  if (existsSync(prepared)) return prepared;
  await rm(PREPARED, { recursive: true, force: true });
  await mkdir(PREPARED, { recursive: true });
  // Written where a database of root may lie, and given its name only when it is complete.
  const folder = await newFolder();
  const copy = await mkdtemp(path.join(PREPARED, 'new-'));
  try {
    await runNode(path.join(root, 'test/prepare.ts'), folder);
    copyInstallation(folder, copy);
    await rename(copy, prepared);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return prepared;
}

function requirePrepared(): string {
  const folder = process.env.PREPARED_FOLDER;
  if (!folder) throw new Error('the setup has prepared no folder');
  return folder;
}

const running = new Map<string, Installation>();

/** The installation whose pages have this origin. */
export function installationAt(origin: string): Installation {
  const found = running.get(origin);
  if (!found) throw new Error(`No installation of this worker shows its pages at ${origin}`);
  return found;
}

/**
 * Starts the server on a copy of the prepared folder, or on an empty one; `settings` are environment variables besides.
 */
export async function newInstallation(
  settings: Record<string, string> = {},
  { isEmpty = false } = {},
): Promise<Installation> {
  const port = settings.PORT ?? String(await freePort());
  const origin = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  const folder = await newFolder();
  if (!isEmpty) copyInstallation(requirePrepared(), folder);
  const program = await runProgram({
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    RATE_LIMIT: '0',
    NODE_ENV: 'test',
    ...settings,
  });
  const { url } = await startEmbedded({ dataDir: folder, owner: 'pruebas', adopt: true });
  const db = openDatabase(url, { max: 1, applicationName: 'pruebas' });
  const end = async () => {
    running.delete(origin);
    await db.destroy();
    program.child.kill('SIGTERM');
    await program.ended;
    await rm(folder, { recursive: true, force: true });
  };
  const installation = { origin, folder, db, end };
  running.set(origin, installation);
  return installation;
}
