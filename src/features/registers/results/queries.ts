import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';
import {
  entriesOf,
  entryText,
  figure,
  nameOf,
  PROJECT,
  type Reader,
  type Source,
  told,
} from '../pieces/queries.ts';

const KIND = sql`coalesce(l.e ->> 'kind', 'number')`;
/** As facts count them: a milestone is reached at 1, what is told in words has no target. */
const TARGET = sql`case ${KIND} when 'milestone' then 1 when 'qualitative' then null else ${figure('target')} end`;
const IS_MILESTONE = sql`${KIND} = 'milestone'`;

const indicators: Source = {
  joins: sql`${entriesOf('indicators', 'indicators')}
    left join lateral (select * from indicator_values v where v.project_id = q.id and v.indicator_id = l.e ->> 'id') v
      on exists (select from measurements m where m.project_id = q.id and m.state = ${lit.measurement('accepted')})`,
  order: sql`l.n`,
  columns: {
    ...PROJECT,
    indicador: told('name'),
    institucional: sql`(select x.name from institutional_indicators x where x.id::text = l.e ->> 'institutionalId')`,
    clase: KIND,
    nivel: sql`coalesce(${told('level')}, 'outcome')`,
    ambito: told('scope'),
    unidad: told('unit'),
    se_espera: sql`case when ${IS_MILESTONE} then null else coalesce(${told('direction')}, 'up') end`,
    linea_base: sql`case when ${IS_MILESTONE} then null else ${figure('baseline')} end`,
    meta: TARGET,
    valor: sql`v.value`,
    en_palabras: sql`nullif(v.words, '')`,
    logrado: sql`case when ${TARGET} is not null then reaches(v.value::float8, (${TARGET})::float8,
      case when ${IS_MILESTONE} then null else ${figure('baseline')} end,
      case when ${IS_MILESTONE} then 'up' else l.e ->> 'direction' end) end`,
    mediciones: sql`coalesce(v.measurements, 0)`,
    ultima_medicion: sql`v.day`,
  },
};

const evidence: Source = {
  joins: sql`join measurements m on m.project_id = q.id
    left join measurement_evidence e on e.measurement_id = m.id left join files f on f.id = e.version_id`,
  order: sql`m.indicator_id, m.day, m.id, e.position`,
  columns: {
    ...PROJECT,
    indicador: entryText('indicators', 'indicators', sql`m.indicator_id`, 'name'),
    medido: sql`m.day`,
    valor: sql`m.value`,
    nota: sql`nullif(m.note, '')`,
    situacion: sql`m.state`,
    aceptada_por: nameOf(sql`m.decided_by`),
    resuelta: sql`m.decided_at`,
    archivo: sql`f.name`,
    version: sql`f.version`,
    huella: sql`encode(f.sha256, 'hex')`,
    direccion: sql`e.url`,
    vista: sql`e.seen_on`,
  },
};

const DAY = sql`86400`;
const daysFrom = (to: Condition) =>
  sql`round((date_part('epoch', ${to} - x.entered_at) / ${DAY})::numeric, 4)`;

const steps = ({ now }: Reader): Source => ({
  joins: sql`join project_steps x on x.project_id = q.id`,
  order: sql`x.entered_at`,
  columns: {
    ...PROJECT,
    paso: sql`x.status`,
    entro: sql`x.entered_at`,
    salio: sql`x.left_at`,
    plazo: sql`x.due_at`,
    tomo: daysFrom(sql`coalesce(x.left_at, ${now})`),
    plazo_en_dias: daysFrom(sql`x.due_at`),
    fuera_de_plazo: sql`coalesce(x.left_at, ${now}) > x.due_at`,
  },
});

export const results = { indicators, evidence, steps };
