import { sql } from 'kysely';
import { COUNTED, COUNTED_GROUPS } from '../../../domain/execution/people.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { SOURCE_COLUMNS } from '../../../domain/sections/columns/columns.ts';
import { COLUMN_OF_GROUP } from '../../../domain/sections/columns/group-columns.ts';
import { agreementStateOf } from '../../agreements/queries.ts';
import { knowsPartner } from '../../project-record/partners/queries.ts';
import { isTurnNow } from '../../project-record/turns/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';
import {
  CALL,
  entriesOf,
  figure,
  nameOf,
  PROJECT,
  type Reader,
  type Source,
  told,
  type Values,
} from '../pieces/queries.ts';

const FACTS = sql`join project_facts f on f.project_id = q.id`;
/** Names of what hangs on a project, each once. */
const listed = (name: Condition, from: Condition) =>
  sql`(select json_agg(x.name order by x.name) from (select distinct ${name} as name from ${from}) x)`;

const byGroup = (prefix: string, of: (group: string) => Condition): Values =>
  Object.fromEntries(COUNTED_GROUPS.map(group => [`${prefix}_${COLUMN_OF_GROUP[group]}`, of(group)]));
const bySource = (prefix: string, kind: string): Values =>
  Object.fromEntries(
    keysOf(SOURCE_COLUMNS).map(source => [
      `${prefix}_${SOURCE_COLUMNS[source]}`,
      sql.ref(`f.${kind}_${source}`),
    ]),
  );

const projects = ({ now }: Reader): Source => ({
  joins: FACTS,
  columns: {
    ...PROJECT,
    responsable: nameOf(sql`q.lead_id`),
    alterno: nameOf(sql`q.alternate_id`),
    convocatoria: CALL,
    historico: sql`q.historic`,
    inicio: sql`q.start_date`,
    termino: sql`q.end_date`,
    enviado: sql`q.submitted_at`,
    vence: sql`q.due_at`,
    atrasado: sql`coalesce(p.due_at < ${now} and ${isTurnNow}, false)`,
    comunas: listed(
      sql`k.name`,
      sql`project_comunas x join comunas k on k.code = x.comuna_code where x.project_id = q.id`,
    ),
    regiones: listed(
      sql`r.short_name`,
      sql`project_comunas x join comunas k on k.code = x.comuna_code join regions r on r.code = k.region_code
        where x.project_id = q.id`,
    ),
    ods: sql`(select json_agg(x.goal::text order by x.goal) from project_goals x where x.project_id = q.id)`,
    socios: listed(
      sql`k.name`,
      sql`project_partners x join organisations o on o.id = x.organisation_id
        join organisations k on k.id = o.canonical_id where x.project_id = q.id`,
    ),
    actividades: sql`f.activities`,
    ...byGroup('esperado', group => sql.ref(`f.expected_${group}`)),
    ...byGroup('real', group => sql.ref(`f.actual_${group}`)),
    indicadores: sql`f.indicators`,
    indicadores_medidos: sql`f.indicators_measured`,
    indicadores_logrados: sql`f.indicators_reached`,
    solicitado: sql`q.amount_requested`,
    adjudicado: sql`q.amount_awarded`,
    ...bySource('presupuesto', 'planned'),
    ...bySource('gastado', 'spent'),
    pagado: sql`f.paid`,
    devuelto: sql`f.returned`,
  },
});

const activities: Source = {
  joins: sql`join activities a on a.project_id = q.id left join comunas k on k.code = a.comuna_code
    left join regions r on r.code = k.region_code`,
  order: sql`a.day, a.id`,
  columns: {
    ...PROJECT,
    actividad: sql`a.name`,
    fecha: sql`a.day`,
    desde: sql`nullif(a.starts_at, '')`,
    hasta: sql`nullif(a.ends_at, '')`,
    lugar: sql`nullif(a.place, '')`,
    comuna: sql`k.name`,
    region: sql`r.short_name`,
    descripcion: sql`nullif(a.description, '')`,
    del_plan: sql`a.plan_item_id is not null`,
    completa: sql`a.completes`,
    ...byGroup('contadas', group => sql`count_in(a.counts -> ${sql.lit(group)})`),
    en_lista: sql`coalesce(count_in(a.kept_counts #> '{all,attendances}'), 0)
      + (select count(*) from attendances t where t.activity_id = a.id)`,
    archivos: sql`(select count(*) from activity_files x where x.activity_id = a.id)`,
    registrada_por: nameOf(sql`a.author_id`),
    registrada: sql`a.created_at`,
  },
};

