import { sql } from 'kysely';
import { readMailTexts } from '../../db/mail-texts.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { MEASURED, type Status, statusLabel } from '../../domain/kinds/statuses.ts';
import type { NoticeEvent, ReminderEvent } from '../../domain/notices/events.ts';
import { type Letter, type LetterFacts, letterOf } from '../../domain/notices/letters.ts';
import { UNSENT_MAILS } from '../../domain/notices/mail-states.ts';
import type { MailText } from '../../domain/notices/mail-texts.ts';
import {
  DESK_TITLE,
  NOTICE_INFO,
  type NoticePage,
  type NoticePreference,
  type NoticeType,
} from '../../domain/notices/notice-types.ts';
import { type Notice, noticesOf, pageOf, peopleOf } from '../../domain/notices/notices.ts';
import type { Reminder } from '../../domain/notices/reminders.ts';
import { JOINT_ACTS } from '../../domain/notices/words/step-words.ts';
import { nameActor } from '../../domain/notices/words/words.ts';
import { decides, readCallPeople } from '../part-taking/queries.ts';

/** At once, but not before a quick "Deshacer" could take it back. */
export const MAIL_DELAY_MS = 60_000;

/** The transaction of what is announced, and its moment. */
interface Run {
  readonly tx: Transaction;
  readonly now: Date;
}

/** What a notice and its mail say of the project besides the event. */
export interface Subject {
  readonly project: {
    readonly id: string;
    readonly kind: string;
    readonly code: string;
    readonly title: string;
  };
  /** Where the project stands now. */
  readonly status: Status;
  readonly holders: readonly string[];
  readonly office: boolean;
  readonly due: Date | null;
  /** Since when it stands there. */
  readonly since?: Date;
  /** What comes after that, in words (the domain's `whatComesNext`). */
  readonly next?: string;
  /** The step it tells of: undoing that takes the notices back. */
  readonly historyId?: number;
  readonly reason?: string | null;
  readonly comment?: string | null;
  readonly observations?: readonly { readonly section: string; readonly text: string }[];
  /** What the project's own people are sent in place of the usual mail. */
  readonly letter?: Letter | undefined;
}

/** How an event is told. */
export interface Telling {
  /** Off: nobody is told, and what no longer holds goes all the same. */
  readonly notify?: boolean;
  /** One act over many projects: everybody gets one mail of it, which says what was done with them all. */
  readonly act?: { readonly id: string; readonly did: keyof typeof JOINT_ACTS };
}

interface Reader {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly active: boolean;
  readonly admin: boolean;
  /** As an administrator, of the project that is told of: free of it, or the last one. */
  readonly decides: boolean;
  readonly preferences: NoticePreference[];
}

/** Who is to be told of an event, by the preferences of each; null where it is of no single project. Writes nothing. */
async function chooseReaders(db: Database | Transaction, event: NoticeEvent, projectId: string | null) {
  const { ids, office } = peopleOf(event);
  const people = new Map((await readersOf(db, ids, { office, projectId })).map(p => [p.id, p]));
  const nameOf = (id: string) => people.get(id)?.name ?? 'Alguien';
  const admins = [...people.values()].filter(p => p.admin && p.active);
  const officeIds = admins.map(p => p.id);
  const decidingIds = admins.filter(p => p.decides).map(p => p.id);
  const notices = noticesOf(event, { nameOf, officeIds, decidingIds }).flatMap(notice => {
    const reader = people.get(notice.userId);
    return reader?.active ? [{ notice, reader, wanted: preferenceOf(reader, notice.type) }] : [];
  });
  return { notices, nameOf, decidingIds };
}

type Told = Awaited<ReturnType<typeof chooseReaders>>['notices'][number];
const isMailed = ({ wanted, notice }: Told) => wanted.mail === 'now' && !notice.quiet;

/** Who would get a mail at once, for a preview. */
export async function readMailed(
  db: Database | Transaction,
  event: NoticeEvent,
  projectId: string | null = null,
) {
  const { notices } = await chooseReaders(db, event, projectId);
  return notices.filter(isMailed).map(({ reader: { id, name } }) => ({ id, name }));
}

