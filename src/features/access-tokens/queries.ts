import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { iso } from '../project-record/rows/queries.ts';
import type { AccessToken } from './contract.ts';

/** Of one person, the latest first; all of them, or one. */
export async function accessTokensOf(
  db: Database | Transaction,
  userId: string,
  id?: string,
): Promise<AccessToken[]> {
  const one = id ? sql`and id = ${id}` : sql``;
  const { rows } = await sql<AccessToken>`
    select id, name, scopes, ${iso(sql`created_at`)} as "createdAt", ${iso(sql`expires_at`)} as "expiresAt",
      expires_at <= now() as expired, ${iso(sql`last_used_at`)} as "lastUsedAt"
    from access_tokens where user_id = ${userId} ${one} order by created_at desc, id`.execute(db);
  return rows;
}
