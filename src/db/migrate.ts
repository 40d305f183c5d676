import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database, Transaction } from './pool.ts';

export interface Migration {
  /** `0001_ground`, the file name without ending. */
  name: string;
  sql: string;
  /** SHA-256 of the text with line ends as on Unix, so that a Windows checkout is not an alteration. */
  checksum: string;
}

/** Why the migrations of this version do not fit the database; the text is for the person who starts it. */
export class MigrationError extends Error {}

const FOLDER = path.join(import.meta.dirname, 'migrations');

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort();
  const seen = new Map<string, string>();
  return Promise.all(
    files.map(async file => {
      const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1];
      if (!number) throw new MigrationError(`La migración ${file} no se llama NNNN_nombre.sql.`);
      const twin = seen.get(number);
      if (twin) throw new MigrationError(`Las migraciones ${twin} y ${file} tienen el mismo número.`);
      seen.set(number, file);
      const text = (await readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: file.slice(0, -'.sql'.length), sql: text, checksum };
    }),
  );
}

/** Checksum by name of what this database has, in order. */
export async function readApplied(db: Database | Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(db);
  return new Map(rows.map(row => [row.name, row.checksum]));
}

/** What is left to do. Migrations newer than all of ours are a newer copy's: it keeps them fit for us. */
function pendingOf(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const last = [...applied.keys()].at(-1) ?? '';
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum && checksum !== migration.checksum)
      throw new MigrationError(
        `La migración ${migration.name} cambió después de aplicarse. Deshaz el cambio y escribe una migración nueva.`,
      );
    if (!checksum && migration.name < last)
      throw new MigrationError(
        `La migración ${migration.name} es anterior a ${last}, ya aplicada. Dale el número siguiente.`,
      );
  }
  return migrations.filter(migration => !applied.has(migration.name));
}

const TABLES = `
  create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists schema_lock (id integer primary key check (id = 1));
  insert into schema_lock values (1) on conflict do nothing`;

async function createTables(db: Database): Promise<void> {
  for (let left = 5; ; left--) {
    try {
      await sql.raw(TABLES).execute(db);
      return;
    } catch (error) {
      // Two copies creating the same table at once: the slower one gets a unique violation and looks again.
      if (left === 0 || !['23505', '42P07', '42710'].includes((error as { code: string }).code)) throw error;
    }
  }
}

async function apply(trx: Transaction, { name, sql: text, checksum }: Migration): Promise<void> {
  await sql.raw(text).execute(trx);
  await sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`.execute(trx);
}

/** One migration in one transaction; undefined when nothing is left. */
async function applyNext(db: Database, migrations: Migration[]): Promise<string | undefined> {
  return db.transaction().execute(async trx => {
    await sql`set local statement_timeout = 0`.execute(trx);
    // A row lock works on every PostgreSQL, distributed ones too; a second copy waits here.
    await sql`select id from schema_lock where id = 1 for update`.execute(trx);
    const next = pendingOf(migrations, await readApplied(trx))[0];
    if (next) await apply(trx, next);
    return next?.name;
  });
}

/**
 * Brings the schema up to date and returns the names applied by this call. Copies may start at once: one migrates,
 * the others wait. `until` names the last one to be applied. Refuses a file that was altered, or numbered before one that
 * is already applied.
 */
export async function migrate(db: Database, folder?: string, until?: string): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(
    ({ name }) => until === undefined || name <= until,
  );
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('schema_lock') is not null as there`.execute(db);
  if (!rows[0]?.there) await createTables(db);
  const done: string[] = [];
  while (pendingOf(migrations, await readApplied(db)).length > 0) {
    const name = await applyNext(db, migrations);
    if (name) done.push(name);
  }
  return done;
}

/** Names of migrations not yet applied, for the readiness check. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  return pendingOf(await readMigrations(), await readApplied(db)).map(migration => migration.name);
}

/** All of `migrations` that are missing, as part of a transaction that nobody else competes with. */
export async function migrateWithin(trx: Transaction, migrations: Migration[]): Promise<void> {
  await sql.raw(TABLES).execute(trx);
  for (const migration of pendingOf(migrations, await readApplied(trx))) await apply(trx, migration);
}
