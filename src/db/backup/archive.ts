import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Transaction } from '../pool.ts';

/**
 * A backup is a gzipped tar: `header.json`, then `tables/<name>/<n>.jsonl` in parts of a few megabytes, then
 * `files/<sha256>`, and last `manifest.json`, so that an archive cut short is recognised.
 */
export const FORMAT = 1;

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Checksum by name of the migrations the data fit. */
  migrations: z.record(z.string(), z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Header = z.infer<typeof headerSchema>;

const fileEntry = z.object({ key: z.string(), size: z.number(), sha256: z.string() });

export const manifestSchema = z.object({
  /** Rows and SHA-256 of all lines of each table. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  files: z.array(fileEntry),
  /** Keys of files the store no longer had. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface Table {
  name: string;
  /** What can be inserted: all but generated columns. */
  columns: string[];
  /** Sort expressions over the primary key, the same order on every server. */
  order: string[];
}

// Signed-in sessions and half-sent files end with the installation they belong to.
const LEFT_OUT = ['schema_migrations', 'schema_lock', 'sessions', 'uploads'];

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function readTables(db: Database | Transaction): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
      array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
              from pg_index i
              cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
             where i.indrelid = c.oid and i.indisprimary order by k.place) as order
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${LEFT_OUT})
    order by c.relname`.execute(db);
  for (const { name, order } of rows) if (order.length === 0) throw new Error(`${name} has no primary key`);
  return rows;
}

const ROWS_AT_ONCE = 2_000;
const PART_BYTES = 4_000_000;

/** The rows of a table as JSON lines in parts of about 4 MB, read by a cursor of the transaction. */
export async function* readRows(trx: Transaction, table: Table): AsyncGenerator<string[]> {
  const columns = table.columns.map(quote).join(', ');
  await sql
    .raw(
      `declare part no scroll cursor for select row_to_json(t)::text as line
         from (select ${columns} from ${quote(table.name)} order by ${table.order.join(', ')}) t`,
    )
    .execute(trx);
  let lines: string[] = [];
  let bytes = 0;
  for (;;) {
    const { rows } = await sql.raw<{ line: string }>(`fetch ${ROWS_AT_ONCE} from part`).execute(trx);
    for (const { line } of rows) {
      lines.push(line);
      bytes += line.length;
      if (bytes < PART_BYTES) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  if (lines.length > 0) yield lines;
  await sql`close part`.execute(trx);
}

/** Rows and hash of a table as the manifest names them; for a comparison after a restore. */
export async function digestOf(trx: Transaction, table: Table): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const lines of readRows(trx, table)) {
    hash.update(textOf(lines));
    rows += lines.length;
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Lines never hold a line break: JSON writes it as an escape. */
export const textOf = (lines: string[]) => lines.map(line => `${line}\n`).join('');

export async function insertRows(trx: Transaction, table: Table, text: string): Promise<void> {
  const columns = table.columns.map(quote).join(', ');
  const name = quote(table.name);
  const array = `[${text.trimEnd().split('\n').join(',')}]`;
  await sql`insert into ${sql.raw(name)} (${sql.raw(columns)}) overriding system value
    select ${sql.raw(columns)} from jsonb_populate_recordset(null::${sql.raw(name)}, ${array}::jsonb)`.execute(
    trx,
  );
}

/** Sequences behind identity columns continue after the highest number restored. */
export async function continueSequences(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace = 'public'::regnamespace`.execute(trx);
  for (const { table, column } of rows)
    await sql`
      select setval(pg_get_serial_sequence(${quote(table)}, ${column}), coalesce(max(${sql.ref(column)}), 1),
                    max(${sql.ref(column)}) is not null)
        from ${sql.table(table)}`.execute(trx);
}

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Runs `load` without foreign keys and triggers and puts both back, which checks every reference. Tables refer to
 * each other in a circle, and switching the checks off for a session takes a superuser.
 */
export async function withoutReferences<T>(trx: Transaction, load: () => Promise<T>): Promise<T> {
  const { rows: keys } = await sql<Constraint>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     order by conrelid::regclass::text, conname`.execute(trx);
  const { rows: triggers } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(trx);
  const alter = (statement: string) => sql.raw(`alter table ${statement}`).execute(trx);
  for (const { table, name } of keys) await alter(`${table} drop constraint ${name}`);
  for (const { table } of triggers) await alter(`${table} disable trigger user`);
  const loaded = await load();
  for (const { table } of triggers) await alter(`${table} enable trigger user`);
  for (const { table, name, definition } of keys)
    await alter(`${table} add constraint ${name} ${definition}`);
  return loaded;
}

/** Removes everything of ours from the database, extensions aside: they may belong to its administrator. */
export async function dropEverything(trx: Transaction): Promise<void> {
  const own = (catalog: string) =>
    `not exists (select from pg_depend d where d.objid = o.oid and d.classid = '${catalog}'::regclass and d.deptype = 'e')`;
  const { rows } = await sql
    .raw<{ statement: string }>(
      `select format('drop table %s cascade', o.oid::regclass) as statement from pg_class o
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${own('pg_class')}
       union all
       select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
        where pronamespace = 'public'::regnamespace and ${own('pg_proc')}
       union all
       select format('drop text search configuration if exists public.%I cascade', cfgname) from pg_ts_config o
        where cfgnamespace = 'public'::regnamespace and ${own('pg_ts_config')}`,
    )
    .execute(trx);
  for (const { statement } of rows) await sql.raw(statement).execute(trx);
}

/** Passes bytes on unchanged and knows their SHA-256 once they have all passed. */
export function hashing(): { stream: Transform; sha256: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest('hex') };
}
