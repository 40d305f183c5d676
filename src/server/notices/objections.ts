import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among } from '../../db/states.ts';
import { UNSENT_MAILS } from '../../domain/notices/mail-states.ts';
import { OBJECTED_TEMPLATES } from '../../domain/notices/mail-texts.ts';

/** Why a mail to somebody who objects does not leave. */
export const OBJECTED = 'La persona no quiere recibir correos de encuestas ni de certificados.';

interface Mail {
  readonly type: string;
  readonly address: string;
}

/**
 * Whether a mail is one that its address objects to. Asked when it leaves: it may have been written at the moment in
 * which the objection was noted, or be sent again by hand.
 */
export async function isObjected(db: Database, { type, address }: Mail): Promise<boolean> {
  if (!OBJECTED_TEMPLATES.includes(type)) return false;
  const { rows } = await sql<{ objects: boolean }>`select objects_to_mail(${address}) as objects`.execute(db);
  return rows[0]?.objects ?? false;
}

interface Objecting {
  readonly tx: Transaction;
  readonly now: Date;
  /** In small letters. */
  readonly email: string;
  /** Null: the person themselves. */
  readonly by: string | null;
}

/** Notes that nobody is mailed there any more and takes back what did not leave yet; false where it was noted before. */
export async function noteObjection({ tx, now, email, by }: Objecting): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into contact_objections (email, noted_at, noted_by)
    values (${email}, ${now}, ${by}) on conflict (email) do nothing`.execute(tx);
  await sql`delete from mails where lower(address) = ${email} and user_id is null
    and type = any(${OBJECTED_TEMPLATES}) and state in ${among(UNSENT_MAILS)}`.execute(tx);
  return numAffectedRows === 1n;
}
