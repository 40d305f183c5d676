import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import {
  INCIDENT_DATA,
  INCIDENT_NATURES,
  INCIDENT_RISKS,
  INCIDENT_STATES,
  type IncidentState,
  incidentGaps,
} from '../../../domain/privacy/incidents.ts';
import { labelIn, labelsIn } from '../../../domain/text/format.ts';
import { byWords } from '../../../server/tables/groups.ts';
import { equal, findRow, lastChangeOf, listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, day, instant } from '../../../server/tables/table-file.ts';
import type { Incident, incidents } from './contract.ts';

type Query = QueryOf<typeof incidents.list>;
type Stored = Omit<Incident, 'state' | 'gaps'>;

const IN_STATE: Record<IncidentState, RawBuilder<unknown>> = {
  open: sql`i.closed_at is null`,
  closed: sql`i.closed_at is not null`,
};
const STATE = sql`case ${sql.join(
  INCIDENT_STATES.map(({ value }) => sql`when ${IN_STATE[value]} then ${sql.lit(value)}`),
  sql` `,
)} end`;

const VIEW: View<Query> = {
  from: sql`data_incidents i`,
  select: sql`i.id, i.code, i.title, i.detected_on::text as "detectedOn", i.happened_on::text as "happenedOn",
    i.natures, i.description, i.data_concerned as "dataConcerned", i.special, i.people, i.effects, i.measures, i.risk,
    i.agency_told_on::text as "agencyToldOn", i.agency_reference as "agencyReference",
    i.people_told_on::text as "peopleToldOn", i.people_told_how as "peopleToldHow", i.why_not_told as "whyNotTold",
    i.closed_at as "closedAt", (select c.name from users c where c.id = i.closed_by) as "closedBy",
    ${lastChangeOf('i')}`,
  sorts: {
    code: [sql`i.year`, sql`i.number`],
    title: sql`plain(i.title)`,
    detectedOn: sql`i.detected_on`,
    updatedAt: sql`i.updated_at`,
  },
  groups: {
    state: byWords(STATE, INCIDENT_STATES),
    risk: byWords(sql`i.risk`, INCIDENT_RISKS),
  },
  key: sql`i.id`,
};

const complete = (row: Stored): Incident => ({
  ...row,
  state: row.closedAt === null ? 'open' : 'closed',
  gaps: incidentGaps(row),
});

export const incidentList = listOf<Query, Incident, Stored>(
  VIEW,
  (_actor, { q, state, risk }) => [
    ...matching('i.search', q),
    ...(state ? [IN_STATE[state]] : []),
    ...equal('i.risk', risk),
  ],
  rows => rows.map(complete),
);

export const INCIDENT_COLUMNS: Columns<Incident> = {
  codigo: row => row.code,
  titulo: row => row.title,
  estado: row => labelIn(INCIDENT_STATES, row.state),
  detectado: row => day(row.detectedOn),
  ocurrido: row => day(row.happenedOn),
  que_paso: row => labelsIn(INCIDENT_NATURES, row.natures),
  descripcion: row => row.description,
  datos: row => row.dataConcerned,
  datos_especiales: row => labelsIn(INCIDENT_DATA, row.special),
  personas: row => row.people,
  efectos: row => row.effects,
  medidas: row => row.measures,
  riesgo: row => labelIn(INCIDENT_RISKS, row.risk),
  agencia_comunicada: row => day(row.agencyToldOn),
  agencia_referencia: row => row.agencyReference,
  personas_comunicadas: row => day(row.peopleToldOn),
  personas_como: row => row.peopleToldHow,
  por_que_no_se_comunico: row => row.whyNotTold,
  le_falta: row => row.gaps.join(' '),
  cerrado: row => instant(row.closedAt),
  cerrado_por: row => row.closedBy,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findIncident = async (db: Database, _actor: Actor, id: string): Promise<Incident> =>
  complete(await findRow<Stored>(db, VIEW, [sql`i.id = ${id}`]));
