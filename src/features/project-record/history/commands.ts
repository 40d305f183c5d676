import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import type { HistoryAction } from '../../../domain/workflow/past-words.ts';

/** Something that happened to a project, as its history keeps it. Ids are UUIDs. */
export interface HistoryRow {
  readonly projectId: string;
  readonly action: HistoryAction;
  /** Null where there was nothing before. */
  readonly from: Status | null;
  readonly to: Status;
  readonly reason?: string | null;
  readonly comment?: string | null;
  /** What the product adds in its own words. */
  readonly note?: string | null;
  readonly onBehalfOf?: string | null;
  readonly deputyOf?: string | null;
  /** What an undo puts back; the holders of this moment are added where it names none. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Steps of one bulk change, undone together. */
  readonly batch?: string | null;
}

interface Writing {
  readonly tx: Transaction;
  /** Null where it happens by itself. */
  readonly actor: { readonly id: string } | null;
  readonly now: Date;
}

/** Holders of `e`'s project as an undo writes them again. */
const HOLDERS = sql`coalesce((
  select json_agg(json_build_object('userId', user_id, 'principalId', principal_id, 'via', via))
  from project_holders where project_id = e."projectId"), '[]')`;

/**
 * The only statement that writes the history of projects, one for any number of rows.
 * @returns ids of the rows, in their order.
 */
export async function writeEntries(
  { tx, actor, now }: Writing,
  entries: readonly HistoryRow[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into project_history (project_id, at, actor_id, on_behalf_of, deputy_of, action, from_status, to_status,
      reason, comment, note, before, batch_id)
    select e."projectId", ${now}, ${actor?.id ?? null}::uuid, e."onBehalfOf", e."deputyOf", e.action, e."from", e."to",
      e.reason, e.comment, e.note, case when e.before is null then '{}'
        else jsonb_build_object('holders', ${HOLDERS}) || e.before end, e.batch
    from json_to_recordset(${JSON.stringify(entries)}) e ("projectId" uuid, action text, "from" text, "to" text,
      reason text, comment text, note text, "onBehalfOf" uuid, "deputyOf" uuid, before jsonb, batch uuid)
    returning id`.execute(tx);
  return rows.map(row => row.id);
}

/** Answers the id of the row. */
export async function writeEntry(run: Writing, entry: HistoryRow): Promise<number> {
  const [id] = await writeEntries(run, [entry]);
  if (id === undefined) throw new Error('the history answered no id');
  return id;
}

/** The step was taken back: it stays in the history, and counts no more. */
export async function markUndone({ tx, now }: Writing, id: number): Promise<void> {
  await tx.updateTable('project_history').set({ undone_at: now }).where('id', '=', id).execute();
}
