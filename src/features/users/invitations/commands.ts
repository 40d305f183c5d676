import { sql } from 'kysely';
import { readMailTexts } from '../../../db/mail-texts.ts';
import { ROLE_LABELS, type Role } from '../../../domain/kit/actor.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { welcomeOf } from '../../../domain/notices/letters.ts';
import { lockRow } from '../../../server/commands/catalogue.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { User } from '../contract.ts';
import { findUser } from '../queries.ts';

export interface Guest {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly state: string;
  readonly roles: readonly Role[];
}

/** The way in, by mail, in the transaction of what opens it. */
export async function writeWelcome({ tx, now }: Command, guest: Guest, invited: boolean): Promise<void> {
  const { id, name, email } = guest;
  const type = invited ? 'invitation' : 'welcome';
  const text = (await readMailTexts(tx))(type);
  const roles = guest.roles.map(role => ROLE_LABELS[role]);
  const letter = welcomeOf({ to: name, email, invited, roles }, text);
  await tx
    .insertInto('mails')
    .values({
      user_id: id,
      name,
      address: email,
      type,
      ...letter,
      state: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
}

/** Writes to somebody who has never come in; their address counts as allowed for their first sign-in. */
export async function invite(c: Command, guest: Guest): Promise<void> {
  const { tx, now } = c;
  if (guest.state !== 'active') throw new AppError('rule', 'Solo se invita a quien tiene la cuenta activa.');
  const { rows } = await sql`select from user_accounts where user_id = ${guest.id} limit 1`.execute(tx);
  if (rows.length > 0) throw new AppError('rule', 'Esa persona ya entró: no necesita invitación.');
  await writeWelcome(c, guest, true);
  await tx.updateTable('users').set({ invited_at: now }).where('id', '=', guest.id).execute();
}

export const inviteAgain = command('people.manage', async (c, id: string): Promise<User> => {
  // What is not there, or was merged, is said first.
  await findUser(c.tx, c.actor, id);
  const row = await lockRow<Guest>(c, { table: 'users', find: findUser }, id);
  await invite(c, row);
  c.record({ action: 'user.invited', objectType: 'user', objectId: id });
  return findUser(c.tx, c.actor, id);
});
