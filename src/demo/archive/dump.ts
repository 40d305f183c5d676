import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { readApplied } from '../../db/migrate.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Archive } from './archive.ts';

/** Of the database itself, or the same in each: places have codes, holidays days that do not move. */
const LEFT_OUT = ['schema_migrations', 'schema_lock', 'regions', 'comunas', 'holidays'];
/** All others are an installation's own, secrets among them. */
const SETTINGS = ['demoLoaded', 'demoProjects', 'certificates'];

interface Table {
  readonly name: string;
  /** Without those that the database works out. */
  readonly columns: readonly string[];
}

async function readTables(tx: Transaction): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${LEFT_OUT}) order by c.relname`.execute(tx);
  return rows;
}

async function readRows(tx: Transaction, { name, columns }: Table) {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(r) as row from (select ${sql.join(columns.map(c => sql.ref(c)))} from ${sql.table(name)}) r`.execute(
    tx,
  );
  return rows.map(({ row }) => row).filter(row => name !== 'settings' || SETTINGS.includes(String(row.key)));
}

async function readFiles(folder: string): Promise<Pick<Archive, 'files' | 'contents'>> {
  const files: [string, number][] = [];
  const places = new Map<string, number>();
  const contents: string[] = [];
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of all.filter(e => e.isFile())) {
    const place = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(place);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const at = places.get(hash) ?? contents.push(bytes.toString('base64')) - 1;
    places.set(hash, at);
    files.push([path.relative(folder, place).split(path.sep).join('/'), at]);
  }
  return { files: files.sort(), contents };
}

/** All that is in a database and in the files of its store, which lie in `folder`, on this day. */
export async function dump(db: Database, { day, folder }: { day: string; folder: string }): Promise<Archive> {
  const stored = await readFiles(folder);
  return db.transaction().execute(async tx => {
    await sql`set local timezone = 'America/Santiago'`.execute(tx);
    const migration = [...(await readApplied(tx)).keys()].at(-1) ?? '';
    const tables: Archive['tables'][number][] = [];
    for (const { name, columns } of await readTables(tx)) {
      const rows = await readRows(tx, { name, columns });
      if (rows.length > 0) tables.push({ name, columns, rows });
    }
    return { migration, day, tables, ...stored };
  });
}
