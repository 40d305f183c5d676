import { sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { addressLetter } from '../../domain/notices/letters.ts';
import type { Env } from '../env.ts';
import { joinMails } from './joint-mails.ts';
import { isObjected, OBJECTED } from './objections.ts';
import { giveUpAnswered, isPersonal, makeLink, NOT_EXPECTED, type PersonalLink } from './personal-links.ts';

/** Pauses after a failed attempt, in minutes; after the last one the mail is given up. */
export const RETRY_MINUTES = [1, 5, 30, 120, 480, 1440] as const;

const AT_ONCE = 10;
/** Longer than a batch can take: a mail whose sender died is taken up by the next one after that. */
const LEASE_MINUTES = 10;

/** A mail server that says nothing for so long is taken as unreachable. */
const PATIENCE_MS = 20_000;

interface Claimed {
  id: string;
  type: string;
  name: string;
  address: string;
  subject: string;
  html: string;
  text: string;
  attempts: number;
  createdAt: string;
  invitationId: string | null;
}

type MailEnv = Pick<Env, 'mail' | 'publicUrl' | 'productName'>;

/**
 * Sends what is due, each mail by itself. It may be sent twice if the server dies between the mail server's answer and
 * our note of it, under the same Message-ID; it is never lost. Answers how many were tried.
 */
export async function sendDueMails(db: Database, env: MailEnv): Promise<number> {
  await joinMails(db);
  if (!env.mail) return keepAll(db);
  await giveUpBarred(db);
  await giveUpAnswered(db);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(
    {
      url: env.mail.smtpUrl,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      // Text and headers of ours may not ask for files or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: env.mail.from },
  );
  let tried = 0;
  try {
    for (;;) {
      const batch = await claim(db);
      const reached = await sendBatch(db, env, transport, batch);
      tried += batch.length;
      if (!reached || batch.length < AT_ONCE) return tried;
    }
  } finally {
    transport.close();
  }
}

/** Without a mail server nothing is tried: what is due can be read, and sent by hand once there is one. */
async function keepAll(db: Database): Promise<number> {
  await sql`update mails set state = ${lit.mail('kept')}, next_attempt_at = null, claimed_until = null
    where state = ${lit.mail('pending')} and next_attempt_at <= now() and act_id is null`.execute(db);
  return 0;
}

/** Who was blocked after a mail was written gets it no more. */
async function giveUpBarred(db: Database): Promise<void> {
  await sql`
    with barred as (
      update mails m set state = ${lit.mail('failed')}, next_attempt_at = null, claimed_until = null
      from users u where u.id = m.user_id and u.state <> ${lit.user('active')}
        and m.state = ${lit.mail('pending')} and m.next_attempt_at <= now()
      returning m.id
    )
    insert into mail_attempts (mail_id, error)
    select id, 'La cuenta de la persona no está activa.' from barred`.execute(db);
}

/** Takes up to ten due mails for this sender alone. */
async function claim(db: Database): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id, claimed_until from mails
      where state = ${lit.mail('pending')} and next_attempt_at <= now() and act_id is null
        and (claimed_until is null or claimed_until <= now())
      order by next_attempt_at, id limit ${AT_ONCE} for update skip locked
    ), interrupted as (
      insert into mail_attempts (mail_id, error)
      select id, 'El envío se interrumpió antes de conocer la respuesta.' from due where claimed_until is not null
    )
    update mails m set attempts = m.attempts + 1, claimed_until = now() + ${LEASE_MINUTES} * interval '1 minute',
      address = coalesce(u.email, m.address)
    from due left join users u on u.id = (select x.user_id from mails x where x.id = due.id)
    where m.id = due.id
    returning m.id, m.type, m.name, m.address, m.subject, m.html, m.text, m.attempts, m.created_at as "createdAt",
      m.invitation_id as "invitationId"`.execute(db);
  return rows;
}

/** False when the mail server could not be reached: then the rest waits without having been tried. */
async function sendBatch(
  db: Database,
  env: MailEnv,
  transport: Transporter,
  batch: readonly Claimed[],
): Promise<boolean> {
  for (const [n, mail] of batch.entries()) {
    const outcome = await deliver(db, { env, transport }, mail);
    await note(db, mail, outcome);
    if ('error' in outcome && outcome.unreachable) {
      await release(
        db,
        batch.slice(n + 1).map(m => m.id),
      );
      return false;
    }
  }
  return true;
}

type Outcome =
  | { readonly answer: string }
  | { readonly error: string; readonly unreachable: boolean; readonly isOver?: true };

const UNREACHABLE = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS', 'ECONNREFUSED']);

interface Way {
  readonly env: MailEnv;
  readonly transport: Transporter;
}

async function deliver(db: Database, way: Way, mail: Claimed): Promise<Outcome> {
  if (await isObjected(db, mail)) return giveUp(OBJECTED);
  if (!isPersonal(mail)) return sendOne(way, mail);
  const link = await makeLink(db, mail.invitationId);
  return link ? sendOne(way, mail, link) : giveUp(NOT_EXPECTED);
}
const giveUp = (error: string): Outcome => ({ error, unreachable: false, isOver: true });

async function sendOne({ env, transport }: Way, mail: Claimed, link?: PersonalLink): Promise<Outcome> {
  const { html, text } = addressLetter(mail, env, link?.path);
  const hide = link?.hide ?? String;
  try {
    const info = await transport.sendMail({
      // As an object, so that no name or address can add a recipient.
      to: { name: mail.name, address: mail.address },
      subject: mail.subject,
      html,
      text,
      date: new Date(mail.createdAt),
      messageId: `<${mail.id}@${new URL(env.publicUrl).hostname}>`,
      // Out-of-office replies to a machine help nobody.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { answer: hide(String(info.response ?? '')).slice(0, 500) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { error: hide(message).slice(0, 500), unreachable: UNREACHABLE.has(code ?? '') };
  }
}

/** A mail that was taken back while it was being sent leaves nothing to note. */
async function note(db: Database, { id, attempts }: Claimed, outcome: Outcome): Promise<void> {
  const sent = 'answer' in outcome;
  const pause = !sent && outcome.isOver ? undefined : RETRY_MINUTES[attempts - 1];
  const state = sent ? 'sent' : pause === undefined ? 'failed' : 'pending';
  await sql`
    with tried as (
      update mails set state = ${state}, claimed_until = null, sent_at = ${sent ? sql`now()` : sql`null`},
        next_attempt_at = ${state === 'pending' ? sql`now() + ${pause ?? 0} * interval '1 minute'` : sql`null`}
      where id = ${id} returning id
    )
    insert into mail_attempts (mail_id, answer, error)
    select id, ${sent ? outcome.answer : null}::text, ${sent ? null : outcome.error}::text from tried`.execute(
    db,
  );
}

const release = (db: Database, ids: readonly string[]) =>
  sql`update mails set attempts = attempts - 1, claimed_until = null where id = any(${ids}::uuid[])`.execute(
    db,
  );
