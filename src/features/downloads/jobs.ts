import { fork } from 'node:child_process';
import os from 'node:os';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { KEPT_DAYS } from '../../domain/downloads/download-states.ts';
import type { Deps } from '../../server/deps.ts';
import type { FileStore } from '../../server/files/store.ts';
import type { Job } from '../../server/jobs.ts';
import { PREPARE_JOB } from './commands.ts';
import { type Claimed, prepareWaiting, release } from './making/commands.ts';

/** What a process that makes files is told: all that it needs of the server's settings. */
export interface Order {
  readonly url: string;
  readonly env: Pick<Deps['env'], 'files' | 'firstInstitution' | 'productName' | 'publicUrl'>;
  readonly claimed: Claimed;
}

const { priority } = os.constants;

/**
 * Megabytes: what is made goes through in pieces, so that more would be a fault. Pieces die young, and room for many of
 * them at once costs a hundred megabytes without making anything faster.
 */
const MEMORY = ['--max-old-space-size=400', '--max-semi-space-size=4'];

/**
 * Makes one file in a process of its own: what takes a minute of work keeps nobody waiting, and its memory goes with it.
 * `program` is what runs there.
 */
function makeApart(program: URL, order: Order): Promise<void> {
  const child = fork(program, {
    env: {},
    execArgv: MEMORY,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code =>
      code === 0 ? resolve() : reject(new Error(`preparing ${order.claimed.id} ended with ${code}`)),
    );
    child.once('spawn', () => {
      // People who wait for an answer come first.
      if (child.pid !== undefined) os.setPriority(child.pid, priority.PRIORITY_LOW);
      child.send(order);
    });
  });
}

/** Files whose days are over, and entries too old to tell anybody anything. */
export async function cleanDownloads(db: Database, files: FileStore): Promise<void> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, storage_key as key from downloads
    where state = ${lit.download('ready')} and expires_at < now()`.execute(db);
  for (const { id, key } of rows) {
    // The object first: as long as the row names it, the next run finds what this one could not remove.
    await files.delete(key);
    await sql`update downloads set state = ${lit.download('expired')}, storage_key = null
      where id = ${id} and state = ${lit.download('ready')}`.execute(db);
  }
  await sql`delete from downloads where ended_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS.entry)})
    and storage_key is null`.execute(db);
}

/** `url` of the database and `program` are for the processes that make files. */
export const downloadJobs = ({ db, env, files }: Deps, url: string, program: URL): Job[] => [
  {
    name: PREPARE_JOB,
    cron: '* * * * *',
    // Somebody looks at the screen until it is done.
    pollSeconds: 1,
    run: () =>
      prepareWaiting(db, async claimed => {
        try {
          await makeApart(program, { url, env, claimed });
        } catch (error) {
          await release(db, claimed);
          throw error;
        }
      }),
  },
  { name: 'downloads.clean', cron: '23 * * * *', pollSeconds: 60, run: () => cleanDownloads(db, files) },
];
