import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { plainRut } from '../../../domain/catalogues/organisations.ts';
import { plainText } from '../../../domain/imports/field.ts';
import type { Named } from '../../../domain/imports/known.ts';
import { pastProject } from '../../../domain/imports/past-project.ts';
import type { ProjectField, ProjectReference } from '../../../domain/imports/projects.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { currentKinds } from '../../kinds/queries.ts';

type Sql = RawBuilder<unknown>;

const section = (slug: string) => sql`(d.sections -> ${slug})`;
const answerAt = (slug: string, path: string) => sql`coalesce(${section(slug)} #>> ${path}::text[], '')`;
const list = (slug: string, key: string) =>
  sql`jsonb_array_elements(coalesce(${section(slug)} -> ${key}, '[]'::jsonb)) with ordinality x (item, n)`;
/** By the names of those that were kept, each once. */
const organisations = (ids: Sql) => sql`coalesce((
  select string_agg(y.name, ', ' order by y.name) from organisations y
  where y.id in (select canonical_id from organisations where id in (${ids}))), '')`;
const partnerIds = sql`select (x.item ->> 'organisationId')::uuid from ${list('partners', 'partners')}`;
const clientId = sql`select (${section('contract')} ->> 'clientId')::uuid`;
const themeId = sql`(${section('identification')} ->> 'themeId')::uuid`;
const dayOf = (column: string) => sql`coalesce(day_in_chile(t.${sql.ref(column)})::text, '')`;

/** What a row is judged by besides its columns. */
type Beside = 'historic' | 'kindVersion' | 'statusSince' | 'submittedAt' | 'hasMoney';

const VALUES: Readonly<Record<ProjectField | Beside, Sql>> = {
  code: sql`t.code`,
  kind: sql`t.kind`,
  status: sql`t.status`,
  title: sql`t.title`,
  summary: sql`t.summary`,
  historic: sql`t.historic::text`,
  kindVersion: sql`t.kind_version::text`,
  statusSince: sql`t.status_since`,
  submittedAt: sql`t.submitted_at`,
  hasMoney: sql`(exists (select from expenses e where e.project_id = t.id)
    or exists (select from payments m where m.project_id = t.id))::text`,
  lead: sql`(select u.name from users u where u.id = t.lead_id)`,
  alternate: sql`coalesce((select u.name from users u where u.id = t.alternate_id), '')`,
  theme: sql`coalesce((select y.name from themes y where y.id = ${themeId}), '')`,
  eventType: answerAt('event', '{type}'),
  place: answerAt('event', '{sessions,0,place}'),
  capacity: answerAt('event', '{capacity}'),
  venture: answerAt('venture', '{name}'),
  stage: answerAt('venture', '{stage}'),
  school: sql`coalesce((select s.name from schools s where s.id = t.school_id), '')`,
  team: sql`coalesce((select string_agg(coalesce(u.name, x.item ->> 'name')
        || coalesce(' <' || nullif(coalesce(lower(u.email), x.item ->> 'email'), '') || '>', ''), '; ' order by x.n)
      from ${list('team', 'members')} left join users u on u.id = (x.item ->> 'userId')::uuid), '')`,
  period: sql`coalesce(t.period, '')`,
  startDate: sql`coalesce(t.start_date::text, '')`,
  endDate: sql`coalesce(t.end_date::text, '')`,
  submittedOn: dayOf('submitted_at'),
  endedOn: dayOf('status_since'),
  partners: organisations(partnerIds),
  client: organisations(clientId),
  careers: sql`coalesce((select string_agg(y.label, ', ' order by y.label) from project_careers l
      join careers y on y.id = l.career_id where l.project_id = t.id), '')`,
  courses: sql`coalesce((
    select string_agg(concat_ws(' · ', c.code || ' ' || c.name, o.period, 'sección ' || o.section), ', ' order by c.code)
      from project_offerings l join course_offerings o on o.id = l.offering_id
        join courses c on c.id = o.course_id where l.project_id = t.id), '')`,
  comunas: sql`coalesce((select string_agg(y.name, ', ' order by y.name) from project_comunas l
      join comunas y on y.code = l.comuna_code where l.project_id = t.id), '')`,
  goals: sql`coalesce((select string_agg(l.goal::text, ', ' order by l.goal) from project_goals l
      where l.project_id = t.id), '')`,
  objective: answerAt('objectives', '{general}'),
  beneficiaries: answerAt('participants', '{reach,direct,actual}'),
  indirect: answerAt('participants', '{reach,indirect,actual}'),
  students: answerAt('participants', '{internal,students,actual}'),
  budget: sql`coalesce((
    select sum(round((x.item ->> 'quantity')::numeric * (x.item ->> 'unitCost')::numeric))::text
      from ${list('budget', 'lines')}), '')`,
  hours: answerAt('courses', '{courses,0,serviceHours}'),
  requested: sql`coalesce(t.amount_requested::text, '')`,
  awarded: sql`coalesce(t.amount_awarded::text, '')`,
  contractAmount: answerAt('contract', '{amount}'),
};

