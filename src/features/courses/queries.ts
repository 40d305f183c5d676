import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { byName } from '../../server/tables/groups.ts';
import {
  activeIs,
  equal,
  findRow,
  inHeadedSchools,
  lastChangeOf,
  listOf,
  matching,
  ofFaculty,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { Course, courses } from './contract.ts';

const offerings = sql`(select count(*)::int from course_offerings o where o.course_id = c.id)`;

type Query = QueryOf<typeof courses.list>;

const VIEW: View<Query> = {
  from: sql`courses c`,
  joins: sql`join schools s on s.id = c.school_id`,
  select: sql`c.id, c.code, c.name, json_build_object('id', s.id, 'name', s.name) as school, c.credits,
    c.service_learning as "serviceLearning", ${offerings} as offerings, c.active, ${lastChangeOf('c')},
    array(select json_build_object('id', k.id, 'name', k.label)
      from course_careers l join careers k on k.id = l.career_id
      where l.course_id = c.id order by plain(k.label)) as careers`,
  sorts: {
    name: sql`plain(c.name)`,
    code: sql`c.code`,
    school: sql`plain(s.name)`,
    credits: sql`c.credits`,
    offerings,
    updatedAt: sql`c.updated_at`,
  },
  sparse: ['credits'],
  groups: { school: byName(sql`c.school_id::text`, sql`s.name`) },
  key: sql`c.id`,
};

const visible = (actor: Actor) => inHeadedSchools(actor, 'c.school_id');

function filtersOf({ career, period, serviceLearning }: Query): RawBuilder<unknown>[] {
  return [
    ...(career
      ? [sql`exists (select from course_careers l where l.course_id = c.id and l.career_id = ${career})`]
      : []),
    ...(period
      ? [sql`exists (select from course_offerings o where o.course_id = c.id and o.period = ${period})`]
      : []),
    ...(serviceLearning ? [sql`c.service_learning = ${serviceLearning === 'yes'}`] : []),
  ];
}

export const courseList = listOf<Query, Course>(VIEW, (actor, query) => [
  ...visible(actor),
  ...matching('c.search', query.q),
  ...activeIs('c.active', query.state),
  ...equal('c.school_id', query.school),
  ...ofFaculty('c.school_id', query.faculty),
  ...filtersOf(query),
]);

export const COURSE_COLUMNS: Columns<Course> = {
  codigo: row => row.code,
  nombre: row => row.name,
  escuela: row => row.school.name,
  carreras: row => row.careers.map(one => one.name),
  creditos: row => row.credits,
  aprendizaje_servicio: row => row.serviceLearning,
  secciones: row => row.offerings,
  activo: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findCourse = (db: Database, actor: Actor, id: string): Promise<Course> =>
  findRow(db, VIEW, [sql`c.id = ${id}`, ...visible(actor)]);
