import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { listSessions } from './contract.ts';

/** Sessions of a person that are not over, the last used first; a row has the times of all its tokens. */
export const openSessions = (db: Database | Transaction, userId: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('user_accounts as a', 'a.id', 's.account_id')
    .select(eb => [
      's.session_id as id',
      's.account_id as accountId',
      'a.provider',
      's.device',
      eb.fn.min('s.signed_in_at').as('signedInAt'),
      eb.fn.max('s.created_at').as('renewedAt'),
    ])
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<string>`now()`)
    .groupBy(['s.session_id', 's.account_id', 'a.provider', 's.device'])
    .orderBy('renewedAt', 'desc')
    .orderBy('id')
    .execute();

export async function ownSessions(
  db: Database | Transaction,
  userId: string,
  currentId: string,
): Promise<OutputOf<typeof listSessions>> {
  const rows = await openSessions(db, userId);
  const sessions = rows.map(({ accountId: _, ...row }) => ({ ...row, current: row.id === currentId }));
  return { sessions: [...sessions.filter(s => s.current), ...sessions.filter(s => !s.current)] };
}
