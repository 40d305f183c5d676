import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among } from '../../../db/states.ts';
import { matchesWords } from '../../../db/words.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import {
  type CatalogueOrder,
  type CatalogueSearch,
  FILTER_NAMES,
  isNarrowed,
} from '../../../domain/publishing/catalogue-search.ts';
import { statusesOf } from '../../../domain/publishing/publication.ts';
import { rememberCounts, STAMP } from '../../project-record/counts/queries.ts';

/** Projects on one page of the catalogue. */
export const PAGE_SIZE = 24;

/** What a list tells of a project; nothing of its people. */
export interface Card {
  readonly code: string;
  readonly kind: KindSlug;
  readonly title: string;
  readonly summary: string;
  readonly status: Status;
  readonly from: string | null;
  readonly to: string | null;
  readonly school: string | null;
  readonly faculty: string | null;
  /** Their names, in order. */
  readonly comunas: readonly string[];
  readonly goals: readonly number[];
}

export interface CountedComuna {
  readonly code: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly projects: number;
}

type Count<V extends string | number> = readonly [value: V, projects: number];

/** What occurs among all that is published, with numbers of projects: what there is to filter by. */
export interface Options {
  readonly stamp: string;
  readonly total: number;
  readonly kinds: readonly Count<KindSlug>[];
  readonly statuses: readonly Count<Status>[];
  /** From the last one on. */
  readonly years: readonly Count<number>[];
  readonly goals: readonly Count<number>[];
  /** By faculty and name. */
  readonly schools: readonly {
    readonly id: string;
    readonly name: string;
    readonly faculty: string;
    readonly facultyId: string;
    readonly projects: number;
  }[];
  /** From north to south. */
  readonly regions: readonly { readonly code: string; readonly name: string; readonly projects: number }[];
  /** Where most projects are first. */
  readonly comunas: readonly (CountedComuna & { readonly region: string })[];
}

export interface Catalogue {
  readonly options: Options;
  readonly total: number;
  /** The one that is shown: of a page beyond the last one that. */
  readonly page: number;
  readonly pages: number;
  readonly cards: readonly Card[];
  /** Of what was found, where most projects are first. */
  readonly comunas: readonly CountedComuna[];
}

type Condition = RawBuilder<unknown>;
type FilterName = (typeof FILTER_NAMES)[number];
type Conditions = {
  readonly [K in FilterName]: (value: NonNullable<CatalogueSearch[K]>) => Condition;
};

/** What each filter asks of `p`. */
const CONDITIONS: Conditions = {
  q: words =>
    matchesWords({ code: sql`p.code`, words: sql`public_words(p.code, p.title, p.summary)` }, words),
  tipo: kind => sql`p.kind = ${kind}`,
  facultad: id => sql`p.school_id in (select id from schools where faculty_id = ${id})`,
  escuela: id => sql`p.school_id = ${id}`,
  region:
    code => sql`p.id in (select pc.project_id from project_comunas pc join comunas c on c.code = pc.comuna_code
    where c.region_code = ${code})`,
  comuna: code => sql`p.id in (select project_id from project_comunas where comuna_code = ${code})`,
  ods: goal => sql`p.id in (select project_id from project_goals where goal = ${goal})`,
  anio: year => sql`p.start_date between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`,
  estado: state => sql`p.status in ${among(statusesOf(state))}`,
};

function conditionOf<K extends FilterName>(name: K, search: CatalogueSearch): Condition[] {
  const value: CatalogueSearch[K] = search[name];
  return value === undefined ? [] : [CONDITIONS[name](value)];
}

const ORDERS: Readonly<Record<CatalogueOrder, Condition>> = {
  recientes: sql`p.start_date desc nulls last, p.id`,
  antiguos: sql`p.start_date nulls last, p.id`,
  titulo: sql`plain(p.title), p.id`,
};
/** Of rows of projects as `p`. */
export const orderOf = ({ orden = 'recientes' }: CatalogueSearch): Condition => ORDERS[orden];

const COMUNA = sql`'code', c.code, 'name', c.name, 'latitude', c.latitude, 'longitude', c.longitude`;
const listOf = (element: Condition, order: Condition, from: Condition) =>
  sql`(select coalesce(json_agg(${element} order by ${order}), '[]') from ${from})`;
const countsOf = (column: string, order: Condition = sql`v`) =>
  listOf(
    sql`json_build_array(v, n)`,
    order,
    sql`(select ${sql.ref(column)} as v, count(*) as n from m where ${sql.ref(column)} is not null group by 1) x`,
  );

