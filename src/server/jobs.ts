import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../db/pool.ts';

/** Work in the background, by the clock or when woken; one run at a time in each copy of the server. */
export interface Job {
  readonly name: string;
  /** Minute, hour, day, month, weekday; in the time of Chile. */
  readonly cron: string;
  /** How often a copy looks whether there is something to do. */
  readonly pollSeconds: number;
  /** Must be safe to repeat and to run in several copies at once. */
  run(): Promise<unknown>;
}

/** The background work of one copy of the server. */
export interface Jobs {
  /** Runs these until `stop`. Copies that start at once wait for one another. */
  start(options: JobOptions): Promise<void>;
  /** Has a job run soon after the transaction is written. Without running jobs its time comes by the clock. */
  wake(tx: Transaction, name: string): Promise<void>;
  /** Lets what is running end, at most 20 seconds. */
  stop(): Promise<void>;
}

interface JobOptions {
  readonly db: Database;
  /** The same database; jobs have connections of their own. */
  readonly url: string;
  readonly jobs: readonly Job[];
  readonly onError: (error: unknown, job?: string) => void;
}

const SCHEMA = 'jobs';
const STOP_MS = 20_000;
const HOUR_S = 3600;

export function createJobs(): Jobs {
  // A request or an order to stop may come while the start is under way; it waits for that moment.
  let boss: Promise<PgBoss | undefined> | undefined;
  return {
    async start(options) {
      const started = startBoss(options);
      boss = started.catch(() => undefined);
      await started;
    },
    async wake(tx, name) {
      const { fromKysely } = await import('pg-boss');
      await (await boss)?.send(name, null, { db: fromKysely(tx) });
    },
    async stop() {
      const running = await boss;
      boss = undefined;
      await running?.stop({ timeout: STOP_MS });
    },
  };
}

async function startBoss({ db, url, jobs, onError }: JobOptions): Promise<PgBoss> {
  // Loaded late: nothing of it is needed for the first answer.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'vinculacion-jobs',
    max: 2,
    // Without advisory locks and partitions, so that distributed servers do as well.
    backend: 'yugabytedb',
    cronWorkerIntervalSeconds: 10,
    superviseIntervalSeconds: 300,
    warningSlowQuerySeconds: 60,
  });
  boss.on('error', error => onError(error));
  try {
    await prepare(boss, db, jobs);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  for (const { name, pollSeconds, run } of jobs)
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
      await run().catch(error => {
        onError(error, name);
        throw error;
      });
    });
  return boss;
}

/** The schema is made, or brought up to date, by one copy at a time; a row lock works on every PostgreSQL. */
async function prepare(boss: PgBoss, db: Database, jobs: readonly Job[]): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select id from schema_lock where id = 1 for update`.execute(tx);
    await boss.start();
    for (const { name, cron } of jobs) {
      // One waits at most: what wakes a job twice before it runs means one run. One that a dead copy left
      // behind holds up nothing.
      const options = { retryLimit: 0, expireInSeconds: HOUR_S, deleteAfterSeconds: HOUR_S };
      await boss.createQueue(name, { policy: 'short', ...options });
      await boss.schedule(name, cron, null, { tz: 'America/Santiago' });
    }
  });
}
