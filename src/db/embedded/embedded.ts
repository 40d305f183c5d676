import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, childEnv, findBinaries, program, StartError } from './binaries.ts';
import { type Cluster, initIds, openCluster } from './cluster.ts';
import { hasEnded, isOfLaunch, lastLines, launch, type Place } from './launch.ts';

export interface EmbeddedOptions {
  /** Folder of the installation; the database lies in `postgres` below it. */
  dataDir: string;
  /** Folder of other PostgreSQL binaries, e.g. those of the distribution. */
  pgBin?: string | undefined;
  /** Who starts it, shown to a second start on the same folder. At most 40 characters. */
  owner: string;
  /** Use the server another process runs on this folder; it ends with that process. */
  adopt?: boolean;
  /** Server settings, e.g. `fsync=off` for a database of tests. */
  settings?: string[];
  /** Called when the server died and could not be started again. */
  onFailure?: (error: Error) => void;
}

/** A server to connect to, with what ends it again. */
export interface DatabaseServer {
  url: string;
  /** Another process runs it and it ends with that process. */
  adopted: boolean;
  /** Changes what a second start is told about the owner, e.g. once its address is known. */
  announce(owner: string): Promise<void>;
  /** Says that `stop()` will follow, so that a next start waits for it rather than being refused. */
  leave(): Promise<void>;
  stop(): Promise<void>;
}

const OWNER = 'owner ';
const LEAVING = 'leaving';
/** Who only looks, or is not the owner yet. */
const LAUNCHER = 'launcher';
const SOCKET_PORT = 5432;
const START_LIMIT_MS = 60_000;
const TAKE_OVER_AFTER_MS = 5_000;
/** Until when an owner that was just told to stop has said so, also on a busy machine. */
const REFUSE_AFTER_MS = 2_000;

const bySocket = (cluster: Cluster) =>
  process.platform !== 'win32' && path.join(cluster.dir, `.s.PGSQL.${SOCKET_PORT}`).length < 100;

/** Connection URL; a Unix socket travels as the `host` parameter. */
export function databaseUrl(cluster: Cluster, place: Place, database = 'postgres'): string {
  const auth = `app:${encodeURIComponent(cluster.password)}`;
  return place.host.startsWith('/')
    ? `postgresql://${auth}@localhost:${place.port}/${database}?host=${encodeURIComponent(place.host)}`
    : `postgresql://${auth}@${place.host}:${place.port}/${database}`;
}

/** Where PostgreSQL itself says that it serves this folder; undefined when nothing does. */
function servedAt(cluster: Cluster): Place | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster.pgdata, 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[3]);
    if (!port) return undefined;
    return { host: lines[4]?.trim() || '127.0.0.1', port };
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A connection to the server of exactly this folder, or the reason why there is none. */
async function reach(cluster: Cluster, place: Place, name: string): Promise<pg.Client | Error> {
  const client = new pg.Client({
    connectionString: databaseUrl(cluster, place),
    application_name: name,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // Another server may have taken the port: only the folder it serves tells.
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    if (fs.realpathSync(rows[0]?.data_directory ?? '') === fs.realpathSync(cluster.pgdata)) return client;
    await client.end();
    return new Error(`another PostgreSQL listens on port ${place.port}`);
  } catch (error) {
    client.end().catch(() => {});
    return error as Error;
  }
}

interface Holder {
  owner: string;
  since: Date;
  leaving: boolean;
}

async function holderOf(client: pg.Client): Promise<Holder | undefined> {
  const { rows } = await client.query<{ application_name: string; backend_start: Date }>(
    `select application_name, backend_start from pg_stat_activity
      where (application_name like '${OWNER}%' or application_name = '${LEAVING}') and pid <> pg_backend_pid()
      order by backend_start limit 1`,
  );
  const row = rows[0];
  if (!row) return undefined;
  const { application_name: name, backend_start: since } = row;
  return { owner: name.slice(OWNER.length), since, leaving: name === LEAVING };
}

function inUse(dataDir: string, holder: Holder): StartError {
  const since = holder.since.toLocaleString('es-CL', { dateStyle: 'short', timeStyle: 'medium' });
  return new StartError(
    `La carpeta ${path.resolve(dataDir)} ya está en uso por ${holder.owner}, desde ${since}.\n` +
      'Detén ese proceso, o elige otra carpeta con DATA_DIR y otro puerto con PORT.',
  );
}

/** One running server of a folder, kept running until stopped. */
class Server {
  private child: ChildProcess | undefined;
  private keeper: pg.Client | undefined;
  private stopping = false;
  private restarts: number[] = [];
  private place: Place;
  private owner: string;
  private readonly options: EmbeddedOptions;
  private readonly binaries: Binaries;
  private readonly cluster: Cluster;

  constructor(options: EmbeddedOptions, binaries: Binaries, cluster: Cluster, place: Place) {
    this.options = options;
    this.binaries = binaries;
    this.cluster = cluster;
    this.place = place;
    this.owner = options.owner;
  }

  /** True once we run it; false when another process turned out to be faster. */
  async start(): Promise<boolean> {
    // Still ending when ours begins, it may be gone by the time ours has given way to it.
    const isBeside = servedAt(this.cluster) !== undefined;
    const id = randomUUID();
    const { binaries, cluster, place, options } = this;
    const child = launch({ binaries, cluster, place, settings: options.settings ?? [], id });
    const limit = Date.now() + START_LIMIT_MS;
    for (;;) {
      const client = await reach(this.cluster, this.place, LAUNCHER);
      const lost = process.platform !== 'win32' && hasEnded(child);
      if (client instanceof pg.Client) {
        // Not whether ours still runs: one that has lost the race needs a moment to find that out and end.
        if (await isOfLaunch(client, id)) {
          await this.own(client, child);
          return true;
        }
        await client.end();
        if (lost || process.platform === 'win32') return false;
      } else if (lost && (isBeside || servedAt(this.cluster))) return false;
      else if (lost || Date.now() > limit)
        throw new StartError(
          `PostgreSQL no partió en ${this.cluster.dir}: ${client.message}\n${lastLines(this.cluster)}`,
        );
      await wait(15);
    }
  }

  /** Becomes the owner of a running server that nobody owns, e.g. left behind where there is no shell to stop it. */
  async own(keeper: pg.Client, child?: ChildProcess): Promise<void> {
    this.keeper = keeper;
    this.child = child;
    keeper.once('end', () => void this.revive());
    await this.rename(`${OWNER}${this.owner}`);
  }

  private async revive(): Promise<void> {
    if (this.stopping) return;
    this.restarts = [...this.restarts.filter(at => at > Date.now() - 60_000), Date.now()];
    try {
      if (this.restarts.length > 5) throw new StartError('PostgreSQL se detuvo cinco veces en un minuto.');
      // The children of a killed server hold its memory for a moment; until they end it cannot start again.
      for (let left = 40; ; left--) {
        try {
          if (await this.reconnect()) return;
          if (await this.start()) return;
        } catch (error) {
          if (left === 0) throw error;
        }
        if (this.stopping) return;
        await wait(250);
      }
    } catch (error) {
      this.options.onFailure?.(error as Error);
    }
  }

  /** Only our connection was cut and the server is well. */
  private async reconnect(): Promise<boolean> {
    if (!this.child || hasEnded(this.child)) return false;
    const client = await reach(this.cluster, this.place, LAUNCHER);
    if (client instanceof Error) return false;
    await this.own(client, this.child);
    return true;
  }

  async announce(owner: string): Promise<void> {
    this.owner = owner;
    await this.rename(`${OWNER}${owner}`);
  }

  leave = () => this.rename(LEAVING);

  private async rename(name: string): Promise<void> {
    // Only tells others; a database that is just coming back is no reason to fail.
    await this.keeper?.query(`set application_name = ${pg.escapeLiteral(name)}`).catch(() => {});
  }

  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    await this.keeper?.end().catch(() => {});
    const child = this.child;
    if (child?.stdin && !hasEnded(child)) {
      const exit = new Promise(resolve => child.once('exit', resolve));
      child.stdin.end();
      await exit;
    } else if (servedAt(this.cluster)) {
      spawnSync(
        program(this.binaries.bin, 'pg_ctl'),
        ['stop', '-s', '-w', '-m', 'fast', '-D', this.cluster.pgdata],
        { ...this.cluster.ids, cwd: this.cluster.dir, env: childEnv() },
      );
    }
  }

  get url(): string {
    return databaseUrl(this.cluster, this.place);
  }
}

