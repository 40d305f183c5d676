import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { hashToken } from '../../server/sign-in/known-tokens.ts';

/** A new secret address; a former one stops working. Only its hash is kept. */
export const createFeed = command(
  'active',
  async ({ tx, actor, now, record }: Command): Promise<{ token: string; createdAt: string }> => {
    const token = randomBytes(24).toString('base64url');
    const made = { token_hash: hashToken(token), created_at: now, read_at: null };
    await tx
      .insertInto('calendar_feeds')
      .values({ user_id: actor.id, ...made })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(made))
      .execute();
    record({ action: 'calendar.issue', objectType: 'user', objectId: actor.id });
    return { token, createdAt: now.toISOString() };
  },
);

export const revokeFeed = command('active', async ({ tx, actor, record }: Command) => {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) record({ action: 'calendar.revoke', objectType: 'user', objectId: actor.id });
  return {};
});

/**
 * Whose calendar a token opens, with a note that it was read, once an hour; undefined where it is unknown, was ended, or
 * the account is not enabled. Not a change that anybody makes: it has no audit.
 */
export async function openFeed(db: Database, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; isNoted: boolean }>`
    select u.id, coalesce(f.read_at > now() - interval '1 hour', false) as "isNoted"
    from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${hashToken(token)} and u.state = ${lit.user('active')}`.execute(db);
  const [owner] = rows;
  if (owner && !owner.isNoted)
    await sql`update calendar_feeds set read_at = now() where user_id = ${owner.id}`.execute(db);
  return owner?.id;
}
