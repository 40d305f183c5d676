import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import type { Download } from './contract.ts';

const MOST_SHOWN = 30;

async function readDownloads(db: Database | Transaction, which: RawBuilder<unknown>): Promise<Download[]> {
  const { rows } = await sql<Download>`
    select d.id, d.title, d.state, d.done, d.total, d.problem, d.file_name as "fileName", d.size,
      encode(d.sha256, 'hex') as sha256, d.asked_at as "askedAt", d.ended_at as "endedAt", d.expires_at as "expiresAt"
    from downloads d where ${which} order by d.asked_at desc, d.id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}

/** What somebody asked for, the latest first. */
export const downloadsOf = (db: Database, actor: Actor): Promise<Download[]> =>
  readDownloads(db, sql`d.user_id = ${actor.id}`);

/** One of somebody's own; whatever others asked for is not there. */
export async function findDownload(
  db: Database | Transaction,
  actor: Pick<Actor, 'id'>,
  id: string,
): Promise<Download> {
  const [found] = await readDownloads(db, sql`d.id = ${id} and d.user_id = ${actor.id}`);
  if (!found) throw notFound();
  return found;
}
