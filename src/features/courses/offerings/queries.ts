import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { byName, byTime } from '../../../server/tables/groups.ts';
import {
  activeIs,
  equal,
  findRow,
  inHeadedSchools,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import type { Offering, offerings } from './contract.ts';

type Query = QueryOf<typeof offerings.list>;

const VIEW: View<Query> = {
  from: sql`course_offerings o join courses c on c.id = o.course_id`,
  joins: sql`left join users t on t.id = o.teacher_id`,
  select: sql`o.id, o.period, o.section, o.enrolled, o.active, ${lastChangeOf('o')},
    json_build_object('id', c.id, 'name', c.name, 'code', c.code) as course,
    case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as teacher`,
  sorts: {
    period: sql`o.period`,
    section: sql`o.section`,
    course: sql`plain(c.name)`,
    teacher: sql`plain(t.name)`,
    enrolled: sql`o.enrolled`,
    updatedAt: sql`o.updated_at`,
  },
  sparse: ['teacher'],
  groups: {
    period: byTime(sql`o.period`),
    course: byName(sql`o.course_id::text`, sql`concat_ws(' · ', c.name, c.code)`),
  },
  key: sql`o.id`,
};

const visible = (actor: Actor) => inHeadedSchools(actor, 'c.school_id');

export const offeringList = listOf<Query, Offering>(VIEW, (actor, query) => [
  ...visible(actor),
  ...matching('c.search', query.q),
  ...activeIs('o.active', query.state),
  ...equal('o.course_id', query.course),
  ...equal('o.period', query.period),
]);

export const OFFERING_COLUMNS: Columns<Offering> = {
  periodo: row => row.period,
  curso_codigo: row => row.course.code,
  curso: row => row.course.name,
  seccion: row => row.section,
  docente: row => row.teacher?.name,
  inscritos: row => row.enrolled,
  activa: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findOffering = (db: Database, actor: Actor, id: string): Promise<Offering> =>
  findRow(db, VIEW, [sql`o.id = ${id}`, ...visible(actor)]);
