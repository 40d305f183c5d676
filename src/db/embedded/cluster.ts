import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  type Binaries,
  childEnv,
  type Ids,
  isRoot,
  isTraversable,
  PRIVATE_ROOT,
  program,
  StartError,
} from './binaries.ts';

// initdb insists on a user that the system knows; the server does not, so its files belong to an id nobody else has.
const NOBODY = 65534;
const SERVER_ID = 64999;

/** A PostgreSQL data folder with what is needed to run and reach it. */
export interface Cluster {
  /** Holds `pgdata`, `password`, `postgres.log` and the socket. */
  dir: string;
  pgdata: string;
  password: string;
  /** Whom the server runs as: the owner of the folder when started by root. */
  ids: Ids;
}

export const initIds = (): Ids => (isRoot() ? { uid: NOBODY, gid: NOBODY } : {});

function chownAll(target: string, uid: number, gid: number): void {
  fs.lchownSync(target, uid, gid);
  if (!fs.lstatSync(target).isDirectory()) return;
  for (const name of fs.readdirSync(target)) chownAll(path.join(target, name), uid, gid);
}

/** Folder of the cluster; for root below a closed folder it lies elsewhere and a file here says where. */
function clusterDir(dataDir: string): string {
  const dir = path.join(dataDir, 'postgres');
  fs.mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o755 : 0o700 });
  if (!isRoot() || fs.existsSync(dir) || isTraversable(dataDir)) return dir;
  const pointer = path.join(dataDir, 'postgres.location');
  if (!fs.existsSync(pointer)) {
    const place = path.join(PRIVATE_ROOT, `data-${randomBytes(6).toString('hex')}`);
    // "wx": of two first starts at once, both use the place the faster one wrote.
    try {
      fs.writeFileSync(pointer, place, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const place = fs.readFileSync(pointer, 'utf8').trim();
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 });
  return place;
}

function initialise(dir: string, binaries: Binaries): void {
  // Made complete beside its place and renamed into it: two first starts at once cannot mix, an interrupted one leaves nothing.
  const parent = path.dirname(dir);
  const fresh = fs.mkdtempSync(path.join(parent, '.postgres-new-'));
  const ids = initIds();
  try {
    const passwordFile = path.join(fresh, 'password');
    fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (ids.uid !== undefined && ids.gid !== undefined) chownAll(fresh, ids.uid, ids.gid);
    const locale =
      binaries.major >= 17
        ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
        : ['--locale=C.UTF-8'];
    const args = ['-D', path.join(fresh, 'pgdata'), '-U', 'app', '--pwfile', passwordFile];
    const result = spawnSync(
      program(binaries.bin, 'initdb'),
      [...args, '-A', 'scram-sha-256', '-E', 'UTF8', ...locale],
      { ...ids, encoding: 'utf8', cwd: fresh, env: childEnv() },
    );
    if (result.status !== 0)
      throw new StartError(
        `No se pudo crear la base de datos en ${dir}: ${result.error?.message ?? result.stderr}`,
      );
    if (isRoot()) chownAll(fresh, SERVER_ID, SERVER_ID);
    fs.renameSync(fresh, dir);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(path.join(dir, 'pgdata'))) throw error;
  }
}

function ownerIds(pgdata: string): Ids {
  if (!isRoot()) return {};
  const { uid, gid } = fs.statSync(pgdata);
  if (uid !== 0) return { uid, gid };
  chownAll(path.dirname(pgdata), SERVER_ID, SERVER_ID);
  return { uid: SERVER_ID, gid: SERVER_ID };
}

/** Opens the cluster below `dataDir`, creating it on first use. */
export function openCluster(dataDir: string, binaries: Binaries): Cluster {
  const dir = clusterDir(path.resolve(dataDir));
  const pgdata = path.join(dir, 'pgdata');
  try {
    if (!fs.existsSync(dir)) initialise(dir, binaries);
    const made = Number(fs.readFileSync(path.join(pgdata, 'PG_VERSION'), 'utf8'));
    if (made !== binaries.major)
      throw new StartError(
        `${dir} fue creada por PostgreSQL ${made} y los binarios son de la versión ${binaries.major}. ` +
          'Respalda con la versión anterior (npm run db:backup) y restaura en una carpeta nueva.',
      );
    const password = fs.readFileSync(path.join(dir, 'password'), 'utf8');
    return { dir, pgdata, password, ids: ownerIds(pgdata) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new StartError(
      `La carpeta ${dir} pertenece a otro usuario del sistema. Inicia con ese usuario o cambia DATA_DIR.`,
    );
  }
}
