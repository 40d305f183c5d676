import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate, readMigrations } from '../src/db/migrate.ts';
import { type Database, openDatabase } from '../src/db/pool.ts';
import { firstRun } from '../src/first-run.ts';
import { parseEnv } from '../src/server/env.ts';
import { memoryFolder } from './memory.ts';

export interface TestServer {
  stop(): Promise<void>;
}

export interface TestDatabase {
  db: Database;
  url: string;
  /** Closes `db` and deletes the database; call it when the test file ends. */
  drop(): Promise<void>;
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('no test server: run through vitest, or call startTestServer() first');
  return url;
}

function withDatabase(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(run: (client: pg.Client) => Promise<T>, url = serverUrl()): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const FOUND = /tuples: (\d+) removed, \d+ remain, (\d+) are dead/;

/**
 * Former versions of rows that a table still holds, as the database finds them in its pages: its counters are told late,
 * by whoever wrote, and say of rows that are long gone that they are there.
 */
export async function formerRows(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return onServer(
    async client => {
      let found: number | undefined;
      client.on('notice', ({ message = '' }) => {
        const [, removed, dead] = FOUND.exec(message) ?? [];
        if (removed !== undefined) found ??= Number(removed) + Number(dead);
      });
      await client.query(`vacuum (verbose) ${client.escapeIdentifier(table)}`);
      if (found === undefined) throw new Error(`the database told nothing of ${table}`);
      return found;
    },
    withDatabase(rows[0]?.name ?? ''),
  );
}

/** A template carries the hash of its migrations, so an altered or new one makes another. */
async function templateName(): Promise<string> {
  const checksums = (await readMigrations()).map(({ name, checksum }) => name + checksum);
  return `template_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)}`;
}

async function prepareTemplate(): Promise<void> {
  const name = await templateName();
  const building = `building_${randomBytes(6).toString('hex')}`;
  await onServer(async client => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^(template|building)_[0-9a-f]+$'`,
    );
    if (rows.some(row => row.datname === name)) return;
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
    await client.query(`create database ${building} template template0`);
    const db = openDatabase(withDatabase(building), { max: 1 });
    await migrate(db);
    await db.destroy();
    // Only a complete template ever gets its name; of two runs at once the slower one throws its work away.
    await client.query(`alter database ${building} rename to ${name}`).catch(async error => {
      await client.query(`drop database ${building}`);
      if (error.code !== '42P04') throw error;
    });
  });
}

/** What a run that was killed left behind; only of a server that no other run uses. */
async function dropLeftovers(): Promise<void> {
  await onServer(async client => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname ~ '^(test|university)_[0-9a-f]+$'`,
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

/**
 * Writes the demo university as a first start does, for {@link createUniversityDatabase}. Anew for each run: it depends
 * on the day and on the whole program. Returns what removes it.
 */
export async function prepareUniversity(): Promise<() => Promise<void>> {
  const name = `university_${randomBytes(6).toString('hex')}`;
  await onServer(async client => client.query(`create database ${name} template ${await templateName()}`));
  const db = openDatabase(withDatabase(name), { max: 1 });
  await firstRun(db, parseEnv({}));
  await db.destroy();
  process.env.TEST_UNIVERSITY = name;
  return () => onServer(async client => void (await client.query(`drop database ${name} with (force)`)));
}

/** What no test needs and every copy of a database would pay for; rows lost in a power cut are no loss. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=128MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

/**
 * Makes PostgreSQL ready for tests: the server of `TEST_DATABASE_URL`, else an embedded one that is kept in memory, or
 * under `.cache` where there is no room. Called once per run, before any worker starts; those find it through the
 * environment.
 */
export async function startTestServer(): Promise<TestServer> {
  if (process.env.TEST_DATABASE_URL) {
    await prepareTemplate();
    return { stop: async () => {} };
  }
  const memory = memoryFolder();
  // On a disk the files of a copy cost more than its rows do.
  if (memory) process.env.TEST_DATABASE_STRATEGY = 'file_copy';
  const embedded = await startEmbedded({
    dataDir: memory ?? path.join(import.meta.dirname, '../.cache/test'),
    pgBin: process.env.TEST_PG_BIN,
    owner: `pruebas, proceso ${process.pid}`,
    adopt: true,
    settings: SETTINGS,
  });
  process.env.TEST_DATABASE_URL = embedded.url;
  if (!embedded.adopted) await dropLeftovers();
  await prepareTemplate();
  return {
    stop: async () => {
      process.env.TEST_DATABASE_URL = '';
      await embedded.stop();
    },
  };
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const strategy = process.env.TEST_DATABASE_STRATEGY ?? 'wal_log';
  await onServer(client => client.query(`create database ${name} template ${template} strategy ${strategy}`));
  const url = withDatabase(name);
  const db = openDatabase(url, { max: 5 });
  return {
    db,
    url,
    drop: async () => {
      await db.destroy();
      await onServer(client => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** A fresh database with all migrations applied and no other row: a copy of the template, some 30 ms. */
export const createTestDatabase = async () => createDatabase(await templateName());

/** One with the demo university in it, as the first start with the usual settings leaves it. */
export function createUniversityDatabase(): Promise<TestDatabase> {
  const university = process.env.TEST_UNIVERSITY;
  if (!university) throw new Error('no university: run through vitest, or call prepareUniversity() first');
  return createDatabase(university);
}

/** A database without even the migrations. */
export const createEmptyDatabase = () => createDatabase('template0');
