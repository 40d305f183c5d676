import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { type DataGroup, dataGroupOf } from '../../../domain/audit/personal-data.ts';
import { type Closed, closedMail } from '../../../server/part-taking/secrecy.ts';

/** A column that names a person. */
export interface UserReference {
  readonly table: string;
  readonly column: string;
  readonly group: DataGroup;
}

/**
 * Every column that refers to a person, as the database itself knows them: what is added later is found too, so that
 * merging, exporting and anonymising forget nothing.
 */
export async function userReferences(db: Database | Transaction): Promise<UserReference[]> {
  const { rows } = await sql<Pick<UserReference, 'table' | 'column'>>`
    select t.relname as table, a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.users'::regclass and t.relnamespace = 'public'::regnamespace
    order by t.relname, a.attnum`.execute(db);
  return rows.map(row => ({ ...row, group: dataGroupOf(row.table, row.column) }));
}

interface Unique {
  readonly table: string;
  /** The columns of the index besides the one that names the person. */
  readonly others: string[];
  /** Condition of a partial index. */
  readonly only: string | null;
}

/** Where two people may both have a row, but one person only one. */
export async function uniqueWith(db: Transaction, { table, column }: UserReference): Promise<Unique[]> {
  const { rows } = await sql<Unique>`
    select ${table}::text as table, pg_get_expr(i.indpred, i.indrelid) as only,
      array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid
        and a.attnum = any(i.indkey::int2[]) and a.attname <> ${column}) as others
    from pg_index i join pg_attribute u on u.attrelid = i.indrelid and u.attname = ${column}
    where i.indrelid = to_regclass('public.' || quote_ident(${table})) and i.indisunique
      and u.attnum = any(i.indkey::int2[])`.execute(db);
  return rows;
}

export interface DataCount {
  readonly group: DataGroup;
  readonly count: number;
}

/** What would tell who reviews what is closed to the reader is not theirs to count. */
function counted(closed: Closed | null, table: string) {
  if (closed && LETTERS.has(table)) return sql`and not ${closedMail(closed, table)}`;
  return closed && TIES.has(table) ? sql`and project_id <> all(${[...closed.ids]}::uuid[])` : sql``;
}
const TIES = new Set(['reviews', 'review_preferences', 'project_holders']);
const LETTERS = new Set(['mails', 'notifications']);

/** How much refers to a person, by group; groups with nothing are left out. */
export async function countReferences(
  db: Database | Transaction,
  userId: string,
  references: readonly UserReference[],
  closed: Closed | null = null,
): Promise<DataCount[]> {
  const counts = references.map(
    ({ table, column, group }) =>
      sql`select ${group}::text as "group", count(*)::int as count from ${sql.table(table)}
        where ${sql.ref(column)} = ${userId} ${counted(closed, table)}`,
  );
  const { rows } = await sql<DataCount>`
    select "group", sum(count)::int as count from (${sql.join(counts, sql` union all `)}) c
    group by 1 having sum(count) > 0`.execute(db);
  return rows;
}
