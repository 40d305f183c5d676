import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { PROPOSED_NOTICE } from '../../domain/privacy/notice.ts';
import type { PrivacyNotice } from './contract.ts';

const notices = (which = sql``) => sql<PrivacyNotice>`
  select n.version, n.body, n.published_at as "publishedAt", u.name as "publishedBy",
    n.body = ${PROPOSED_NOTICE} as "isProposal"
  from privacy_notices n left join users u on u.id = n.published_by ${which} order by n.version desc`;

/** All versions, newest first. */
export const privacyNotices = async (db: Database): Promise<PrivacyNotice[]> =>
  (await notices().execute(db)).rows;

/** One version; the newest where none is named. */
export async function readNotice(db: Database | Transaction, version?: number): Promise<PrivacyNotice> {
  const { rows } = await notices(version === undefined ? sql`` : sql`where n.version = ${version}`).execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