const REFERENCES: Readonly<Record<ProjectReference, Sql>> = {
  lead: sql`array[t.lead_id]`,
  alternate: sql`array_remove(array[t.alternate_id], null)`,
  theme: sql`array_remove(array[${themeId}], null)`,
  school: sql`array_remove(array[t.school_id], null)`,
  careers: sql`array(select career_id from project_careers l where l.project_id = t.id)`,
  partners: sql`array(${partnerIds})`,
  client: sql`array_remove(array(${clientId}), null)`,
  courses: sql`array(select offering_id from project_offerings l where l.project_id = t.id)`,
  comunas: sql`array(select comuna_code from project_comunas l where l.project_id = t.id)`,
};

/** Keys and values as `json_build_object` takes them. */
const pairs = (from: Readonly<Record<string, Sql>>) =>
  sql.join(Object.entries(from).map(([key, value]) => sql`${sql.lit(key)}, ${value}`));

/** How a stored project looks to an import. */
export const PROJECT_VIEW = {
  key: sql`t.code`,
  source: sql`t.source`,
  /** All sections at once: each by itself would be looked up a dozen times. */
  beside: sql`cross join lateral (select coalesce(jsonb_object_agg(c.section, c.data), '{}') as sections
    from project_sections c where c.project_id = t.id) d`,
  documents: sql`d.sections`,
  values: pairs(VALUES),
  references: pairs(REFERENCES),
};

/** What makes a past project of a row: the kinds as they are published now. */
export async function readPast(tx: Transaction) {
  const kinds = await currentKinds(tx);
  return pastProject(new Map(kinds.map(kind => [kind.definition.slug, kind])), localDay(new Date()));
}

/** Looks for what a cell names; `within` is the period of its row. */
export type Finder = (text: string, within?: string) => readonly Named[];

const RUT = /^\d[\d.]*-?[\dkK]$/;
const rutOf = (text: string) => (RUT.test(text) ? plainRut(text) : '');
/** Parts of cells, and what they may hold several of, parted by a comma or by `y`. */
export const withPieces = (parts: readonly string[]): string[] => [
  ...new Set(parts.flatMap(part => [part, ...part.split(/,| y /u).map(piece => piece.trim())])),
];

export async function findOrganisations(tx: Transaction, parts: readonly string[]): Promise<Finder> {
  const texts = withPieces(parts);
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Organisation>`
    select o.rut, o.name as called, k.id, k.name, k.active, array(
      select m.id from organisations m where m.kept_id = k.id) as merged, o.id = k.id as "isKept"
    from organisations o join organisations k on k.id = o.canonical_id
    where o.rut = any(${texts.map(rutOf).filter(Boolean)}::text[])
      or plain(o.name) = any(array(select plain(t) from unnest(${texts}::text[]) t))
    order by k.id`.execute(tx);
  return text => {
    const rut = rutOf(text);
    const found = rows.filter(o => (rut ? o.rut === rut : plainText(o.called) === plainText(text)));
    // Who still has the name is meant before one that was merged.
    const kept = found.filter(o => o.isKept);
    return [...new Map((kept.length > 0 ? kept : found).map(o => [o.id, o])).values()];
  };
}

interface Organisation extends Named {
  readonly rut: string | null;
  readonly called: string;
  readonly isKept: boolean;
}

/** `ENF-310/2` is section 2 of ENF-310, unless a course has that code. */
function codesIn(text: string) {
  const whole = text.toUpperCase();
  const at = whole.lastIndexOf('/');
  return { whole, course: at < 0 ? whole : whole.slice(0, at), section: at < 0 ? '' : whole.slice(at + 1) };
}

export async function offeringsOf(tx: Transaction, parts: readonly string[]): Promise<Finder> {
  const codes = withPieces(parts).map(codesIn);
  if (codes.length === 0) return () => [];
  const { rows } = await sql<Named & { code: string; period: string; section: string }>`
    select o.id, o.active, o.period, o.section, c.code,
      concat_ws(' · ', c.code || ' ' || c.name, o.period, 'sección ' || o.section) as name
    from course_offerings o join courses c on c.id = o.course_id
    where c.code = any(${codes.flatMap(c => [c.whole, c.course])}::text[])`.execute(tx);
  return (text, within) => {
    const { whole, course, section: number } = codesIn(text);
    const there = rows.filter(o => o.period === within);
    const named = there.filter(o => o.code === whole);
    return named.length > 0
      ? named
      : there.filter(o => o.code === course && o.section.toUpperCase() === number);
  };
}

export async function findThemes(tx: Transaction, texts: readonly string[]): Promise<Finder> {
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Named>`select id, name, active from themes`.execute(tx);
  return text => rows.filter(theme => plainText(theme.name) === plainText(text));
}

export async function findComunas(tx: Transaction, parts: readonly string[]): Promise<Finder> {
  const texts = withPieces(parts);
  if (texts.length === 0) return () => [];
  const { rows } = await sql<Named>`select code as id, name, true as active from comunas`.execute(tx);
  return text => rows.filter(c => c.id === text || plainText(c.name) === plainText(text));
}
