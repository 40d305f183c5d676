import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { optionsOf } from '../../domain/kit/look-up.ts';
import { addressLetter } from '../../domain/notices/letters.ts';
import { explainMailError } from '../../domain/notices/mail-errors.ts';
import { MAIL_STATES } from '../../domain/notices/mail-states.ts';
import { MAIL_TYPES } from '../../domain/notices/mail-texts.ts';
import type { Env } from '../../server/env.ts';
import { closedMail, readClosed } from '../../server/part-taking/secrecy.ts';
import { byWords } from '../../server/tables/groups.ts';
import { equal, findRow, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { getMail, getMailStatus, listMails, MailRow } from './contract.ts';

type Query = QueryOf<typeof listMails>;

const VIEW: View<Query> = {
  from: sql`mails m`,
  joins: sql`left join projects p on p.id = m.project_id`,
  select: sql`m.id, m.created_at as "createdAt", m.type, m.subject, m.state, m.attempts,
    m.next_attempt_at as "nextAttemptAt", m.sent_at as "sentAt",
    json_build_object('name', m.name, 'address', m.address) as to,
    case when p.id is not null then json_build_object('id', p.id, 'kind', p.kind, 'code', p.code) end as project,
    (select a.error from mail_attempts a where a.mail_id = m.id order by a.id desc limit 1) as "lastError"`,
  sorts: {
    createdAt: sql`m.created_at`,
    address: sql`lower(m.address)`,
    state: sql`m.state`,
    nextAttemptAt: sql`m.next_attempt_at`,
  },
  sparse: ['nextAttemptAt'],
  groups: {
    state: byWords(sql`m.state`, optionsOf(MAIL_STATES)),
    type: byWords(sql`m.type`, MAIL_TYPES),
  },
  key: sql`m.id`,
};

/** Mails that tell of reviews which are closed to the reader are not theirs. */
export async function readable(db: Database | Transaction, actor: Actor): Promise<RawBuilder<unknown>[]> {
  const closed = await readClosed(db, actor);
  return closed ? [sql`not ${closedMail(closed, 'm')}`] : [];
}

export const mailList = listOf<Query, MailRow>(VIEW, async (actor, query, db) => [
  ...(await readable(db, actor)),
  ...matching('m.search', query.q),
  ...equal('m.state', query.state),
  ...equal('m.type', query.type),
]);

export const MAIL_COLUMNS: Columns<MailRow> = {
  fecha: row => instant(row.createdAt),
  tipo: row => row.type,
  nombre: row => row.to.name,
  correo: row => row.to.address,
  asunto: row => row.subject,
  proyecto: row => row.project?.code,
  estado: row => row.state,
  intentos: row => row.attempts,
  error: row => row.lastError,
  error_texto: row => row.lastError && explainMailError(row.lastError).words,
  proximo_intento: row => instant(row.nextAttemptAt),
  enviado: row => instant(row.sentAt),
};

type Detail = OutputOf<typeof getMail>;
const DETAIL = {
  ...VIEW,
  select: sql`${VIEW.select}, m.html, m.text, coalesce((
    select json_agg(json_build_object('at', a.at, 'answer', a.answer, 'error', a.error) order by a.id)
    from mail_attempts a where a.mail_id = m.id), '[]') as log`,
};

/** As it leaves, or left: with this installation's address. */
export async function findMail(db: Database, actor: Actor, env: Env, id: string): Promise<Detail> {
  const mail = await findRow<Detail>(db, DETAIL, [sql`m.id = ${id}`, ...(await readable(db, actor))]);
  return { ...mail, ...addressLetter(mail, env) };
}

export async function mailStatus(db: Database, { mail }: Env): Promise<OutputOf<typeof getMailStatus>> {
  const { rows } = await sql<{ state: MailRow['state']; count: number }>`
    select state, count(*)::int as count from mails group by state`.execute(db);
  const countOf = (state: MailRow['state']) => rows.find(r => r.state === state)?.count ?? 0;
  return {
    configured: mail !== undefined,
    server: mail ? new URL(mail.smtpUrl).host : null,
    from: mail?.from ?? null,
    counts: {
      pending: countOf('pending'),
      sent: countOf('sent'),
      failed: countOf('failed'),
      kept: countOf('kept'),
    },
  };
}
