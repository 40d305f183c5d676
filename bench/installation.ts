import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Database, openDatabase } from '../src/db/pool.ts';
import { firstRun } from '../src/first-run.ts';
import { parseEnv } from '../src/server/env.ts';

/** Resident memory of a process in MB; 0 where the system does not tell. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}

/** An installation of its own in this folder, demonstration included, for as long as `work` goes on. */
export async function withInstallation<T>(
  folder: string,
  work: (db: Database, settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = path.join(import.meta.dirname, '../.cache', folder);
  const server = await startEmbedded({ dataDir, owner: `bench, proceso ${process.pid}`, adopt: true });
  const db = openDatabase(server.url, { max: 4, statementTimeout: 600_000 });
  try {
    await migrate(db);
    await firstRun(db, parseEnv({ LOG_LEVEL: 'silent' }));
    return await work(db, {
      DATABASE_URL: server.url,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
    });
  } finally {
    await db.destroy();
    await server.stop();
  }
}
