import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { type Binaries, childEnv, program } from './binaries.ts';
import type { Cluster } from './cluster.ts';

/** Where a server listens: a folder with its Unix socket, or an address of this machine. */
export interface Place {
  host: string;
  port: number;
}

/** Setting of a server that says by which launch it came. */
const LAUNCH = 'vinculacion.launch';

function openLog(cluster: Cluster): number {
  const file = path.join(cluster.dir, 'postgres.log');
  if (fs.existsSync(file) && fs.statSync(file).size > 10_000_000) fs.renameSync(file, `${file}.1`);
  const log = fs.openSync(file, 'a', 0o600);
  if (cluster.ids.uid !== undefined) fs.fchownSync(log, cluster.ids.uid, cluster.ids.gid ?? 0);
  return log;
}

/** What the server wrote last, for the person whose start failed. */
export function lastLines(cluster: Cluster): string {
  return fs
    .readFileSync(path.join(cluster.dir, 'postgres.log'), 'utf8')
    .trim()
    .split('\n')
    .slice(-8)
    .join('\n');
}

// The shell holds a pipe from us: when this process ends in any way, even kill -9, `read` returns
// and PostgreSQL gets a fast shutdown. It also ends as soon as PostgreSQL does, so we notice.
const SUPERVISED = `pg=$1; shift; exec 3<&0
"$pg" "$@" </dev/null 3<&- & server=$!
(read -r _ <&3; kill -INT $server 2>/dev/null) & watch=$!
exec 3<&-
wait $server; code=$?; kill $watch 2>/dev/null; exit $code`;

const MB = 1024 * 1024;
/** For pages of the database an eighth of the memory, and no more than 100 000 projects with their indexes fill. */
function sharedBuffers(): string {
  // A container may use less than its machine has; 0 where nobody says how much.
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `shared_buffers=${Math.floor(Math.min(memory / 8 / MB, 1024))}MB`;
}

/** What is launched. */
export interface Launch {
  binaries: Binaries;
  cluster: Cluster;
  place: Place;
  /** Server settings, each `name=value`. */
  settings: string[];
  /** Tells this launch from others on the same folder. */
  id: string;
}

/** Starts PostgreSQL on the folder of a cluster; it ends with this process. */
export function launch({ binaries, cluster, place, settings, id }: Launch): ChildProcess {
  const socket = place.host.startsWith('/');
  const args = ['-D', cluster.pgdata, '-p', String(place.port)];
  args.push('-k', socket ? cluster.dir : '', '-c', `listen_addresses=${socket ? '' : place.host}`);
  for (const setting of [sharedBuffers(), `${LAUNCH}=${id}`, ...settings]) args.push('-c', setting);
  const log = openLog(cluster);
  const options = { ...cluster.ids, cwd: cluster.dir, env: childEnv(), detached: true };
  const postgres = program(binaries.bin, 'postgres');
  const child =
    process.platform === 'win32'
      ? // postgres.exe refuses administrators; pg_ctl drops the rights first.
        spawn(
          program(binaries.bin, 'pg_ctl'),
          ['start', '-W', '-s', '-D', cluster.pgdata, '-o', args.slice(2).join(' ')],
          { ...options, stdio: ['ignore', log, log] },
        )
      : spawn('/bin/sh', ['-c', SUPERVISED, 'sh', postgres, ...args], {
          ...options,
          stdio: ['pipe', log, log],
        });
  fs.closeSync(log);
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return child;
}

/** Whether the server at the other end is the one launched with this id. */
export async function isOfLaunch(client: pg.Client, id: string): Promise<boolean> {
  const asked = client.query<{ id: string | null }>(`select current_setting('${LAUNCH}', true) as id`);
  return (await asked.catch(() => undefined))?.rows[0]?.id === id;
}

/** Whether the started program has ended; on Windows it does so as soon as the server runs. */
export const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null || !child.pid;
