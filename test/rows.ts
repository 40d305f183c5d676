import { type Insertable, sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { DB } from '../src/db/tables.ts';

/** A draft as a bare row, for tests below the API; its lead is somebody of the demo university. */
export async function insertProject(
  db: Database,
  more: Partial<Insertable<DB['projects']>> & { title: string },
): Promise<{ id: string; lead: string }> {
  const { id: lead } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const { slug, version } = await db
    .selectFrom('kind_versions')
    .select(['slug', 'version'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('projects')
    .values({
      code: 'PAC-2026-0001',
      kind: slug,
      kind_version: version,
      lead_id: lead,
      created_by: lead,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, lead };
}

/** Statements of this database that wait for somebody else's lock. */
export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Downloads of this database under way: transactions that read on, or wait for whoever takes what they read. */
export async function countReading(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database()
      and (state like 'idle in transaction%' or state = 'active' and query like 'fetch %')`.execute(db);
  return rows.length;
}
