import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { DATA_GROUPS, type DataGroup } from '../../../domain/audit/personal-data.ts';
import { WAITING_REVIEWS } from '../../../domain/calls/review-states.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { addressLetter } from '../../../domain/notices/letters.ts';
import {
  type Closed,
  closedEntry,
  closedMail,
  closedTie,
  readClosed,
} from '../../../server/part-taking/secrecy.ts';
import { possessionsOf } from '../../holdings/queries.ts';
import { reviewerRefusal } from '../../users/queries.ts';
import { countReferences, type UserReference, userReferences } from '../../users/references/queries.ts';
import type { Exported, Register } from './contract.ts';

type Reader = Database | Transaction;

const GROUPS = Object.entries(DATA_GROUPS) as [DataGroup, (typeof DATA_GROUPS)[DataGroup]][];

/** What of others is closed to the reader; of oneself nothing is. */
const closedOf = async (db: Reader, actor: Actor, id: string) =>
  id === actor.id ? null : readClosed(db, actor);

interface Standing {
  readonly admin: boolean;
  readonly deputies: boolean;
  readonly reviews: boolean;
  readonly gone: boolean;
  /** Code of what they asked and nobody answered. */
  readonly request: string | null;
  /** The mail that answers them has not left. */
  readonly answer: boolean;
}

/** Why a person cannot be anonymised yet; Spanish, null when they can. */
export async function anonymiseRefusal(
  db: Reader,
  id: string,
  closed: Closed | null,
): Promise<string | null> {
  const closedRefusal = await reviewerRefusal(db, id, closed);
  if (closedRefusal) return closedRefusal;
  const { rows: held } = await possessionsOf(db, null, id);
  if (held.length > 0)
    return `Todavía tiene ${held.length === 1 ? 'una cosa' : `${held.length} cosas`} a su cargo: reasígnalas antes.`;
  const { rows } = await sql<Standing>`
    select 'Admin' = any(u.roles) as admin, u.anonymised_at is not null as gone, exists (
      select from deputations d where u.id in (d.principal_id, d.deputy_id) and d.ended_at is null
        and d.last_day >= day_in_chile(now())) as deputies, exists (
      select from reviews r where r.user_id = u.id and r.state in ${among(WAITING_REVIEWS)}) as reviews, (
      select d.code from data_requests d where d.user_id = u.id and d.state = ${lit.dataRequest('open')}
      order by d.year, d.number limit 1) as request, exists (
      select from mails m where m.user_id = u.id and m.type = 'data_request' and m.state = ${lit.mail('pending')}
        and m.attempts = 0) as answer
    from users u where u.id = ${id}`.execute(db);
  if (rows[0]?.gone) return 'Sus datos ya se anonimizaron.';
  if (rows[0]?.admin) return 'Tiene el rol de administración: quítaselo antes.';
  if (rows[0]?.deputies) return 'Tiene una subrogancia vigente o por empezar: termínala antes.';
  if (rows[0]?.reviews) return 'Tiene evaluaciones pendientes: reasígnalas antes.';
  if (rows[0]?.request) return `Espera respuesta a su solicitud ${rows[0].request}: respóndela antes.`;
  if (rows[0]?.answer) return 'La respuesta a su solicitud todavía sale por correo: espera unos minutos.';
  return null;
}

/** The record itself, and the columns that name its owner elsewhere. */
const namedIn = async (db: Reader): Promise<UserReference[]> =>
  (await userReferences(db)).filter(({ table, column }) => table !== 'users' || column === 'updated_by');

export async function registerOf(db: Reader, actor: Actor, id: string): Promise<Register> {
  const closed = await closedOf(db, actor, id);
  const counted = await countReferences(db, id, await namedIn(db), closed);
  const counts = new Map(counted.map(c => [c.group, c.count]));
  counts.set('identity', 1);
  return {
    rows: GROUPS.map(([group, { label, why, kept }]) => ({
      what: label,
      count: counts.get(group) ?? 0,
      why,
      kept,
    })),
    refused: await anonymiseRefusal(db, id, closed),
  };
}

/** Secrets, and what only serves searching; whoever exports gets the same text once. */
const LEFT_OUT = [
  ...['token_hash', 'storage_key', 'sha256', 'fingerprint', 'search', 'search_text', 'html'],
  // What an undo puts back names others: whoever withdraws a proposal may not know who reviewed it.
  'before',
];
/** Of what somebody merely wrote or changed last, which one it was and when. */
const POINTERS = [
  ...['id', 'code', 'slug', 'key', 'version', 'section', 'project_id'],
  ...['at', 'created_at', 'updated_at', 'published_at', 'ended_at'],
];

/** Rows `t` of a table that the reader may not read of this person. */
function hidden(closed: Closed | null, id: string, table: string): RawBuilder<unknown> {
  if (!closed) return sql`false`;
  if (table === 'audit') return closedEntry(closed, 't');
  if (table === 'mails' || table === 'notifications') return closedMail(closed, 't');
  const project = table === 'projects' ? sql`t.id` : sql`(to_jsonb(t) ->> 'project_id')`;
  return closedTie(closed, id, project);
}

type Sender = Parameters<typeof addressLetter>[1];

interface Asked {
  readonly id: string;
  readonly closed: Closed | null;
  readonly sender: Sender;
}

/** A mail as it reads where it arrives: what is stored has marks for what only the sender knows. */
const readable = (table: string, data: Record<string, unknown>, sender: Sender) =>
  table === 'mails' && typeof data.text === 'string'
    ? { ...data, text: addressLetter({ html: '', text: data.text }, sender).text }
    : data;

async function rowsOf(db: Reader, { id, closed, sender }: Asked, { table, column, group }: UserReference) {
  const shown =
    group === 'authorship'
      ? sql`(select coalesce(jsonb_object_agg(k, v), '{}') from jsonb_each(to_jsonb(t)) x (k, v) where k = any(${POINTERS}))`
      : sql`to_jsonb(t) - ${LEFT_OUT}::text[]`;
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select ${shown} as data from ${sql.table(table)} t
    where ${sql.ref(`t.${column}`)} = ${id} and not ${hidden(closed, id, table)}`.execute(db);
  return rows.map(({ data }) => ({ group, table, as: column, data: readable(table, data, sender) }));
}

interface Exporting {
  readonly id: string;
  readonly now: Date;
  readonly sender: Sender;
}

export async function exportOf(db: Reader, actor: Actor, { id, now, sender }: Exporting): Promise<Exported> {
  const closed = await closedOf(db, actor, id);
  const { rows } = await sql<{ person: Record<string, unknown> }>`
    select to_jsonb(u) - ${LEFT_OUT}::text[] as person from users u where id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  const all: Awaited<ReturnType<typeof rowsOf>> = [];
  for (const reference of await namedIn(db))
    all.push(...(await rowsOf(db, { id, closed, sender }, reference)));
  const groups = GROUPS.map(([group, { label, why, kept }]) => ({
    what: label,
    why,
    kept,
    rows: all.filter(row => row.group === group).map(({ table, as, data }) => ({ table, as, data })),
  }));
  return {
    generatedAt: now.toISOString(),
    person: rows[0].person,
    groups: groups.filter(g => g.rows.length > 0),
  };
}
