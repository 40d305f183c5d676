import { sql } from 'kysely';
import { readStoredFiles } from '../../db/backup/stored-files.ts';
import type { Database } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { Deps } from '../../server/deps.ts';
import { closeStored } from '../../server/files/modes.ts';
import { sweepPhotos } from '../../server/files/photos.ts';
import { type FileStore, FOLDERS } from '../../server/files/store.ts';
import type { Job } from '../../server/jobs.ts';
import { checkFiles } from './checks/commands.ts';
import { dropUpload } from './uploads/commands.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An object without a row may be one whose row is being written. */
const ABANDONED_MS = DAY_MS;
/** How many objects are compared with the rows at once. */
const AT_ONCE = 1_000;

/** Uploads nobody came back to, and objects that no row names: what a draft left behind, or a crash in between. */
export async function cleanFiles(db: Database, files: FileStore, now = new Date()): Promise<void> {
  const { uploadDays } = await readSetting(db, 'retention');
  const abandoned = await db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<', new Date(now.getTime() - uploadDays * DAY_MS).toISOString())
    .execute();
  for (const { id } of abandoned) await dropUpload(db, files, id);
  const before = new Date(now.getTime() - ABANDONED_MS);
  for (const folder of FOLDERS) {
    let old: string[] = [];
    for await (const { key, modifiedAt } of files.list(folder)) {
      if (modifiedAt < before) old.push(key);
      if (old.length < AT_ONCE) continue;
      await dropUnnamed(db, files, old);
      old = [];
    }
    await dropUnnamed(db, files, old);
  }
}

async function dropUnnamed(db: Database, files: FileStore, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
     where key like 'uploads/%' and split_part(key, '/', 2) in (
       select id::text from uploads union all select upload_id::text from files where in_chunks)`.execute(db);
  const named = new Set([...(await readStoredFiles(db, keys)), ...rows].map(row => row.key));
  for (const key of keys.filter(k => !named.has(k))) await files.delete(key);
}

export const fileJobs = ({ db, env, files, scanner }: Deps): Job[] => [
  // Somebody looks at the screen until it is done.
  { name: 'files.check', cron: '* * * * *', pollSeconds: 1, run: () => checkFiles({ db, files, scanner }) },
  {
    name: 'files.clean',
    cron: '17 */6 * * *',
    pollSeconds: 60,
    run: async () => {
      await cleanFiles(db, files);
      await sweepPhotos();
      await closeStored(env, { all: true });
    },
  },
];
