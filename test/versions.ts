import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';

/** Folder of all migrations. */
export const ALL = path.join(import.meta.dirname, '../src/db/migrations');

const databases: TestDatabase[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(databases.splice(0).map(database => database.drop()));
  await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })));
});

/** A database as the version before the migration of this number left it; gone after the test. */
export async function versionBefore(number: string): Promise<TestDatabase['db']> {
  const database = await createEmptyDatabase();
  databases.push(database);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  folders.push(folder);
  for (const file of await readdir(ALL))
    if (file < number) await cp(path.join(ALL, file), path.join(folder, file));
  await migrate(database.db, folder);
  return database.db;
}
