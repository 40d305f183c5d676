import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { among } from '../../db/states.ts';
import { AGREEMENT_STATES, BEST_FIRST } from '../../domain/catalogues/agreements.ts';
import { ORGANISATION_TYPES } from '../../domain/catalogues/organisations.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { labelIn } from '../../domain/text/format.ts';
import { byName, byWords } from '../../server/tables/groups.ts';
import {
  activeIs,
  equal,
  findRow,
  type List,
  lastChangeOf,
  listOf,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, day, instant } from '../../server/tables/table-file.ts';
import { agreementStateOf } from '../agreements/queries.ts';
import { organisationFound } from '../options/queries.ts';
import { canonicalOf } from '../organisations/queries.ts';
import { knowsPartner } from '../project-record/partners/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { readable, readableWhole } from '../project-record/visibility/queries.ts';
import { lastSurveyOf } from '../surveys/queries.ts';
import type { getPartner, listPartners, Partner, PartnerRow, partnerPlaces } from './contract.ts';

type Query = QueryOf<typeof listPartners>;
type Filters = Pick<
  QueryOf<typeof partnerPlaces>,
  'q' | 'state' | 'type' | 'region' | 'comuna' | 'projects' | 'agreement'
>;
type Sql = RawBuilder<unknown>;

/** Projects with the organisation `o`, or with one that was merged into it; each once. */
const withPartner = (where: Sql) => sql`
  from projects p where ${where} and p.id in (
    select l.project_id from organisations k join project_partners l on l.organisation_id = k.id
    where k.canonical_id = o.id)`;
/** Everybody who reads the directory may read these. */
const opened = sql`p.status in ${among(AWARDED)}`;
const yearOf = sql`extract(year from coalesce(p.start_date, day_in_chile(p.created_at)))::int`;

/** What is best of its agreements. */
const bestAgreement = (today: string) => sql`(
  select s.state from agreements g join organisations k on k.id = g.organisation_id
    cross join lateral (select ${agreementStateOf(sql`g`, today)} as state) s
  where k.canonical_id = o.id
  order by array_position(${BEST}::text[], s.state) limit 1)`;
const BEST = sql.lit(`{${BEST_FIRST.join(',')}}`);

/** How the directory is shown to this reader. */
function viewFor(actor: Actor, today: string): View<Query> {
  const knows = knowsPartner(actor, sql`o.id`);
  return {
    from: sql`organisations o`,
    joins: sql`left join comunas c on c.code = o.comuna_code left join regions r on r.code = c.region_code
      left join lateral (
        select count(*)::int as projects, min(${yearOf}) as since, max(${yearOf}) as until ${withPartner(opened)}) d on true`,
    select: sql`o.id, o.name, ${isAdmin(actor) ? sql`o.rut` : sql`null`} as rut, o.type,
      case when c.code is not null
        then json_build_object('code', c.code, 'name', c.name, 'region', r.short_name) end as comuna,
      case when ${knows} and o.latitude is not null
        then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end as point,
      array_remove(string_to_array(o.aliases, chr(10)), '') as aliases,
      case when ${knows} and concat(o.contact_name, o.contact_email, o.contact_phone) <> ''
        then json_build_object('name', coalesce(o.contact_name, ''), 'email', coalesce(o.contact_email, ''),
          'phone', coalesce(o.contact_phone, '')) end as contact,
      o.active, d.projects, d.since, d.until,
      case when ${knows} then ${bestAgreement(today)} end as agreement,
      ${lastSurveyOf(actor, sql`o.id`)} as "lastSurvey", ${lastChangeOf('o')}`,
    sorts: {
      name: sql`plain(o.name)`,
      type: sql`o.type`,
      comuna: sql`plain(c.name)`,
      updatedAt: sql`o.updated_at`,
    },
    sparse: ['comuna'],
    groups: {
      type: byWords(sql`o.type`, ORGANISATION_TYPES),
      region: byName(sql`c.region_code`, sql`r.short_name`, 'Sin comuna'),
      comuna: byName(sql`o.comuna_code`, sql`c.name`, 'Sin comuna'),
    },
    key: sql`o.id`,
  };
}

/** Rows of `organisations o` that the filters ask for. */
function conditionsOf(actor: Actor, filters: Filters, today: string): Sql[] {
  const { q, state, type, region, comuna, projects, agreement } = filters;
  const some = sql`exists (select ${withPartner(opened)})`;
  const best = sql`case when ${knowsPartner(actor, sql`o.id`)} then ${bestAgreement(today)} end`;
  return [
    sql`o.merged_into is null`,
    ...organisationFound(actor, q),
    ...activeIs('o.active', state),
    ...equal('o.type', type),
    ...equal('o.comuna_code', comuna),
    ...(region ? [sql`o.comuna_code in (select code from comunas where region_code = ${region})`] : []),
    ...(projects ? [projects === 'with' ? some : sql`not ${some}`] : []),
    ...(agreement ? [agreement === 'none' ? sql`(${best}) is null` : sql`(${best}) = ${agreement}`] : []),
  ];
}

