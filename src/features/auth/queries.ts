import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { OutputOf } from '../../domain/endpoint.ts';
import type { Identity } from '../../server/verify.ts';
import type { listAccounts, listSessions } from './contract.ts';

type Reader = Database | Transaction;
type AccountKey = Pick<Identity, 'provider' | 'tenant' | 'subject'>;

const PERSON = ['users.id', 'users.email', 'users.name', 'users.roles', 'users.state'] as const;

export type Person = Omit<NonNullable<Awaited<ReturnType<typeof accountByKey>>>, 'accountId'>;

/** The account with these keys and whom it belongs to. */
export const accountByKey = (db: Reader, { provider, tenant, subject }: AccountKey) =>
  db
    .selectFrom('user_accounts')
    .innerJoin('users', 'users.id', 'user_accounts.user_id')
    .select([...PERSON, 'user_accounts.id as accountId'])
    .where('provider', '=', provider)
    .where('tenant', '=', tenant)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** `email` in lower case; the one of a record merged into another leads to that one. */
export const personByEmail = (db: Reader, email: string) =>
  db
    .selectFrom('users as known')
    .innerJoin('users', join =>
      join.on(eb => eb('users.id', '=', eb.fn.coalesce('known.merged_into', 'known.id'))),
    )
    .select([...PERSON, 'users.invited_at as invitedAt'])
    .where(eb => eb(eb.fn('lower', ['known.email']), '=', email))
    .executeTakeFirst();

export const accountsOf = (db: Reader, userId: string) =>
  db
    .selectFrom('user_accounts')
    .select(['id', 'provider', 'tenant', 'subject', 'email', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute();

export async function linkedAccounts(
  db: Reader,
  userId: string,
  currentId: string | undefined,
): Promise<OutputOf<typeof listAccounts>> {
  const rows = await accountsOf(db, userId);
  return {
    accounts: rows.map(({ id, provider, email, linkedAt }) => ({
      id,
      provider,
      email,
      linkedAt,
      current: id === currentId,
    })),
  };
}

/** Sessions of a person that are not over, the last used first; a row has the times of all its tokens. */
export const openSessions = (db: Reader, userId: string) =>
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
  db: Reader,
  userId: string,
  currentId: string,
): Promise<OutputOf<typeof listSessions>> {
  const rows = await openSessions(db, userId);
  const sessions = rows.map(({ accountId: _, ...row }) => ({ ...row, current: row.id === currentId }));
  return { sessions: [...sessions.filter(s => s.current), ...sessions.filter(s => !s.current)] };
}

export async function someActiveAdmin(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('state', '=', 'active')
    .where(eb => eb(eb.val('Admin'), '=', eb.fn.any('roles')))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
