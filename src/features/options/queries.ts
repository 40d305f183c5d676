import { validateRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { among, lit } from '../../db/states.ts';
import { plainRut } from '../../domain/catalogues/organisations.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { equal, matching } from '../../server/tables/list.ts';
import { canonicalOf, organisationHint } from '../organisations/queries.ts';
import type { getCatalogues, searchOptions } from './contract.ts';

type Small = Omit<OutputOf<typeof getCatalogues>, 'periods' | 'uploadLimitBytes'>;

/** What every form and filter picks from, active rows only. */
export async function catalogues(
  db: Database,
  license: string | null,
): Promise<OutputOf<typeof getCatalogues>> {
  const [small, periods, megabytes] = await Promise.all([
    sql<Small>`
      select
        array(select json_build_object('id', id, 'name', name)
          from faculties where active order by plain(name)) as faculties,
        array(select json_build_object('id', s.id, 'name', s.name, 'facultyId', s.faculty_id)
          from schools s where s.active order by plain(s.name)) as schools,
        array(select json_build_object('id', id, 'name', name)
          from themes where active order by plain(name)) as themes,
        array(select json_build_object('code', code, 'name', name) from regions order by code) as regions,
        array(select json_build_object('code', code, 'name', name, 'regionCode', region_code,
            'latitude', latitude, 'longitude', longitude)
          from comunas order by plain(name)) as comunas
    `.execute(db),
    readSetting(db, 'periods'),
    readSetting(db, 'uploadLimitMb'),
  ]);
  const rows = small.rows[0];
  if (!rows) throw new Error('the catalogue query answered no row');
  return { ...rows, periods, bordersLicense: license, uploadLimitBytes: megabytes * 1024 * 1024 };
}

type Noun = ParamsOf<typeof searchOptions>['noun'];
type Query = QueryOf<typeof searchOptions>;
type Sql = RawBuilder<unknown>;

/** What a picker needs of a noun: `from` names the table `o`. Hints tell rows of the same name apart. */
interface Source {
  readonly label: Sql;
  hint(actor: Actor): Sql;
  /** Shown besides, where two rows look the same otherwise. */
  readonly apart?: Sql;
  readonly from: Sql;
  /** The row that is meant by an id, where that may be another than the one that has it. */
  is?(id: string): Sql;
  found(actor: Actor, q: string | undefined): Sql[];
  readonly order: Sql;
  where(actor: Actor, query: Query): Sql[];
}

const joinParts = (...parts: Sql[]): Sql => sql`concat_ws(' · ', ${sql.join(parts)})`;
/**
 * Finds among rows whose `search` is the name, a space and something without spaces that only administrators may read:
 * for others a word counts where a space comes after it, and `whole` finds by all of that something.
 */
function matchName(actor: Actor, q: string | undefined, whole: (typed: string) => Sql | null): Sql[] {
  if (isAdmin(actor)) return matching('o.search', q);
  const found = whole(q?.trim() ?? '');
  return found ? [found] : matching('o.search', q, sql`'% %'`);
}

/** Organisations `o` that words or a RUT are of; a RUT is stored without dots, and people type them. */
const matchOrganisation = (actor: Actor, q: string | undefined): Sql[] =>
  matchName(actor, q?.replace(/(?<=\d)\.(?=\d{3})/g, ''), typed =>
    validateRut(typed) ? sql`o.rut = ${plainRut(typed)}` : null,
  );

/** Organisations `o` that were kept, found also by the names and RUTs of those that were merged into them. */
export function organisationFound(actor: Actor, q: string | undefined): Sql[] {
  const own = matchOrganisation(actor, q);
  if (own.length === 0) return [];
  return [sql`o.id in (select o.canonical_id from organisations o where ${sql.join(own, sql` and `)})`];
}

const PROJECT: Omit<Source, 'where'> = {
  label: sql`o.code || ' ' || o.title`,
  hint: () => sql`coalesce(o.period, '')`,
  from: sql`projects o`,
  found: (_actor, q) => matching(sql`plain(o.code || ' ' || o.search_text)`, q),
  order: sql`o.code desc`,
};
const ownProject = (actor: Actor): Sql => sql`${actor.id} in (o.lead_id, o.alternate_id)`;

const SOURCES: Record<Noun, Source> = {
  person: {
    label: sql`o.name`,
    hint: actor => (isAdmin(actor) ? joinParts(sql`o.email`, sql`s.name`) : sql`coalesce(s.name, '')`),
    apart: sql`o.email`,
    from: sql`users o left join schools s on s.id = o.home_school_id`,
    found: (actor, q) =>
      matchName(actor, q, typed => (/^\S+@\S+$/.test(typed) ? sql`lower(o.email) = lower(${typed})` : null)),
    order: sql`plain(o.name)`,
    where: (_actor, query) => [
      sql`o.state = ${lit.user('active')}`,
      ...equal('o.home_school_id', query.school),
      ...(query.for === 'deputy' ? [sql`not only_reviews(o.roles)`] : []),
    ],
  },
  career: {
    label: sql`o.label`,
    // What its label says already is not said twice.
    hint: () =>
      joinParts(
        ...[sql`o.campus`, sql`initcap(o.shift)`].map(
          part => sql`case when o.label = o.name then ${part} end`,
        ),
        sql`s.name`,
      ),
    from: sql`careers o join schools s on s.id = o.school_id`,
    found: (_actor, q) => matching('o.search', q),
    order: sql`plain(o.label)`,
    where: (_actor, query) => [sql`o.active`, ...equal('o.school_id', query.school)],
  },
  offering: {
    label: sql`c.code || ' ' || c.name`,
    hint: () =>
      joinParts(
        sql`o.period`,
        sql`'Sección ' || o.section`,
        sql`t.name`,
        sql`o.enrolled || case o.enrolled when 1 then ' estudiante' else ' estudiantes' end`,
      ),
    from: sql`course_offerings o join courses c on c.id = o.course_id left join users t on t.id = o.teacher_id`,
    found: (_actor, q) => matching('c.search', q),
    order: sql`plain(c.name), o.period desc, o.section`,
    where: (_actor, query) => [
      sql`o.active and c.active`,
      ...equal('c.school_id', query.school),
      ...equal('o.period', query.period),
    ],
  },
  organisation: {
    label: sql`o.name`,
    hint: organisationHint,
    from: sql`organisations o left join comunas c on c.code = o.comuna_code`,
    is: id => sql`o.id = ${canonicalOf(id)}`,
    found: organisationFound,
    order: sql`plain(o.name)`,
    where: () => [sql`o.active and o.merged_into is null`],
  },
  project: {
    ...PROJECT,
    where: actor => [sql`o.status = ${lit.status('closed')}`, ownProject(actor)],
  },
  awarded: {
    ...PROJECT,
    where: actor => [sql`o.status in ${among(AWARDED)}`, ...(isAdmin(actor) ? [] : [ownProject(actor)])],
  },
};

const MOST = 20;

interface Found {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly apart?: string;
}

/** Names what else they differ by of those that read the same. */
function tellApart(rows: readonly Found[]): OutputOf<typeof searchOptions> {
  const words = ({ label, hint }: Found) => JSON.stringify([label, hint]);
  const alike = Map.groupBy(rows, words);
  return rows.map(row => {
    const { id, label, hint, apart } = row;
    const isAlike = apart && (alike.get(words(row))?.length ?? 0) > 1;
    return { id, label, hint: isAlike ? [apart, hint].filter(Boolean).join(' · ') : hint };
  });
}

export async function findOptions(
  db: Database,
  actor: Actor,
  noun: Noun,
  query: Query,
): Promise<OutputOf<typeof searchOptions>> {
  const source = SOURCES[noun];
  const apart = isAdmin(actor) ? undefined : source.apart;
  const conditions = [
    ...source.where(actor, query),
    ...(query.id !== undefined && source.is ? [source.is(query.id)] : equal('o.id', query.id)),
    ...source.found(actor, query.q),
  ];
  const where = sql.join(conditions, sql` and `);
  // With the one after the last, which may be its namesake.
  const more = apart ? MOST + 1 : MOST;
  const { rows } = await sql<Found>`
    select o.id, ${source.label} as label, ${source.hint(actor)} as hint ${apart ? sql`, ${apart} as apart` : sql``}
    from ${source.from} where ${where} order by ${source.order}, o.id limit ${more}
  `.execute(db);
  return apart ? tellApart(rows).slice(0, MOST) : rows;
}
