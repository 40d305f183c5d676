import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import type { AnswerData } from '../../../domain/surveys/answers.ts';
import { byItself, type Command } from '../../../server/commands/command.ts';
import { noteObjection } from '../../../server/notices/objections.ts';
import { hashCode } from '../../../server/secret-codes.ts';
import { isAnswered } from '../queries.ts';

/** Answers that come by the code of a room; more than any event has. */
const MOST_BY_ROOM = 20_000;

type Run = Pick<Command<null>, 'tx' | 'now'>;

interface Spent {
  readonly invitationId: string;
  readonly waveId: string;
  readonly anonymous: boolean;
}

async function spendLink(run: Run, code: string, becomes: 'answered' | 'declined'): Promise<Spent> {
  const ofCode = sql`v.id = (select l.invitation_id from wave_links l where l.hash = ${hashCode(code)})`;
  const spent = await spendInvitation(run, ofCode, becomes);
  if (!spent) throw notFound();
  return spent;
}

/**
 * Uses up all links of somebody who was asked: of two answers at the same instant the second finds
 * an invitation that waits no more. The wave is held first, as whoever manages it does, then the invitation, which all
 * links of a person share; the wave stays open until the end of the transaction.
 */
async function spendInvitation(
  { tx }: Run,
  which: RawBuilder<unknown>,
  becomes: 'answered' | 'declined',
): Promise<Spent | undefined> {
  const waiting = sql`wave_invitations v join waves w on w.id = v.wave_id
    where ${which} and v.state = ${lit.invitation('waiting')}`;
  await sql`select from ${waiting} for share of w`.execute(tx);
  const { rows } = await sql<Spent>`
    select v.id as "invitationId", w.id as "waveId", w.anonymous from ${waiting} and ${isAnswered} for update of v`.execute(
    tx,
  );
  const [spent] = rows;
  if (!spent) return undefined;
  await sql`update wave_invitations set state = ${lit.invitation(becomes)} where id = ${spent.invitationId}`.execute(
    tx,
  );
  await sql`delete from wave_links where invitation_id = ${spent.invitationId}`.execute(tx);
  return spent;
}

const writeAnswer = ({ tx, now }: Run, { waveId, invitationId, anonymous }: Spent, data: AnswerData) =>
  // What an anonymous answer holds is all that is known of it.
  tx
    .insertInto('wave_answers')
    .values({
      ...{ wave_id: waveId, anonymous, data: JSON.stringify(data) },
      ...(!anonymous && { invitation_id: invitationId, answered_at: now }),
    })
    .execute();

interface Answering {
  readonly code: string;
  readonly data: AnswerData;
}

/** The answer of whoever holds a personal link, which is used up in the same transaction. Not audited: that would name them. */
export const answerByLink = (db: Database, { code, data }: Answering, now = new Date()): Promise<void> =>
  byItself(db, now, async run => {
    await writeAnswer(run, await spendLink(run, code, 'answered'), data);
  });

/** They do not want to answer, and are not reminded. */
export const declineSurvey = (db: Database, code: string, now = new Date()): Promise<void> =>
  byItself(db, now, async run => {
    await spendLink(run, code, 'declined');
  });

/** The same by whoever is signed in and was asked; answers false where it waits no more. */
export const declineInvitation = async (run: Run, id: string): Promise<boolean> =>
  (await spendInvitation(run, sql`v.id = ${id}`, 'declined')) !== undefined;

/** The answer of somebody in a room; that one device answers once is left to its browser. */
export const answerInRoom = (db: Database, { code, data }: Answering, now = new Date()): Promise<void> =>
  byItself(db, now, async run => {
    const { rows } = await sql<{ waveId: string; answers: number }>`
      select w.id as "waveId", (select count(*)::int from wave_answers a where a.wave_id = w.id) as answers
      from waves w where w.room_code = ${code} and ${isAnswered} for share of w`.execute(run.tx);
    const [open] = rows;
    if (!open || open.answers >= MOST_BY_ROOM) throw notFound();
    await writeAnswer(run, { waveId: open.waveId, invitationId: '', anonymous: true }, data);
  });

/**
 * They do not want to answer, nor any more surveys by mail. Not audited: beside the address of their network it would
 * tell who they are; the objection itself says that it is theirs.
 */
export const objectToSurveys = (db: Database, code: string, now = new Date()): Promise<void> =>
  byItself(db, now, async run => {
    const { invitationId } = await spendLink(run, code, 'declined');
    const { rows } = await sql<{ email: string }>`
      select lower(email) as email from wave_invitations where id = ${invitationId}`.execute(run.tx);
    for (const { email } of rows) await noteObjection({ ...run, email, by: null });
  });
