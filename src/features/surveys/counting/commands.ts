import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { AnswerData } from '../../../domain/surveys/answers.ts';
import type { Question } from '../../../domain/surveys/questions.ts';
import { type Counted, countAnswers } from '../../../domain/surveys/tallies.ts';
import { byItself, type Command } from '../../../server/commands/command.ts';
import { announce } from '../../../server/notices/announce.ts';
import { writeSurveyMails } from '../mails/commands.ts';

interface Due {
  readonly id: string;
  readonly title: string;
  readonly anonymous: boolean;
  readonly questions: Question[];
  readonly leadId: string | null;
  readonly alternateId: string | null;
}

/** Answered no more: closed by somebody, or past its last day. */
const isOver = sql`(w.state = ${lit.wave('closed')}
  or (w.state = ${lit.wave('open')} and w.closes_at <= now()))`;

async function storeCounts(
  tx: Transaction,
  id: string,
  { parts, tallies, comments }: Counted,
): Promise<void> {
  const shown = parts.map(({ choices, answers }, part) => ({ part, choices, answers }));
  await sql`insert into wave_parts (wave_id, part, choices, answers)
    select ${id}, r.part, array(select jsonb_array_elements_text(r.choices)), r.answers
    from json_to_recordset(${JSON.stringify(shown)}) r (part integer, choices jsonb, answers integer)`.execute(
    tx,
  );
  await sql`insert into wave_tallies (wave_id, part, question, value, count)
    select ${id}, r.* from json_to_recordset(${JSON.stringify(tallies)})
      r (part integer, question text, value text, count integer)`.execute(tx);
  await sql`insert into wave_comments (wave_id, question, text)
    select ${id}, r.question, r.text from json_to_recordset(${JSON.stringify(comments)}) r (question text, text text)
    order by random()`.execute(tx);
}

/**
 * Forgets whatever could match an anonymous answer with a person: all answers become new rows in a random order, with
 * new random keys, written at one and the same moment; who was invited goes, and their links and mails with them, as
 * only who had not answered was reminded.
 */
async function makeUnmatchable(tx: Transaction, id: string): Promise<void> {
  await sql`with gone as (delete from wave_answers where wave_id = ${id} returning data)
    insert into wave_answers (wave_id, anonymous, data)
    select ${id}, true, data from gone order by random()`.execute(tx);
  await sql`delete from mails m using wave_invitations v
    where v.id = m.invitation_id and v.wave_id = ${id}`.execute(tx);
  await sql`delete from wave_invitations where wave_id = ${id}`.execute(tx);
}

const keepTotals = ({ tx, now }: Command<null>, id: string) =>
  sql`update waves w set state = ${lit.wave('ready')}, counted_at = ${now}, room_code = null,
    invited = (select count(*) from wave_invitations v where v.wave_id = w.id),
    declined = (select count(*) from wave_invitations v
      where v.wave_id = w.id and v.state = ${lit.invitation('declined')}),
    answers = (select count(*) from wave_answers a where a.wave_id = w.id)
    where w.id = ${id}`.execute(tx);

/** Counts one wave that is over; false where another run has done it. */
const countWave = (db: Database, id: string, now: Date): Promise<boolean> =>
  byItself(db, now, async run => {
    const { tx } = run;
    // Whoever is answering holds it until they are done.
    const { rows } = await sql<Due>`
      select w.id, w.title, w.anonymous, n.questions, p.lead_id as "leadId", p.alternate_id as "alternateId"
      from waves w join instrument_versions n on n.id = w.version_id left join projects p on p.id = w.project_id
      where w.id = ${id} and ${isOver} for update of w`.execute(tx);
    const [wave] = rows;
    if (!wave) return false;
    const { rows: answers } = await sql<{ data: AnswerData }>`
      select data from wave_answers where wave_id = ${id}`.execute(tx);
    await storeCounts(
      tx,
      id,
      countAnswers(
        wave.questions,
        answers.map(a => a.data),
      ),
    );
    await keepTotals(run, id);
    if (wave.anonymous) await makeUnmatchable(tx, id);
    else
      await sql`delete from wave_links l using wave_invitations v
      where v.id = l.invitation_id and v.wave_id = ${id}`.execute(tx);
    run.record({
      ...{ action: 'wave.count', objectType: 'wave', objectId: id },
      changes: { answers: [null, answers.length] },
    });
    const { title, leadId, alternateId } = wave;
    const event = {
      kind: 'survey_ready',
      actorId: null,
      title,
      answers: answers.length,
      leadId,
      alternateId,
    } as const;
    await announce(run, event, null);
    return true;
  });

/** Counts every wave that is over, each by itself; answers how many. */
export async function countOver(db: Database, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waves w where ${isOver} order by w.closes_at`.execute(db);
  let counted = 0;
  for (const { id } of rows) if (await countWave(db, id, now)) counted += 1;
  return counted;
}

/** For so long after the counting it is done again: somebody may still have been reading former rows. */
export const SWEEP_HOURS = 24;

/**
 * Rids the database of former versions of what was deleted, which would tell what was written at one moment: of waves
 * counted since, or for so many hours. No command: it changes nothing that anybody reads.
 */
export async function sweepFormerRows(db: Database, hours = 0): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waves w where w.state = ${lit.wave('ready')} and w.anonymous
      and (w.swept_at is null or w.counted_at > now() - ${hours} * interval '1 hour')`.execute(db);
  if (rows.length === 0) return;
  for (const table of ['wave_answers', 'wave_invitations', 'wave_links', 'mails'])
    await sql`vacuum ${sql.table(table)}`.execute(db);
  await sql`update waves set swept_at = now()
    where id = any(${rows.map(r => r.id)}::uuid[]) and swept_at is null`.execute(db);
}

/** Reminds by mail who has not answered, on the days that each wave says; a run that was missed is made up for once. */
export const remindDue = (db: Database, now = new Date()): Promise<number> =>
  byItself(db, now, async run => {
    const { rows } = await sql<{ id: string }>`
      update waves w set reminded_at = ${now}
      where w.state = ${lit.wave('open')} and w.closes_at > ${now} and exists (
        select from unnest(w.reminder_days) d where w.last_day - d <= ${localDay(now)}::date
          and w.last_day - d > day_in_chile(coalesce(w.reminded_at, w.opened_at)))
      returning w.id`.execute(run.tx);
    let reminded = 0;
    for (const { id } of rows) {
      const mails = await writeSurveyMails(run, {
        waveId: id,
        template: 'survey_reminder',
        invitationIds: null,
      });
      if (mails > 0)
        run.record({
          ...{ action: 'wave.remind', objectType: 'wave', objectId: id },
          changes: { mails: [null, mails] },
        });
      reminded += mails;
    }
    return reminded;
  });