/**
 * Tells people of an event, in the application and by mail, within the transaction of the event itself. `subject` is
 * null where it is about no single project.
 */
export const announce = (
  run: Run,
  event: NoticeEvent,
  subject: Subject | null,
  telling: Telling = {},
): Promise<void> => announceAll(run, [{ event, subject, telling }]);

/** An event, what it is about and how it is told. */
export interface Announcement {
  readonly event: NoticeEvent;
  readonly subject: Subject | null;
  readonly telling?: Telling | undefined;
}

/** The same of several events: one read of people for each, one of the mails' texts and one write for them all. */
export async function announceAll(run: Run, announcements: readonly Announcement[]): Promise<void> {
  const written: Written[] = [];
  for (const announcement of announcements) written.push(await compose(run, announcement));
  const some = written.filter(w => w.inApp.length > 0 || w.mails.length > 0 || w.holding);
  if (some.length > 0) await write(run, some);
}

/** What one event comes to. */
async function compose({ tx }: Run, { event, subject, telling = {} }: Announcement): Promise<Written> {
  const { notify = true, act } = telling;
  const told = await chooseReaders(tx, event, subject?.project.id ?? null);
  const page = pageOf(event);
  const { notices: all, nameOf, decidingIds } = told;
  const notices = notify ? all : [];
  const inApp = notices
    .filter(({ wanted, notice }) => (wanted.inApp && !notice.receipt) || wanted.mail === 'daily')
    .map(({ notice: { userId, type, title, text, receipt }, wanted }) => ({
      user_id: userId,
      type,
      title,
      text,
      in_app: wanted.inApp && !receipt,
      digest: wanted.mail === 'daily',
      page,
    }));
  const byMail = notices.filter(isMailed);
  const textOf = byMail.length > 0 ? await readMailTexts(tx) : undefined;
  const mails = byMail.map(({ notice, reader }) => ({
    user_id: reader.id,
    name: reader.name,
    address: reader.email,
    type: notice.type,
    ...letterFor({ notice, reader, subject, page }, nameOf, textOf?.(notice.type)),
    ...(act && {
      act_id: act.id,
      item: {
        by: nameActor(event.actorId, nameOf),
        did: JOINT_ACTS[act.did],
        turn: notice.type === 'turn',
        title: notice.title,
        text: notice.text,
        reason: (notice.private && subject?.reason) || null,
      },
    }),
  }));
  // Whoever had the turn and has it no longer is not called any more, nor is anybody to a change or measurements of what
  // has ended or was set back.
  const moves = event.kind === 'step' || event.kind === 'undo';
  const holding = subject && moves ? [...subject.holders, ...(subject.office ? decidingIds : [])] : null;
  return { actorId: event.actorId, subject, inApp, mails, holding };
}

/** Calls whoever has to act, because a date comes near, with `left` working days, or has passed. */
export const remind = (
  run: Run,
  when: Reminder,
  subject: Subject,
  waiting: Pick<ReminderEvent, 'left' | 'turn' | 'report'> & {
    readonly what?: string | undefined;
    readonly makers?: readonly string[] | undefined;
  },
): Promise<void> => {
  const { status, holders, office } = subject;
  const { left, turn, what, makers, report } = waiting;
  const event = { kind: 'reminder', actorId: null, when, left, status, holders, office } as const;
  const told = {
    ...event,
    ...(turn && { turn }),
    ...(what !== undefined && { what }),
    ...(report !== undefined && { report }),
    ...(makers && { makers }),
  };
  return announce(run, told, subject);
};

const preferenceOf = ({ preferences }: Reader, type: NoticeType): Omit<NoticePreference, 'type'> =>
  preferences.find(p => p.type === type) ?? NOTICE_INFO[type];

/** Of whom a letter is, and of what. */
interface Lettered {
  readonly notice: Notice;
  readonly reader: Reader;
  readonly subject: Subject | null;
  /** Where it leads without a subject. */
  readonly page: NoticePage | null;
}

