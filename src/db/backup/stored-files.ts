import { sql } from 'kysely';
import type { Database, Transaction } from '../pool.ts';

/** Every table whose rows name an object of the file store, asked of the schema so that none can be forgotten. */
export async function tablesNamingFiles(db: Database | Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'storage_key' and not a.attisdropped
       and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     order by c.relname`.execute(db);
  return rows.map(row => row.name);
}

export interface StoredFile {
  readonly key: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What the rows name, each object once; `keys` narrows it to these. */
export async function readStoredFiles(db: Database | Transaction, keys?: string[]): Promise<StoredFile[]> {
  const found = await tablesNamingFiles(db);
  if (found.length === 0) return [];
  const named = found.map(
    table => sql`select storage_key as key, encode(sha256, 'hex') as sha256 from ${sql.table(table)}
      where ${keys ? sql`storage_key = any(${keys})` : sql`storage_key is not null`}`,
  );
  const { rows } = await sql<StoredFile>`${sql.join(named, sql` union `)} order by key`.execute(db);
  return rows;
}