/**
 * What to do beside a server that already runs on the folder: use it, be refused, take over one that nobody owns,
 * or, where it is about to be owned or about to stop, look again in a moment.
 */
async function join(
  server: Server,
  client: pg.Client,
  options: EmbeddedOptions,
  waited: number,
): Promise<DatabaseServer | undefined> {
  const holder = await holderOf(client).catch(() => undefined);
  if (!holder && waited > TAKE_OVER_AFTER_MS) {
    await server.own(client);
    return asOwner(server);
  }
  await client.end();
  if (!holder || (holder.leaving && waited < START_LIMIT_MS)) return undefined;
  if (options.adopt) return foreign(server.url);
  if (waited < REFUSE_AFTER_MS) return undefined;
  throw inUse(options.dataDir, holder);
}

/**
 * Starts the PostgreSQL of a data folder, creating it on first use, or adopts the one that already serves it.
 * Runs as an ordinary user and as root, needs no network port where Unix sockets exist, and keeps the server
 * running until `stop()` or the end of this process.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<DatabaseServer> {
  const binaries = findBinaries(options.pgBin, initIds());
  const cluster = openCluster(options.dataDir, binaries);
  const began = Date.now();
  for (; ; await wait(50)) {
    const running = servedAt(cluster);
    const client = running && (await reach(cluster, running, LAUNCHER));
    if (running && client instanceof pg.Client) {
      const server = new Server(options, binaries, cluster, running);
      const joined = await join(server, client, options, Date.now() - began);
      if (joined) return joined;
      continue;
    }
    const place = bySocket(cluster)
      ? { host: cluster.dir, port: SOCKET_PORT }
      : { host: '127.0.0.1', port: await freePort() };
    const server = new Server(options, binaries, cluster, place);
    if (await server.start()) return asOwner(server);
    if (Date.now() - began > START_LIMIT_MS)
      throw new StartError(`PostgreSQL no partió en ${cluster.dir}.\n${lastLines(cluster)}`);
  }
}

function asOwner(server: Server): DatabaseServer {
  return {
    url: server.url,
    adopted: false,
    announce: owner => server.announce(owner),
    leave: server.leave,
    stop: () => server.stop(),
  };
}

const foreign = (url: string): DatabaseServer => ({
  url,
  adopted: true,
  announce: async () => {},
  leave: async () => {},
  stop: async () => {},
});

/** The server an installation is configured for: that of `databaseUrl`, else the embedded one. */
export async function openServer(
  place: { databaseUrl: string | undefined; dataDir: string; pgBin: string | undefined },
  options: Omit<EmbeddedOptions, 'dataDir' | 'pgBin'>,
): Promise<DatabaseServer> {
  if (place.databaseUrl) return foreign(place.databaseUrl);
  return startEmbedded({ ...options, dataDir: place.dataDir, pgBin: place.pgBin });
}