function letterFor(
  { notice, reader, subject, page }: Lettered,
  nameOf: (id: string) => string,
  words: MailText | undefined,
): Letter {
  const { type, title, text, private: mayRead } = notice;
  if (subject?.letter && type === 'decision' && mayRead) return subject.letter;
  const desk = type === 'review';
  const facts: LetterFacts = {
    to: reader.name,
    title,
    text,
    // A title may tell whose proposal it is.
    project: subject && (desk ? { ...subject.project, title: DESK_TITLE } : subject.project),
    ...{ desk, page },
    status: subject && statusLabel(subject.status),
    // Who reviews stays between them and the office, which looks it up.
    holders: subject?.status === 'evaluation' ? [] : (subject?.holders.map(nameOf) ?? []),
    office: subject?.office ?? false,
    due: subject?.due ?? null,
    since: subject?.since ?? null,
    next: subject?.next ?? null,
    reason: (mayRead && subject?.reason) || null,
    comment: (mayRead && subject?.comment) || null,
    observations: (mayRead && subject?.observations) || [],
  };
  return letterOf(facts, words);
}

/** By transaction, whom it is about to tell of one project after another; the office where all of it may decide. */
const expected = new WeakMap<
  Transaction,
  { readonly of: ReadonlyMap<string, Reader>; readonly office: readonly Reader[] | null }
>();

/** Reads at once whom one transaction is going to tell of many projects of a call. */
export async function expectReaders(tx: Transaction, ids: readonly string[], callId: string): Promise<void> {
  const readers = await readReaders(tx, ids, { office: true, projectId: null });
  const taking = (await readCallPeople(tx, [callId])).get(callId);
  const office = readers.filter(r => r.admin && r.active);
  expected.set(tx, {
    of: new Map(readers.map(reader => [reader.id, reader])),
    office: office.some(r => taking?.has(r.id)) ? null : office,
  });
}

/** What is asked of the office of one project, which no other tells. */
interface Office {
  readonly office: boolean;
  readonly projectId: string | null;
}

async function readersOf(
  db: Database | Transaction,
  ids: readonly string[],
  asked: Office,
): Promise<readonly Reader[]> {
  const known = expected.get(db as Transaction);
  const readers = ids.map(id => known?.of.get(id)).filter(reader => reader !== undefined);
  const office = asked.office ? known?.office : [];
  return office && known && readers.length === ids.length
    ? [...new Set([...readers, ...office])]
    : readReaders(db, ids, asked);
}

async function readReaders(
  db: Database | Transaction,
  ids: readonly string[],
  { office, projectId }: Office,
): Promise<Reader[]> {
  const admin = sql`('Admin' = any(u.roles) and u.state = ${lit.user('active')})`;
  const { rows } = await sql<Reader>`
    select u.id, u.name, u.email, u.state = ${lit.user('active')} as active, 'Admin' = any(u.roles) as admin,
      ${office && projectId ? sql`(${admin} and ${decides(projectId)})` : sql`${admin}`} as decides,
      coalesce((select json_agg(json_build_object('type', n.type, 'inApp', n.in_app, 'mail', n.mail))
        from notice_preferences n where n.user_id = u.id), '[]') as preferences
    from users u where u.id = any(${[...new Set(ids)]}::uuid[]) ${office ? sql`or ${admin}` : sql``}`.execute(
    db,
  );
  return rows;
}

interface Written {
  readonly actorId: string | null;
  readonly subject: Subject | null;
  readonly inApp: readonly object[];
  readonly mails: readonly object[];
  /** Who has the turn now; null where it did not move. */
  readonly holding: readonly string[] | null;
}

