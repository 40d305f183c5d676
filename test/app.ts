import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, EFFECTS } from '../src/app.ts';
import type { Database } from '../src/db/pool.ts';
import { firstRun } from '../src/first-run.ts';
import { readBorders } from '../src/server/borders.ts';
import { type Env, parseEnv } from '../src/server/env.ts';
import { createScanner } from '../src/server/files/scanner.ts';
import { createFileStore } from '../src/server/files/store.ts';
import { createJobs } from '../src/server/jobs.ts';
import { createAccessTokens } from '../src/server/sign-in/access-tokens.ts';
import { createSessions } from '../src/server/sign-in/session.ts';
import { createTestDatabase, createUniversityDatabase, type TestDatabase } from './database.ts';
import { expectTold } from './told.ts';

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  effects: typeof EFFECTS;
  env: Env;
  /** Address of this copy of the server, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** One copy of the server, as `main.ts` makes it, on a port of its own. */
async function startCopy(db: Database, env: Env): Promise<{ app: FastifyInstance; url: string }> {
  const app = await buildApp({
    env,
    db,
    sessions: createSessions(db),
    accessTokens: createAccessTokens(db),
    files: await createFileStore(env.files),
    scanner: createScanner(env.clamd),
    borders: readBorders(env.borders),
    // Not started: tests run a job by themselves when they want what it does.
    jobs: createJobs(),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url };
}

/** Whether a first start with these settings writes what one with the usual settings does. */
const startsAsUsual = ({ demo, uploadLimitMb }: Env, usual: Env) =>
  demo === usual.demo && uploadLimitMb === usual.uploadLimitMb;

/**
 * The whole server on a database of its own with the demo university in it. `overrides` replace settings;
 * `database` lets a second copy share the first one's rows (close the first copy last).
 */
export async function startApp(
  overrides: Partial<Env> = {},
  database?: TestDatabase | TestApp,
): Promise<TestApp> {
  const location = await mkdtemp(path.join(tmpdir(), 'vinculacion-test-'));
  const usual = parseEnv({ LOG_LEVEL: 'silent' });
  const env: Env = { ...usual, files: { driver: 'local', location }, ...overrides };
  const isCopied = !database && startsAsUsual(env, usual);
  const own = database ? undefined : await (isCopied ? createUniversityDatabase() : createTestDatabase());
  const db = (database ?? own)?.db;
  if (!db) throw new Error('no test database');
  if (!isCopied) await firstRun(db, env);
  const { app, url } = await startCopy(db, env);
  return {
    app,
    db,
    effects: EFFECTS,
    env,
    url,
    close: async () => {
      // An answer that a test did not read to its end would hold its connection until memory is collected.
      app.server.closeAllConnections();
      await app.close();
      try {
        if (own) await expectTold(db);
      } finally {
        await own?.drop();
        await rm(location, { recursive: true, force: true });
      }
    },
  };
}
