import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { recentSetting } from '../../../db/settings.ts';
import type { OutputOf, QueryOf } from '../../../domain/endpoint.ts';
import { type Actor, isAdmin } from '../../../domain/permissions.ts';
import type { getCatalogues, OPTION_NOUNS, searchOptions } from './contract.ts';

export async function catalogues(db: Database): Promise<OutputOf<typeof getCatalogues>> {
  const [faculties, schools, themes, regions, comunas, periods, megabytes] = await Promise.all([
    db.selectFrom('faculties').select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
    db
      .selectFrom('schools')
      .select(['id', 'name', 'faculty_id as facultyId'])
      .where('active', '=', true)
      .orderBy('name')
      .execute(),
    db.selectFrom('themes').select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
    db.selectFrom('regions').select(['code', 'name']).orderBy('code').execute(),
    db
      .selectFrom('comunas')
      .select(['code', 'name', 'region_code as regionCode'])
      .orderBy(sql`plain(name)`)
      .execute(),
    recentSetting(db, 'periods'),
    recentSetting(db, 'uploadLimitMb'),
  ]);
  return { faculties, schools, themes, regions, comunas, periods, uploadLimitBytes: megabytes * 1024 * 1024 };
}

type Noun = (typeof OPTION_NOUNS)[number];
type Options = OutputOf<typeof searchOptions>;
type Query = QueryOf<typeof searchOptions>;

const MOST = 20;
const pattern = (q: string | undefined) => `%${(q ?? '').replace(/[\\%_]/g, '\\$&')}%`;
/** Every word must occur, in any order, without accents. */
const has = (text: ReturnType<typeof sql>, q: string | undefined) => {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8);
  return words.length === 0
    ? sql`true`
    : sql.join(
        words.map(word => sql`${text} like plain(${pattern(word)})`),
        sql` and `,
      );
};

const SEARCHES: Record<Noun, (actor: Actor, query: Query) => ReturnType<typeof sql<Options[number]>>> = {
  person: (_actor, { q }) => sql`
    select u.id, u.name as label, concat_ws(' · ', s.name, u.email) as hint
    from users u left join schools s on s.id = u.home_school_id
    where u.state = 'active' and ${has(sql`u.search`, q)} order by plain(u.name), u.id limit ${MOST}`,
  career: (_actor, { q, school }) => sql`
    select c.id, concat_ws(' · ', c.name, c.campus) as label, s.name as hint
    from careers c join schools s on s.id = c.school_id
    where c.active and ${has(sql`c.search`, q)} and ${school ? sql`c.school_id = ${school}` : sql`true`}
    order by plain(c.name), c.id limit ${MOST}`,
  offering: (_actor, { q, school, period }) => sql`
    select o.id, concat_ws(' · ', c.code || ' ' || c.name, o.period, 'sección ' || o.section) as label,
      concat_ws(' · ', u.name, o.enrolled || ' estudiantes') as hint
    from course_offerings o join courses c on c.id = o.course_id left join users u on u.id = o.teacher_id
    where o.active and c.active and ${has(sql`c.search`, q)}
      and ${school ? sql`c.school_id = ${school}` : sql`true`}
      and ${period ? sql`o.period = ${period}` : sql`true`}
    order by o.period desc, plain(c.name), o.id limit ${MOST}`,
  organisation: (_actor, { q }) => sql`
    select o.id, o.name as label, concat_ws(' · ', o.rut, c.name) as hint
    from organisations o left join comunas c on c.code = o.comuna_code
    where o.active and ${has(sql`o.search`, q)} order by plain(o.name), o.id limit ${MOST}`,
  // What one may continue: an earlier project of one's own; the office any.
  project: (actor, { q }) => sql`
    select p.id, p.code || ' ' || p.title as label, p.period as hint
    from projects p
    where p.status in ('running', 'final_report', 'closed')
      and ${isAdmin(actor) ? sql`true` : sql`(p.lead_id = ${actor.id} or p.alternate_id = ${actor.id})`}
      and ${has(sql`plain(p.code || ' ' || p.title)`, q)}
    order by p.updated_at desc, p.id limit ${MOST}`,
};

export async function options(
  db: Database,
  actor: Actor,
  noun: Noun,
  query: Query,
): Promise<OutputOf<typeof searchOptions>> {
  const { rows } = await SEARCHES[noun](actor, query).execute(db);
  return rows.map(row => ({ ...row, hint: row.hint ?? '' }));
}