/** One statement: what no longer holds goes, what is new comes. */
async function write({ tx, now }: Run, all: readonly Written[]): Promise<void> {
  const about = all.map(({ subject, actorId }) => ({
    project_id: subject?.project.id ?? null,
    history_id: subject?.historyId ?? null,
    actor_id: actorId,
  }));
  const spread = (rows: 'inApp' | 'mails') =>
    JSON.stringify(all.flatMap((written, n) => written[rows].map(row => ({ ...row, ...about[n] }))));
  const moved = all.flatMap(({ subject, holding }) =>
    subject && holding
      ? [{ id: subject.project.id, is_over: !MEASURED.includes(subject.status), holding }]
      : [],
  );
  const passed = (row: string) => sql`${sql.ref(row)}.project_id = p.id
    and (${sql.ref(row)}.type = 'request' and p.is_over
      or ${sql.ref(row)}.type in ('turn', 'reminder', 'review') and ${sql.ref(row)}.user_id <> all(p.holding))`;
  await sql`
    with moved as (
      select * from json_to_recordset(${JSON.stringify(moved)}) p (id uuid, is_over boolean, holding uuid[])
    ), settled as (
      update notifications n set read_at = coalesce(n.read_at, ${now}), digest = false from moved p
      where ${passed('n')} and (n.read_at is null or n.digest)
    ), withdrawn as (
      delete from mails using moved p where ${passed('mails')} and ${UNSENT}
    ), told as (
      insert into notifications
        (user_id, type, project_id, history_id, actor_id, title, text, created_at, in_app, digest, page)
      select n.user_id, n.type, n.project_id, n.history_id, n.actor_id, n.title, n.text, ${now}, n.in_app, n.digest,
        n.page
      from json_to_recordset(${spread('inApp')}) n (user_id uuid, type text, project_id uuid, history_id bigint,
        actor_id uuid, title text, text text, in_app boolean, digest boolean, page text)
      -- Ten answers in a row are one piece of news.
      where n.type <> 'observation' or not exists (
        select from notifications o where o.user_id = n.user_id and o.project_id = n.project_id
          and o.type = n.type and o.text = n.text and o.read_at is null)
    )
    insert into mails (user_id, name, address, type, project_id, history_id, subject, html, text, state,
      next_attempt_at, created_at, act_id, item)
    select m.user_id, m.name, m.address, m.type, m.project_id, m.history_id, m.subject, m.html, m.text,
      ${lit.mail('pending')},
      ${new Date(now.getTime() + MAIL_DELAY_MS)}, ${now}, m.act_id, m.item
    from json_to_recordset(${spread('mails')}) m (user_id uuid, name text, address text, type text, project_id uuid,
      history_id bigint, subject text, html text, text text, act_id uuid, item jsonb)
    where m.type <> 'observation' or not exists (
      select from mails o where o.user_id = m.user_id and o.project_id = m.project_id and o.type = m.type
        and o.subject = m.subject and o.state = ${lit.mail('pending')} and o.attempts = 0)`.execute(tx);
}

/** Never tried, not even before somebody sent it again by hand. */
const UNSENT = sql`(state in ${among(UNSENT_MAILS)} and attempts = 0
  and not exists (select from mail_attempts a where a.mail_id = mails.id))`;

/**
 * Takes back what was told of a step and nobody has seen, and calls those again whom it had stopped calling; answers
 * who knows of it all the same, with those whose own mail never left.
 */
export async function unannounce({ tx }: Pick<Run, 'tx'>, historyId: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with unread as (
      delete from notifications where history_id = ${historyId} and read_at is null
    ), unsent as (
      delete from mails where history_id = ${historyId} and ${UNSENT}
    ), settled as (
      -- Read by the step itself, at its very moment. Only a turn can be called in the words of an undone step.
      select n.id, n.user_id, n.type in ('turn', 'reminder') and not exists (
        select from mails m where m.user_id = n.user_id and m.project_id = n.project_id
          and m.created_at = n.created_at) as unmailed
      from notifications n join project_history h on h.id = ${historyId}
      where n.project_id = h.project_id and n.read_at = h.at and n.type in ('turn', 'request', 'reminder', 'review')
    ), called as (
      update notifications set read_at = null where id in (select id from settled where not unmailed)
    )
    select user_id as id from notifications where history_id = ${historyId} and read_at is not null and in_app
    union select user_id from mails where history_id = ${historyId} and user_id is not null
      and not ${UNSENT}
    union select m.user_id from mail_steps s join mails m on m.id = s.mail_id
      where s.history_id = ${historyId} and m.user_id is not null
    union select user_id from settled where unmailed`.execute(tx);
  return rows.map(row => row.id);
}
