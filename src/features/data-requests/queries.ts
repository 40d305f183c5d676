import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import {
  ANSWER_DAYS,
  DATA_REQUEST_STATES,
  EXTENSION_DAYS,
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
} from '../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../domain/privacy/rights.ts';
import { labelIn } from '../../domain/text/format.ts';
import { byWords } from '../../server/tables/groups.ts';
import { findRow, lastChangeOf, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, day, instant } from '../../server/tables/table-file.ts';
import type { DataRequest, listDataRequests, listOwnDataRequests, OwnDataRequest } from './contract.ts';
import type { WaitingDataRequest } from './waiting/contract.ts';

type Query = QueryOf<typeof listDataRequests>;
type Sql = RawBuilder<unknown>;

const CLOCK = sql`(select (s.value ->> 'clockFrom')::date from settings s where s.key = 'dataRequests')`;
const DUE_DAY = sql`data_request_due(d.received_on, d.extended_at is not null, ${CLOCK})`;
/** Of the request `d`: the last moment of the day until which it is answered. */
export const REQUEST_DUE = sql`(((${DUE_DAY} + 1)::timestamp at time zone 'America/Santiago') - interval '1 millisecond')`;
const OPEN = sql`d.state = ${lit.dataRequest('open')}`;
const OVERDUE = sql`(${OPEN} and ${DUE_DAY} < day_in_chile(now()))`;

/** Somebody else of the office is there to answer what this person asked. */
export const otherOffice = (person: Sql): Sql => sql`exists (select from users o
  where 'Admin' = any(o.roles) and o.state = ${lit.user('active')} and o.id <> ${person})`;

const SHOWN = sql`d.id, d.code, d.data_right as "right", d.details, d.received_on::text as "receivedOn", d.state,
  ${REQUEST_DUE} as due, ${OVERDUE} as overdue, d.extended_at as "extendedAt", d.extension_reason as "extensionReason",
  d.outcome, d.answer, d.settled_at as "settledAt"`;

const OWN = 'Es tu propia solicitud: la responde otra persona de la oficina.';
const barOf = (actor: Actor): Sql => sql`case when d.user_id = ${actor.id} then
  json_build_object('reason', ${OWN}::text, 'last', not ${otherOffice(sql`${actor.id}::uuid`)}) end`;

/** What somebody decides on is told to each reader apart: nobody decides their own. */
const viewFor = (actor: Actor): View<Query> => ({
  from: sql`data_requests d`,
  joins: sql`left join users u on u.id = d.user_id`,
  select: sql`${SHOWN}, d.name, d.email, d.document, d.channel, d.identity,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
    (select s.name from users s where s.id = d.settled_by) as "settledBy", ${barOf(actor)} as bar, ${lastChangeOf('d')}`,
  sorts: {
    code: [sql`d.year`, sql`d.number`],
    name: sql`plain(d.name)`,
    right: sql`d.data_right`,
    receivedOn: sql`d.received_on`,
    // What is settled is due no more: it stands after what waits.
    due: [sql`(d.state <> ${lit.dataRequest('open')})`, DUE_DAY],
    updatedAt: sql`d.updated_at`,
  },
  groups: {
    right: byWords(sql`d.data_right`, DATA_RIGHTS),
    state: byWords(sql`d.state`, DATA_REQUEST_STATES),
  },
  key: sql`d.id`,
});

const isIn = (state: NonNullable<Query['state']>): Sql =>
  state === 'overdue' ? OVERDUE : sql`d.state = ${lit.dataRequest(state)}`;

const listFor = (actor: Actor) =>
  listOf<Query, DataRequest>(viewFor(actor), (_actor, { q, state, right }) => [
    ...matching('d.search', q),
    ...(state ? [isIn(state)] : []),
    ...(right ? [sql`d.data_right = ${right}`] : []),
  ]);

export const dataRequestList = {
  page: (db: Database, actor: Actor, query: Query) => listFor(actor).page(db, actor, query),
  rows: (db: Database, actor: Actor, query: Query) => listFor(actor).rows(db, actor, query),
};

