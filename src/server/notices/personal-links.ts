import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { SURVEY_TEMPLATES } from '../../domain/notices/mail-texts.ts';
import { surveyPath } from '../../domain/surveys/waves.ts';
import { hashCode, newCode } from '../secret-codes.ts';

/** Why a mail with a personal link does not leave any more. */
export const NOT_EXPECTED = 'La encuesta ya no espera respuesta de esta persona.';

const PERSONAL_TYPES: readonly string[] = SURVEY_TEMPLATES;

/** A mail whose link is made when it leaves. */
export const isPersonal = ({ type }: { readonly type: string }): boolean => PERSONAL_TYPES.includes(type);

/** Whether an answer to the invitation `v` is still waited for. */
const expected = (invitation: RawBuilder<unknown>) => sql`
  from wave_invitations v join waves w on w.id = v.wave_id
  where v.id = ${invitation} and v.state = ${lit.invitation('waiting')}
    and w.state = ${lit.wave('open')} and w.closes_at > now()`;

/** Who has answered since a mail was written, or is asked no more, is not mailed. */
export async function giveUpAnswered(db: Database): Promise<void> {
  await sql`
    with over as (
      update mails m set state = ${lit.mail('failed')}, next_attempt_at = null, claimed_until = null
      where m.type = any(${PERSONAL_TYPES}) and m.state = ${lit.mail('pending')} and m.next_attempt_at <= now()
        and (m.claimed_until is null or m.claimed_until <= now())
        and not exists (select ${expected(sql`m.invitation_id`)})
      returning m.id
    )
    insert into mail_attempts (mail_id, error) select id, ${NOT_EXPECTED} from over`.execute(db);
}

export interface PersonalLink {
  readonly path: string;
  /** Words of others, which may quote the mail, without what opens the link. */
  readonly hide: (words: string) => string;
}

/**
 * One more link of an invitation, for one attempt to send one mail: of its secret only the hash is written. Null where
 * no answer is waited for any more.
 */
export async function makeLink(db: Database, invitationId: string | null): Promise<PersonalLink | null> {
  const code = newCode();
  const { numAffectedRows } = await sql`
    insert into wave_links (hash, invitation_id)
    select ${hashCode(code)}, v.id ${expected(sql`${invitationId}::uuid`)} for key share of v`.execute(db);
  if (numAffectedRows !== 1n) return null;
  return { path: surveyPath(code), hide: words => words.replaceAll(code, '…') };
}
