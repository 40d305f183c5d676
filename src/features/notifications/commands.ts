import { sql } from 'kysely';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { type Command, command } from '../../server/commands/command.ts';
import type { getPreferences, markNotifications, putPreferences } from './contract.ts';
import { preferencesOf, unreadCount } from './queries.ts';

/** Reading is no change of anything that an audit would ask for. */
export const mark = command(
  'active',
  async (
    { tx, actor, now }: Command,
    { read, ids }: BodyOf<typeof markNotifications>,
  ): Promise<OutputOf<typeof markNotifications>> => {
    const some = ids ? sql`and id = any(${ids}::uuid[])` : sql``;
    const { rows } = await sql<{ id: string }>`
      update notifications set read_at = ${read ? now : null}
      where user_id = ${actor.id} and in_app and (read_at is null) = ${read} ${some} returning id`.execute(
      tx,
    );
    return { changed: rows.map(row => row.id), ...(await unreadCount(tx, actor)) };
  },
);

export const savePreferences = command(
  'active',
  async (
    { tx, actor }: Command,
    preferences: BodyOf<typeof putPreferences>,
  ): Promise<OutputOf<typeof getPreferences>> => {
    for (const { type, inApp, mail } of preferences)
      await tx
        .insertInto('notice_preferences')
        .values({ user_id: actor.id, type, in_app: inApp, mail })
        .onConflict(c => c.columns(['user_id', 'type']).doUpdateSet({ in_app: inApp, mail }))
        .execute();
    return preferencesOf(tx, actor);
  },
);
