import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import {
  isOfOffice,
  keptByRule,
  PROCESSING_KEYS,
  type ProcessingKey,
} from '../../../domain/privacy/processing.ts';
import { activeIs, findRow, lastChangeOf, listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import type { ProcessingActivity, processingActivities } from './contract.ts';

/** How many of each the database holds. */
const RECORDS: Readonly<Record<ProcessingKey, RawBuilder<unknown>>> = {
  accounts: sql`select count(*)::int from users where merged_into is null and anonymised_at is null`,
  projects: sql`select count(*)::int from project_parts`,
  calls: sql`select count(*)::int from reviews`,
  attendance: sql`select count(*)::int from attendances where identifier_kind <> 'forgotten'`,
  surveys: sql`select count(*)::int from wave_invitations`,
  certificates: sql`select count(*)::int from certificates where erased_at is null`,
  partners: sql`select count(*)::int from organisations
    where coalesce(contact_name, '') || coalesce(contact_email, '') || coalesce(contact_phone, '') <> ''`,
  spending: sql`select count(distinct supplier_key)::int from vouchers where supplier_key <> ''`,
  notices: sql`select (select count(*) from mails)::int + (select count(*) from notifications)::int`,
  security: sql`select (select count(*) from sessions)::int + (select count(*) from access_tokens)::int
    + (select count(*) from audit where address is not null)::int`,
  publication: sql`select count(distinct lead_id)::int from published_projects where lead_name is not null`,
  requests: sql`select count(*)::int from data_requests`,
  imports: sql`select count(*)::int from import_rows where cells <> '[]'`,
};

/** Each is counted once for all rows, and only where its row is shown. */
const records = sql`case a.key ${sql.join(
  PROCESSING_KEYS.map(key => sql`when ${sql.lit(key)} then (${RECORDS[key]})`),
  sql` `,
)} end`;

type Query = QueryOf<typeof processingActivities.list>;
type Stored = Omit<ProcessingActivity, 'own' | 'keptByRule'>;

const VIEW: View<Query> = {
  from: sql`processing_activities a`,
  select: sql`a.id, a.key, a.name, a.purpose, a.legal_basis as "legalBasis", a.people, a.data, a.source, a.recipients,
    a.transfers, a.kept, a.security, a.active, ${records} as records, ${lastChangeOf('a')}`,
  sorts: { name: sql`plain(a.name)`, updatedAt: sql`a.updated_at` },
  key: sql`a.id`,
};

async function completeRows(
  rows: readonly Stored[],
  _actor: Actor,
  db: Database | Transaction,
): Promise<ProcessingActivity[]> {
  const periods = await readSetting(db, 'retention');
  return rows.map(row => ({ ...row, own: isOfOffice(row), keptByRule: keptByRule(row.key, periods) }));
}

export const processingList = listOf<Query, ProcessingActivity, Stored>(
  VIEW,
  (_actor, query) => [...matching('a.search', query.q), ...activeIs('a.active', query.state)],
  completeRows,
);

export const PROCESSING_COLUMNS: Columns<ProcessingActivity> = {
  nombre: row => row.name,
  de_la_plataforma: row => !row.own,
  finalidad: row => row.purpose,
  base_de_licitud: row => row.legalBasis,
  personas: row => row.people,
  datos: row => row.data,
  origen: row => row.source,
  destinatarios: row => row.recipients,
  transferencias: row => row.transfers,
  conservacion: row => row.kept,
  conservacion_en_la_plataforma: row => row.keptByRule,
  seguridad: row => row.security,
  registros: row => row.records,
  activo: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export async function findProcessing(db: Database, actor: Actor, id: string): Promise<ProcessingActivity> {
  const row = await findRow<Stored>(db, VIEW, [sql`a.id = ${id}`]);
  return (await completeRows([row], actor, db))[0] as ProcessingActivity;
}

/** Those in use, by name. */
export async function wholeRegister(db: Database, actor: Actor): Promise<ProcessingActivity[]> {
  const all: ProcessingActivity[] = [];
  const query: Query = { page: 1, size: 25, sort: 'name', state: 'active' };
  for await (const rows of processingList.rows(db, actor, query)) all.push(...rows);
  return all;
}
