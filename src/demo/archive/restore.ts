import { sql } from 'kysely';
import { migrate, readApplied } from '../../db/migrate.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import type { IdentifierKind } from '../../domain/execution/identifiers.ts';
import { personKeys } from '../../features/attendance/queries.ts';
import { newSecret } from '../../first-run.ts';
import type { FileStore } from '../../server/files/store.ts';
import { type Archive, readArchive } from './archive.ts';

/** How many files are written at once. */
const AT_ONCE = 16;

/** Nobody has ever been in it: what anybody wrote must never give way to a demonstration. */
async function isUnused(db: Database | Transaction): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from users) or exists (select from audit) as used`.execute(db);
  return rows[0]?.used === false;
}

/** The last migration of a database in which nothing is yet, `''` before the first; null of one that is in use. */
async function readFresh(db: Database): Promise<string | null> {
  const { rows } = await sql<{ begun: boolean; there: boolean }>`
    select to_regclass('schema_migrations') is not null as begun, to_regclass('audit') is not null as there`.execute(
    db,
  );
  if (rows[0]?.there && !(await isUnused(db))) return null;
  return rows[0]?.begun ? ([...(await readApplied(db)).keys()].at(-1) ?? '') : '';
}

async function writeFiles(files: FileStore, { files: places, contents }: Archive): Promise<void> {
  const left = [...places];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop())
      await files.put(next[0], Buffer.from(contents[next[1]] ?? '', 'base64'));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function writeTable(
  tx: Transaction,
  { name, columns, rows }: Archive['tables'][number],
): Promise<void> {
  const list = sql.join(columns.map(c => sql.ref(c)));
  // Of the settings only those of the demonstration are in the archive.
  const kept = name === 'settings' ? sql`where key = any(${rows.map(r => String(r.key))}::text[])` : sql``;
  await sql`delete from ${sql.table(name)} ${kept}`.execute(tx);
  await sql`insert into ${sql.table(name)} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)})`.execute(
    tx,
  );
}

/** Rules by which rows refer to others, looked at with each row. */
async function readRules(tx: Transaction): Promise<{ place: string; name: string }[]> {
  const { rows } = await sql<{ place: string; name: string }>`
    select conrelid::regclass::text as place, conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not condeferrable`.execute(tx);
  return rows;
}

/** Numbers that the database gives go on after the last one. */
const GO_ON = sql`
  do $$ declare s record; begin
    for s in select c.relname as table_name, a.attname as column_name,
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence_name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
    loop
      execute format('select setval(%L, coalesce((select max(%I) from %I), 0) + 1, false)',
        s.sequence_name, s.column_name, s.table_name);
    end loop;
  end $$`;

/** People are told apart by a key of this installation, not by that of the one that made the archive. */
async function keyPeople(tx: Transaction): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key: 'personKeySecret', value: JSON.stringify(newSecret()) })
    .execute();
  const { rows } = await sql<{ id: string; identifierKind: IdentifierKind; identifier: string }>`
    select id, identifier_kind as "identifierKind", identifier from attendances where person_key is not null`.execute(
    tx,
  );
  const keys = await personKeys(tx, rows);
  await sql`update attendances a set person_key = decode(k.key, 'hex')
    from json_to_recordset(${JSON.stringify(rows.map(({ id }, n) => ({ id, key: keys[n] })))}) k (id uuid, key text)
    where a.id = k.id`.execute(tx);
}

/**
 * The university of the demonstration into a database in which nothing is yet, as of `now`; its tables are then those
 * of the archive's version. Of several copies of the server one writes it. Answers whether this one did.
 */
export async function restoreDemo(db: Database, files: FileStore, now = new Date()): Promise<boolean> {
  const fresh = await readFresh(db);
  if (fresh === null) return false;
  const archive = await readArchive(now);
  // Its rows do not fit what a later version has made of the tables.
  if (fresh > archive.migration) return false;
  // The files before the rows that name them: a start that is broken off begins anew.
  await Promise.all([migrate(db, undefined, archive.migration), writeFiles(files, archive)]);
  return db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local timezone = 'America/Santiago'`.execute(tx);
    await sql`select id from schema_lock where id = 1 for update`.execute(tx);
    if (!(await isUnused(tx))) return false;
    const names = archive.tables.map(t => sql.table(t.name));
    for (const name of names) await sql`alter table ${name} disable trigger user`.execute(tx);
    // Rows refer to each other: they are looked at once all are there. Each rule is afterwards as it was.
    const rules = await readRules(tx);
    const alter = (how: 'deferrable initially deferred' | 'not deferrable') =>
      sql
        .raw(rules.map(r => `alter table ${r.place} alter constraint "${r.name}" ${how}`).join(';'))
        .execute(tx);
    await alter('deferrable initially deferred');
    for (const table of archive.tables) await writeTable(tx, table);
    await keyPeople(tx);
    await sql`set constraints all immediate`.execute(tx);
    await alter('not deferrable');
    for (const name of names) await sql`alter table ${name} enable trigger user`.execute(tx);
    await GO_ON.execute(tx);
    return true;
  });
}