const OPTIONS = precompile(sql`
  with m as materialized (
    select id, kind, status, school_id, extract(year from start_date)::int as year from published_projects),
  at as materialized (
    select pc.project_id, pc.comuna_code, c.region_code
    from m join project_comunas pc on pc.project_id = m.id join comunas c on c.code = pc.comuna_code)
  select ${STAMP} as stamp, (select count(*)::int from m) as total,
    ${countsOf('kind')} as kinds, ${countsOf('status')} as statuses, ${countsOf('year', sql`v desc`)} as years,
    ${listOf(sql`json_build_array(goal, n)`, sql`goal`, sql`(select g.goal, count(*) as n from m join project_goals g on g.project_id = m.id group by 1) x`)} as goals,
    ${listOf(
      sql`json_build_object('id', s.id, 'name', s.name, 'faculty', f.name, 'facultyId', f.id, 'projects', n)`,
      sql`plain(f.name), plain(s.name), s.id`,
      sql`(select school_id, count(*) as n from m group by 1) x join schools s on s.id = school_id join faculties f on f.id = s.faculty_id`,
    )} as schools,
    ${listOf(
      sql`json_build_object('code', r.code, 'name', r.short_name, 'projects', n)`,
      sql`north desc`,
      sql`(select region_code, count(distinct project_id) as n from at group by 1) x join regions r on r.code = region_code
        cross join lateral (select max(latitude) as north from comunas c where c.region_code = r.code) l`,
    )} as regions,
    ${listOf(
      sql`json_build_object(${COMUNA}, 'region', c.region_code, 'projects', n)`,
      sql`n desc, plain(c.name)`,
      sql`(select comuna_code, count(*) as n from at group by 1) x join comunas c on c.code = comuna_code`,
    )} as comunas`);

async function readOptions(db: Database): Promise<Options> {
  const { rows } = await sql<Options>`${OPTIONS}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the catalogue answered no options');
  return row;
}

const options = rememberCounts<Options>();

const CARD = precompile(sql`json_build_object('code', p.code, 'kind', p.kind, 'title', p.title,
  'summary', p.summary, 'status', p.status, 'from', p.start_date, 'to', p.end_date, 'school', s.name, 'faculty', f.name,
  'comunas', (select coalesce(json_agg(c.name order by plain(c.name)), '[]')
    from project_comunas pc join comunas c on c.code = pc.comuna_code where pc.project_id = p.id),
  'goals', (select coalesce(json_agg(g.goal order by g.goal), '[]') from project_goals g where g.project_id = p.id))`);

const cardsOf = (ids: Condition, order: Condition) => sql`(
  select coalesce(json_agg(${CARD} order by ${order}), '[]')
  from ${ids} i join projects p on p.id = i.id
    left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id)`;

/** Without comunas where nothing is left out: those are known. */
type Found = Pick<Catalogue, 'total' | 'page' | 'cards'> & Partial<Pick<Catalogue, 'comunas'>>;

const lastPage = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** All of them: their number is known, and an index has them in their order. */
function everything(known: Options, asked: number, order: Condition): RawBuilder<Found> {
  const page = Math.min(asked, lastPage(known.total));
  const ids = sql`(select p.id from published_projects p order by ${order}
    limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE})`;
  return sql`select ${known.total}::int as total, ${page}::int as page, ${cardsOf(ids, order)} as cards`;
}

const allOf = (conditions: readonly Condition[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** Words are looked up before all else: by their index, and not in each row that another filter finds. */
const wordsFirst = (search: CatalogueSearch): Condition =>
  sql`w as materialized (
    select p.id, p.kind, p.status, p.title, p.school_id, p.start_date from published_projects p
    where ${allOf(conditionOf('q', search))}),`;

/** Those that a search finds, as `p` of a `with`: what a page lists and what leaves as a table are the same. */
export const foundBy = (search: CatalogueSearch): Condition => sql`
  ${search.q === undefined ? sql`` : wordsFirst(search)} p as materialized (
    select p.id, p.start_date, p.title from ${search.q === undefined ? sql`published_projects` : sql`w`} p
    where ${allOf(FILTER_NAMES.filter(name => name !== 'q').flatMap(name => conditionOf(name, search)))})`;

/** They are looked up once, for page, total and map alike. */
const narrowed = (search: CatalogueSearch, asked: number, order: Condition): RawBuilder<Found> => sql`
  with ${foundBy(search)},
  t as (select count(*)::int as total,
    least(${asked}::int, greatest(1, (count(*)::int + ${sql.lit(PAGE_SIZE - 1)}) / ${sql.lit(PAGE_SIZE)})) as page from p)
  select total, page,
    ${cardsOf(sql`(select p.id from p order by ${order} limit ${sql.lit(PAGE_SIZE)} offset (select (page - 1) * ${sql.lit(PAGE_SIZE)} from t))`, order)} as cards,
    ${listOf(
      sql`json_build_object(${COMUNA}, 'projects', n)`,
      sql`n desc, plain(c.name)`,
      sql`(select comuna_code, count(*) as n from project_comunas where project_id in (select id from p) group by 1) x
        join comunas c on c.code = comuna_code`,
    )} as comunas
  from t`;

/**
 * A page of the catalogue with all around it. What there is to filter by is the same for every search: it is read once
 * for each edition.
 *
 * @param stamp of the edition that is asked for, or of one before
 */
export async function readCatalogue(
  db: Database,
  stamp: string,
  search: CatalogueSearch,
): Promise<Catalogue> {
  const known = await options.since(db, 'catalogue', stamp, () => readOptions(db));
  const order = orderOf(search);
  const asked = search.pagina ?? 1;
  const ask = isNarrowed(search) ? narrowed(search, asked, order) : everything(known, asked, order);
  const { rows } = await ask.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the catalogue answered no row');
  return {
    options: known,
    pages: lastPage(found.total),
    ...{ total: found.total, page: found.page, cards: found.cards },
    comunas: found.comunas ?? known.comunas,
  };
}