/** Of each project those groups of which something is known. */
const groups: Source = {
  joins: sql`${FACTS} cross join lateral (values ${sql.join(
    COUNTED.flatMap(({ field, groups: counted }) =>
      counted.map(
        ({ value }) =>
          sql`(${sql.lit(COUNTED_GROUPS.indexOf(value))}, ${sql.lit(field)}, ${sql.lit(value)}, ${sql.ref(`f.expected_${value}`)}, ${sql.ref(`f.actual_${value}`)})`,
      ),
    ),
  )}) g (n, field, name, expected, actual)`,
  where: sql`(g.expected is not null or g.actual is not null)`,
  order: sql`g.n`,
  columns: {
    ...PROJECT,
    clase: sql`g.field`,
    grupo: sql`g.name`,
    previstas: sql`g.expected`,
    llegaron: sql`g.actual`,
  },
};

/** Lead and alternate before whoever the section names; nobody twice. */
const team: Source = {
  joins: sql`cross join lateral (
    select -2 as n, q.lead_id as user_id, 'lead' as role, '{}'::jsonb as e
    union all select -1, q.alternate_id, 'alternate', '{}' where q.alternate_id is not null
    union all select m.n, u.id, nullif(m.e ->> 'role', ''), m.e
    from project_sections c
      cross join lateral jsonb_array_elements(items_in(c.data -> 'members')) with ordinality m (e, n)
      left join users u on u.id::text = m.e ->> 'userId'
    where c.project_id = q.id and c.section = 'team'
      and (u.id is null or (u.id <> q.lead_id and u.id is distinct from q.alternate_id))) l
    left join users u on u.id = l.user_id`,
  order: sql`l.n`,
  columns: {
    ...PROJECT,
    nombre: sql`coalesce(u.name, ${told('name')})`,
    rol: sql`l.role`,
    de_la_universidad: sql`u.id is not null`,
    organizacion: told('organisation'),
    horas_por_semana: figure('hoursPerWeek'),
    desde: told('from'),
    hasta: told('to'),
  },
};

const partners: Source = {
  joins: sql`${entriesOf('partners', 'partners')} join organisations o on o.id::text = l.e ->> 'organisationId'
    join organisations k on k.id = o.canonical_id left join comunas w on w.code = k.comuna_code`,
  order: sql`l.n`,
  columns: {
    ...PROJECT,
    socio: sql`k.name`,
    rut: sql`k.rut`,
    tipo_de_socio: sql`k.type`,
    comuna_del_socio: sql`w.name`,
    rol: told('role'),
    compromiso: told('commitment'),
  },
};

const agreements = ({ actor, today }: Reader): Source => ({
  from: sql`agreements a join organisations o on o.id = a.organisation_id
    join organisations k on k.id = o.canonical_id left join schools s on s.id = a.school_id
    join (select o.canonical_id, count(distinct l.project_id) as projects
      from ids i join project_partners l on l.project_id = i.id join organisations o on o.id = l.organisation_id
      group by 1) with_us on with_us.canonical_id = k.id`,
  where: knowsPartner(actor, sql`k.id`),
  order: sql`plain(a.number), a.id`,
  columns: {
    numero: sql`a.number`,
    organizacion: sql`k.name`,
    clase: sql`a.kind`,
    asunto: sql`nullif(a.subject, '')`,
    escuela: sql`s.name`,
    firmado: sql`a.signed_on`,
    inicio: sql`a.starts_on`,
    termino: sql`a.ends_on`,
    estado: agreementStateOf(sql`a`, today),
    archivos: sql`(select count(*) from agreement_files x where x.agreement_id = a.id)`,
    proyectos: sql`with_us.projects`,
  },
});

export const portfolio = { projects, activities, groups, team, partners, agreements };
