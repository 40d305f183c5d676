import type { Database } from '../src/db/pool.ts';
import { openSession } from '../src/server/sign-in/session.ts';

/**
 * Token of a new session of this person, without the way through a provider: for tests whose subject is
 * something else. Takes the e-mail of a demo account or of any other user, who gets an account when needed.
 */
export async function signInAs({ db }: { db: Database }, email: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(eb => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  if (!user) throw new Error(`nobody has the e-mail ${email}`);
  const account =
    (await db
      .selectFrom('user_accounts')
      .select('id')
      .where('user_id', '=', user.id)
      .orderBy('provider', 'desc')
      .executeTakeFirst()) ??
    (await db
      .insertInto('user_accounts')
      .values({ user_id: user.id, provider: 'google', subject: user.id, email })
      .returning('id')
      .executeTakeFirstOrThrow());
  const now = new Date();
  return openSession(db, { userId: user.id, accountId: account.id, signedInAt: now, now });
}

/** Headers of a signed-in request. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
