import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { parseSetting, type Settings } from '../../../db/settings.ts';
import { lit } from '../../../db/states.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { draftRefusal } from '../../../domain/settings/quotas.ts';

const UNSENT = precompile(sql`d.status = ${lit.status('draft')} and d.submitted_at is null`);

/** How many drafts a lead has that were never submitted. */
export const draftsOf = (lead: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from projects d where d.lead_id = ${lead} and ${UNSENT})`;

interface Held extends Pick<Settings, 'quotas' | 'uploadLimitMb'> {
  readonly name: string;
}

/**
 * The limits of a person, whose row is held until the end: of several requests at once each counts those before it.
 * Comes before the locks of projects. The count is a statement of its own, as this one may have waited.
 */
export async function holdPerson(tx: Transaction, id: string): Promise<Held | null> {
  const { rows } = await sql<{ name: string; stored: Record<string, unknown> }>`
    select u.name, (select json_object_agg(s.key, s.value) from settings s
      where s.key in ('quotas', 'uploadLimitMb')) as stored
    from users u where u.id = ${id} for no key update of u`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { quotas, uploadLimitMb } = row.stored;
  return {
    name: row.name,
    quotas: parseSetting('quotas', quotas),
    uploadLimitMb: parseSetting('uploadLimitMb', uploadLimitMb),
  };
}

/** Refuses a draft that would become this person's. */
export async function admitDraft(tx: Transaction, leadId: string): Promise<void> {
  const held = await holdPerson(tx, leadId);
  if (!held) return;
  const { rows } = await sql<{ used: number }>`select ${draftsOf(sql`${leadId}`)} as used`.execute(tx);
  const refused = draftRefusal(held.quotas.drafts, rows[0]?.used ?? 0, held.name);
  if (refused) throw noRoom(refused, 'leadId');
}

export const noRoom = (message: string, path?: string) =>
  new AppError('rule', message, path === undefined ? {} : { errors: [{ path, message }] });

/** Those of these projects that are drafts never submitted. */
export async function unsentOf(db: Database | Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from projects d where d.id = any(${ids}::uuid[]) and ${UNSENT}`.execute(db);
  return new Set(rows.map(r => r.id));
}

/** How many never-submitted drafts each of these people leads. */
export async function draftCounts(
  db: Database | Transaction,
  people: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; used: number }>`
    select u.id, ${draftsOf(sql`u.id`)} as used from users u where u.id = any(${people}::uuid[])`.execute(db);
  return new Map(rows.map(r => [r.id, r.used]));
}
