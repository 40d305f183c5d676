import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import type { Command } from '../../../server/commands/command.ts';

type Run = Pick<Command, 'tx'>;
type Ids = readonly string[];

/** The waves of these invitations, held as by whoever answers or counts; before the invitations themselves. */
export const holdWaves = ({ tx }: Run, ids: Ids) =>
  sql`
  select from waves w where w.id in (select v.wave_id from wave_invitations v where v.id::text = any(${[...ids]}::text[]))
  order by w.id for no key update`.execute(tx);

/** Invitations go, with what was answered by them and the mails that wait; what was counted stays as it was counted. */
export async function eraseInvitations({ tx }: Run, ids: Ids): Promise<void> {
  await sql`delete from mails where invitation_id = any(${[...ids]}::uuid[])
    and state in ${among(UNSENT_MAILS)}`.execute(tx);
  await sql`delete from wave_invitations where id = any(${[...ids]}::uuid[])`.execute(tx);
}