export const DATA_REQUEST_COLUMNS: Columns<DataRequest> = {
  numero: row => row.code,
  derecho: row => labelIn(DATA_RIGHTS, row.right),
  nombre: row => row.name,
  correo: row => row.email,
  documento: row => row.document,
  tiene_cuenta: row => row.user !== null,
  pide: row => row.details,
  llego_por: row => labelIn(REQUEST_CHANNELS, row.channel),
  recibida: row => day(row.receivedOn),
  vence: row => instant(row.due),
  atrasada: row => row.overdue,
  plazo_ampliado: row => instant(row.extendedAt),
  motivo_de_ampliar: row => row.extensionReason,
  estado: row => labelIn(DATA_REQUEST_STATES, row.state),
  identidad: row => row.identity,
  resultado: row => row.outcome && labelIn(REQUEST_OUTCOMES, row.outcome),
  respuesta: row => row.answer,
  terminada: row => instant(row.settledAt),
  terminada_por: row => row.settledBy,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findDataRequest = (db: Database | Transaction, actor: Actor, id: string): Promise<DataRequest> =>
  findRow(db, viewFor(actor), [sql`d.id = ${id}`]);

const OWN_SOURCE = {
  from: sql`data_requests d`,
  select: sql`${SHOWN}, d.updated_at as "updatedAt"`,
  key: sql`d.id`,
};

export const findOwnDataRequest = (
  db: Database | Transaction,
  actor: Actor,
  id: string,
): Promise<OwnDataRequest> => findRow(db, OWN_SOURCE, [sql`d.id = ${id}`, sql`d.user_id = ${actor.id}`]);

/** All that somebody asked, the latest first; also what the office recorded for them. */
export async function ownDataRequests(
  db: Database,
  actor: Actor,
): Promise<OutputOf<typeof listOwnDataRequests>> {
  const { rows } = await sql<{ row: OwnDataRequest }>`
    select to_json(r) as row from (select ${OWN_SOURCE.select} from data_requests d
      where d.user_id = ${actor.id} order by d.year desc, d.number desc) r`.execute(db);
  return { rows: rows.map(({ row }) => row), days: ANSWER_DAYS };
}

/** Why the time of a request cannot be extended; Spanish, null when it can. */
export function extensionRefusal(request: Pick<DataRequest, 'extendedAt' | 'overdue'>): string | null {
  if (request.extendedAt !== null) return 'El plazo se amplía una sola vez, y ya se amplió.';
  if (request.overdue)
    return `El plazo ya venció: se amplía, por ${EXTENSION_DAYS} días, solo mientras corre.`;
  return null;
}

const MOST_WAITING = 20;
/** What an administrator may answer: all but their own, unless nobody else is there. */
const answeredBy = (me: Sql): Sql => sql`(d.user_id is distinct from ${me} or not ${otherOffice(me)})`;

/** Whether any request waits for this administrator. */
export const hasDataRequests = (me: RawBuilder<string>) =>
  sql<boolean>`exists (select from data_requests d where ${OPEN} and ${answeredBy(sql`${me}::uuid`)})`;

/** Requests that wait for this person of the office, oldest due first, at most 20. */
export async function waitingDataRequests(db: Database, actor: Actor): Promise<WaitingDataRequest[]> {
  if (!isAdmin(actor)) return [];
  const { rows } = await sql<{ row: WaitingDataRequest }>`
    select to_json(r) as row from (
      select d.id, d.code, d.data_right as "right", d.name, d.received_on::text as "receivedOn", ${REQUEST_DUE} as due,
        ${OVERDUE} as overdue
      from data_requests d where ${OPEN} and ${answeredBy(sql`${actor.id}::uuid`)}
      order by ${DUE_DAY}, d.id limit ${sql.lit(MOST_WAITING)}) r`.execute(db);
  return rows.map(({ row }) => row);
}
