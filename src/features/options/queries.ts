import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { OutputOf, ParamsOf, QueryOf } from '../../domain/endpoint.ts';
import type { Actor } from '../../domain/permissions.ts';
import { equal, matching } from '../../server/list.ts';
import type { getCatalogues, searchOptions } from '../projects/options/contract.ts';

type Small = Omit<OutputOf<typeof getCatalogues>, 'periods' | 'uploadLimitBytes'>;

/** What every form and filter picks from, active rows only. */
export async function catalogues(db: Database): Promise<OutputOf<typeof getCatalogues>> {
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
        array(select json_build_object('code', code, 'name', name, 'regionCode', region_code)
          from comunas order by plain(name)) as comunas
    `.execute(db),
    readSetting(db, 'periods'),
    readSetting(db, 'uploadLimitMb'),
  ]);
  const rows = small.rows[0];
  if (!rows) throw new Error('the catalogue query answered no row');
  return { ...rows, periods, uploadLimitBytes: megabytes * 1024 * 1024 };
}

type Noun = ParamsOf<typeof searchOptions>['noun'];
type Query = QueryOf<typeof searchOptions>;
type Sql = RawBuilder<unknown>;

/** What a picker needs of a noun: `from` names the table `o`. Hints tell rows of the same name apart. */
interface Source {
  readonly label: Sql;
  readonly hint: Sql;
  readonly from: Sql;
  readonly search: string | Sql;
  readonly order: Sql;
  where(actor: Actor, query: Query): Sql[];
}

const joined = (...parts: Sql[]): Sql => sql`concat_ws(' · ', ${sql.join(parts)})`;

const SOURCES: Record<Noun, Source> = {
  person: {
    label: sql`o.name`,
    hint: joined(sql`o.email`, sql`s.name`),
    from: sql`users o left join schools s on s.id = o.home_school_id`,
    search: 'o.search',
    order: sql`plain(o.name)`,
    where: (_actor, query) => [sql`o.state = 'active'`, ...equal('o.home_school_id', query.school)],
  },
  career: {
    label: sql`o.name`,
    hint: joined(sql`o.campus`, sql`initcap(o.shift)`, sql`s.name`),
    from: sql`careers o join schools s on s.id = o.school_id`,
    search: 'o.search',
    order: sql`plain(o.name)`,
    where: (_actor, query) => [sql`o.active`, ...equal('o.school_id', query.school)],
  },
  offering: {
    label: sql`c.code || ' ' || c.name`,
    hint: joined(
      sql`o.period`,
      sql`'Sección ' || o.section`,
      sql`t.name`,
      sql`o.enrolled || case o.enrolled when 1 then ' estudiante' else ' estudiantes' end`,
    ),
    from: sql`course_offerings o join courses c on c.id = o.course_id left join users t on t.id = o.teacher_id`,
    search: 'c.search',
    order: sql`plain(c.name), o.period desc, o.section`,
    where: (_actor, query) => [
      sql`o.active and c.active`,
      ...equal('c.school_id', query.school),
      ...equal('o.period', query.period),
    ],
  },
  organisation: {
    label: sql`o.name`,
    hint: joined(sql`o.rut`, sql`c.name`),
    from: sql`organisations o left join comunas c on c.code = o.comuna_code`,
    search: 'o.search',
    order: sql`plain(o.name)`,
    where: () => [sql`o.active`],
  },
  project: {
    label: sql`o.code || ' ' || o.title`,
    hint: joined(sql`o.period`),
    from: sql`projects o`,
    search: sql`plain(o.code || ' ' || o.search_text)`,
    order: sql`o.code desc`,
    where: actor => [sql`o.status = 'closed'`, sql`${actor.id} in (o.lead_id, o.alternate_id)`],
  },
};

const MOST = 20;

export async function findOptions(
  db: Database,
  actor: Actor,
  noun: Noun,
  query: Query,
): Promise<OutputOf<typeof searchOptions>> {
  const source = SOURCES[noun];
  // A RUT is stored without dots; people type them.
  const q = noun === 'organisation' ? query.q?.replace(/(?<=\d)\.(?=\d{3})/g, '') : query.q;
  const conditions = [
    ...source.where(actor, query),
    ...equal('o.id', query.id),
    ...matching(source.search, q),
  ];
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<OutputOf<typeof searchOptions>[number]>`
    select o.id, ${source.label} as label, ${source.hint} as hint
    from ${source.from} where ${where} order by ${source.order}, o.id limit ${MOST}
  `.execute(db);
  return rows;
}