const listFor = (actor: Actor): List<Query, PartnerRow> => {
  const today = localDay(new Date());
  return listOf<Query, PartnerRow>(viewFor(actor, today), (_, query) => conditionsOf(actor, query, today));
};

/** What the view shows depends on its reader. */
export const partnerList: List<Query, PartnerRow> = {
  page: (db, actor, query) => listFor(actor).page(db, actor, query),
  rows: (db, actor, query) => listFor(actor).rows(db, actor, query),
};

export async function partnersByComuna(
  db: Database,
  actor: Actor,
  filters: Filters,
): Promise<OutputOf<typeof partnerPlaces>> {
  const conditions = conditionsOf(actor, filters, localDay(new Date()));
  const { rows } = await sql<{ code: string | null; partners: number }>`
    select o.comuna_code as code, count(*)::int as partners from organisations o
    where ${sql.join(conditions, sql` and `)} group by 1 order by 1`.execute(db);
  return {
    comunas: rows.flatMap(({ code, partners }) => (code === null ? [] : [{ code, partners }])),
    without: rows.find(r => r.code === null)?.partners ?? 0,
  };
}

export const PARTNER_COLUMNS: Columns<PartnerRow> = {
  nombre: row => row.name,
  rut: row => row.rut,
  tipo: row => labelIn(ORGANISATION_TYPES, row.type),
  comuna: row => row.comuna?.name,
  region: row => row.comuna?.region,
  latitud: row => row.point?.latitude,
  longitud: row => row.point?.longitude,
  contacto: row => row.contact?.name,
  correo: row => row.contact?.email,
  telefono: row => row.contact?.phone,
  proyectos: row => row.projects,
  primer_ano: row => row.since,
  ultimo_ano: row => row.until,
  convenio: row => labelIn(AGREEMENT_STATES, row.agreement),
  ultima_encuesta: row => day(row.lastSurvey),
  otros_nombres: row => row.aliases.join(', '),
  activa: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

const factOf = (value: Sql) => sql`(select ${value} from project_facts f where f.project_id = p.id)`;

/** Entries of the section «Socios» of `p` that mean `o`. */
const entries = sql`
  from project_sections e, jsonb_array_elements(coalesce(e.data -> 'partners', '[]')) x
  where e.project_id = p.id and e.section = 'partners'
    and (x ->> 'organisationId')::uuid in (select k.id from organisations k where k.canonical_id = o.id)`;
const isClient = sql`exists (
  select from project_sections e join organisations k on k.id = (e.data ->> 'clientId')::uuid
  where e.project_id = p.id and e.section = 'contract' and k.canonical_id = o.id)`;

const itemsOf = (actor: Actor) => sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title,
      'status', p.status, 'year', ${yearOf},
      'roles', array(select distinct x ->> 'role' ${entries} and x ->> 'role' is not null)
        || case when ${isClient} then '{client}'::text[] else '{}' end,
      'people', case when ${opened} then ${factOf(sql`f.actual_direct`)} end,
      'money', case when ${readableWhole(actor)} then ${factOf(sql`json_build_object(
        'cash', f.planned_partner_cash, 'inKind', f.planned_partner_in_kind,
        'accounted', f.spent_partner_cash + f.spent_partner_in_kind)`)} end)
    order by ${yearOf} desc, p.code desc) ${withPartner(readable(actor))}), '[]')`;

const contactsOf = (actor: Actor) => sql`coalesce((
  select json_agg(json_build_object('name', n.name, 'email', n.email, 'phone', n.phone,
    'project', json_build_object('id', n.id, 'kind', n.kind, 'code', n.code)) order by n.code desc)
  from (
    select distinct on (lower(t.name), lower(t.email), t.phone) t.*, p.id, p.kind, p.code
    from projects p cross join lateral (
      select coalesce(x ->> 'contactName', '') as name, coalesce(x ->> 'contactEmail', '') as email,
        coalesce(x ->> 'contactPhone', '') as phone ${entries}) t
    where ${readableWhole(actor)} and t.name || t.email || t.phone <> ''
      and p.id in (select l.project_id from organisations k join project_partners l on l.organisation_id = k.id
        where k.canonical_id = o.id)
    order by lower(t.name), lower(t.email), t.phone, p.code desc) n), '[]')`;

const mergesOf = sql`coalesce((
  select json_agg(json_build_object('id', m.id, 'name', x.name, 'at', ${iso(sql`m.merged_at`)},
    'by', (select u.name from users u where u.id = m.merged_by)) order by m.merged_at desc)
  from organisation_merges m join organisations x on x.id = m.merged_id
  where m.into_id = o.id and m.undone_at is null), '[]')`;

/** The page of an organisation, in one statement. */
export async function findPartner(
  db: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof getPartner>> {
  const view = viewFor(actor, localDay(new Date()));
  return findRow<Partner>(
    db,
    {
      ...view,
      select: sql`${view.select}, ${contactsOf(actor)} as contacts, ${itemsOf(actor)} as items,
        ${isAdmin(actor) ? mergesOf : sql`'[]'::json`} as merges`,
    },
    [sql`o.id = ${canonicalOf(id)}`],
  );
}
