import { sql } from 'kysely';
import { readMailTexts } from '../../../db/mail-texts.ts';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { endOfDay } from '../../../domain/kit/calendar.ts';
import { type SurveyFacts, surveyLetterOf } from '../../../domain/notices/letters/survey-letters.ts';
import type { SurveyTemplate } from '../../../domain/notices/mail-texts.ts';
import { MAIL_DELAY_MS } from '../../../server/notices/announce.ts';

interface Run {
  readonly tx: Transaction;
  readonly now: Date;
}

interface Asking extends Omit<SurveyFacts, 'to' | 'until'> {
  readonly projectId: string | null;
  readonly lastDay: string;
}

async function findAsking({ tx, now }: Run, waveId: string): Promise<Asking | undefined> {
  const { rows } = await sql<Asking>`
    select w.title, w.message, w.anonymous, w.last_day::text as "lastDay", p.id as "projectId", p.title as project
    from waves w left join projects p on p.id = w.project_id
    where w.id = ${waveId} and w.state = ${lit.wave('open')} and w.closes_at > ${now}`.execute(tx);
  return rows[0];
}

/**
 * Writes a mail with a personal link to those of an open wave who still wait and do not object to mails, to be sent a
 * minute later: to these, or to all of them. Answers how many.
 */
export async function writeSurveyMails(
  run: Run,
  {
    waveId,
    template,
    invitationIds,
  }: {
    readonly waveId: string;
    readonly template: SurveyTemplate;
    readonly invitationIds: readonly string[] | null;
  },
): Promise<number> {
  const { tx, now } = run;
  const wave = await findAsking(run, waveId);
  if (!wave) return 0;
  const { rows: people } = await sql<{ id: string; name: string; email: string }>`
    select v.id, v.name, v.email from wave_invitations v
    where v.wave_id = ${waveId} and v.state = ${lit.invitation('waiting')} and not objects_to_mail(v.email)
      ${invitationIds ? sql`and v.id = any(${invitationIds}::uuid[])` : sql``}
    order by v.id`.execute(tx);
  if (people.length === 0) return 0;
  const text = (await readMailTexts(tx))(template);
  const until = endOfDay(wave.lastDay);
  const mails = people.map(({ id, name, email }) => ({
    invitation_id: id,
    name,
    address: email,
    ...surveyLetterOf({ ...wave, to: name, until }, template, text),
  }));
  await sql`
    insert into mails
      (invitation_id, name, address, type, project_id, subject, html, text, state, next_attempt_at, created_at)
    select m.invitation_id, m.name, m.address, ${template}, ${wave.projectId}::uuid, m.subject, m.html, m.text,
      ${lit.mail('pending')}, ${new Date(now.getTime() + MAIL_DELAY_MS)}, ${now}
    from json_to_recordset(${JSON.stringify(mails)})
      m (invitation_id uuid, name text, address text, subject text, html text, text text)`.execute(tx);
  return mails.length;
}
