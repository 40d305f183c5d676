import type { Database, Transaction } from '../../db/pool.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { Identity } from '../../server/sign-in/verify.ts';
import type { listAccounts } from './contract.ts';

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

export async function readAccounts(
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
