import { sql } from 'kysely';
import { readMailTexts } from '../../../db/mail-texts.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { NewCertificate } from '../../../domain/notices/events.ts';
import { certificateLetterOf, MOST_IN_LETTER } from '../../../domain/notices/letters/certificate-letters.ts';
import { type Announcement, announceAll, MAIL_DELAY_MS } from '../../../server/notices/announce.ts';

interface Run {
  readonly tx: Transaction;
  readonly now: Date;
}

/** So long after the last one of a person: what the office issues in parts is told at once. */
const REST_MINUTES = 2;
/** People told in one transaction. */
const AT_ONCE = 200;

interface Untold {
  readonly id: string;
  /** The same for all of one person. */
  readonly person: string;
  readonly userId: string | null;
  /** Where who has no account is told; empty where nobody is. */
  readonly email: string;
  readonly name: string;
  readonly projectId: string | null;
  readonly folio: string;
  readonly code: string;
  readonly title: string;
  readonly statement: string;
  /** Revoked or erased meanwhile: nobody is told of it. */
  readonly isOver: boolean;
}
type Told = readonly [Untold, ...Untold[]];

/** Two people of one family may share an address, and are greeted by their own names. */
const person = sql`coalesce(c.user_id::text, c.email || ' ' || plain(c.name))`;
/** What is suspended is told once it certifies something again. */
const isUntold = sql`c.told_at is null
  and (c.suspended_at is null or c.revoked_at is not null or c.erased_at is not null)`;

/** Whether this is the one run that tells now: two of them could each tell a person of half. */
async function holdTelling({ tx }: Run): Promise<boolean> {
  const { rows } = await sql`
    select from settings where key = 'certificates' for no key update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Of the next people, all that they have not been told; what is being revoked at this moment waits. */
async function takeUntold({ tx, now }: Run): Promise<Untold[]> {
  const before = new Date(now.getTime() - REST_MINUTES * 60_000);
  const { rows } = await sql<Untold>`
    with people as (
      select ${person} as person from certificates c where ${isUntold}
      group by 1 having max(c.issued_at) <= ${before} order by min(c.issued_at), 1 limit ${AT_ONCE}
    )
    select c.id, ${person} as person, c.user_id as "userId", c.name, c.project_id as "projectId", c.folio, c.code,
      c.content ->> 'title' as title, c.content ->> 'statement' as statement,
      c.revoked_at is not null or c.erased_at is not null as "isOver",
      -- Whom the office blocked is not written to at their address either, nor who objects to it.
      case when exists (select from users u where lower(u.email) = lower(c.email) and u.state = ${lit.user('blocked')})
        or objects_to_mail(c.email) then '' else c.email end as email
    from certificates c
    where ${isUntold} and ${person} in (select person from people)
    order by c.folio_year, c.folio_number for no key update of c skip locked`.execute(tx);
  return rows;
}

/** Mails are read by the office: who reviewed for a call is not told to those of it who take part in it. */
const publicOf = ({ folio, title, statement, projectId }: Untold): NewCertificate =>
  projectId === null ? { folio, title: 'Certificado', statement: '' } : { folio, title, statement };

const announcementOf = (userId: string, [first, ...rest]: Told): Announcement => ({
  event: {
    kind: 'certificates_ready',
    actorId: null,
    userId,
    certificates: [publicOf(first), ...rest.map(publicOf)],
  },
  subject: null,
});

/** The project of all of them; null where they are of several, or of none. */
function sharedProject([{ projectId }, ...others]: Told): string | null {
  return others.every(one => one.projectId === projectId) ? projectId : null;
}

/** Mails to somebody without an account, each of so many that it can be read. */
const partsOf = (all: readonly Untold[]): Told[] => {
  const [first, ...rest] = all.slice(0, MOST_IN_LETTER);
  return first ? [[first, ...rest], ...partsOf(all.slice(MOST_IN_LETTER))] : [];
};

async function writeMails({ tx, now }: Run, letters: readonly Told[]): Promise<void> {
  if (letters.length === 0) return;
  const text = (await readMailTexts(tx))('certificate');
  const mails = letters.map(certificates => ({
    name: certificates[0].name,
    address: certificates[0].email,
    project_id: sharedProject(certificates),
    ...certificateLetterOf({ to: certificates[0].name, certificates }, text),
  }));
  await sql`
    insert into mails (name, address, type, project_id, subject, html, text, state, next_attempt_at, created_at)
    select m.name, m.address, 'certificate', m.project_id, m.subject, m.html, m.text, ${lit.mail('pending')},
      ${new Date(now.getTime() + MAIL_DELAY_MS)}, ${now}
    from json_to_recordset(${JSON.stringify(mails)})
      m (name text, address text, project_id uuid, subject text, html text, text text)`.execute(tx);
}

/** Who has an account by a notice and a mail as they prefer, who has none by mail, the others not at all. */
async function tell(run: Run, untold: readonly Untold[]): Promise<void> {
  const announcements: Announcement[] = [];
  const letters: Told[] = [];
  for (const all of Map.groupBy(untold, one => one.person).values()) {
    const [first, ...rest] = all.filter(one => !one.isOver);
    if (!first) continue;
    if (first.userId) announcements.push(announcementOf(first.userId, [first, ...rest]));
    else if (first.email) letters.push(...partsOf([first, ...rest]));
  }
  await announceAll(run, announcements);
  await writeMails(run, letters);
}

async function tellSome(run: Run): Promise<number> {
  if (!(await holdTelling(run))) return 0;
  const untold = await takeUntold(run);
  await tell(run, untold);
  await sql`update certificates set told_at = ${run.now}, email = ''
    where id = any(${untold.map(one => one.id)}::uuid[])`.execute(run.tx);
  return untold.length;
}

/**
 * Tells people of the certificates they were issued, each person of all of theirs at once; answers of how many. Safe to
 * repeat and in several copies at once. No command: what was issued is recorded, and each mail stands among the mails.
 */
export async function tellIssued(db: Database, now = new Date()): Promise<number> {
  let told = 0;
  for (;;) {
    const some = await db.transaction().execute(tx => tellSome({ tx, now }));
    if (some === 0) return told;
    told += some;
  }
}
