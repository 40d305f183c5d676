import type { Database } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import type { Deps } from '../../../server/deps.ts';
import type { FileStore } from '../../../server/files.ts';
import type { Job } from '../../../server/jobs.ts';
import { dropUpload } from './commands.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** An object without a row may be one whose row is being written. */
const ABANDONED_MS = DAY_MS;

/** Uploads nobody came back to, and objects that no row names: what a draft left behind, or a crash in between. */
export async function cleanFiles(db: Database, files: FileStore, now = new Date()): Promise<void> {
  const { uploadDays } = await readSetting(db, 'retention');
  const before = new Date(now.getTime() - ABANDONED_MS);
  const abandoned = await db
    .selectFrom('uploads')
    .select('id')
    .where('created_at', '<', new Date(now.getTime() - uploadDays * DAY_MS).toISOString())
    .execute();
  for (const { id } of abandoned) await dropUpload(db, files, id);
  let token: string | undefined;
  do {
    const page = await files.listAll('files', { recursive: true, ...(token && { paginationToken: token }) });
    const keys = [...page.objects].flatMap(object => (object.isFile ? [object.key] : []));
    await dropUnnamed(db, files, keys, before);
    token = page.paginationToken;
  } while (token);
}

async function dropUnnamed(db: Database, files: FileStore, keys: string[], before: Date): Promise<void> {
  if (keys.length === 0) return;
  const named = await db.selectFrom('files').select('storage_key').where('storage_key', 'in', keys).execute();
  const known = new Set(named.map(row => row.storage_key));
  for (const key of keys.filter(k => !known.has(k))) {
    const { lastModified } = await files.getMetaData(key);
    if (lastModified < before) await files.delete(key);
  }
}

export const fileJobs = ({ db, files }: Deps): Job[] => [
  { name: 'files.clean', cron: '17 */6 * * *', pollSeconds: 60, run: () => cleanFiles(db, files) },
];
