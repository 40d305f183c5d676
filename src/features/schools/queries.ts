import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { byName } from '../../server/tables/groups.ts';
import {
  activeIs,
  equal,
  findRow,
  holds,
  inHeadedSchools,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { School, schools } from './contract.ts';

const careers = sql`(select count(*)::int from careers c where c.school_id = s.id)`;

type Query = QueryOf<typeof schools.list>;

const VIEW: View<Query> = {
  from: sql`schools s`,
  joins: sql`join faculties f on f.id = s.faculty_id`,
  select: sql`s.id, s.code, s.name, s.active, ${careers} as careers, ${lastChangeOf('s')},
    json_build_object('id', f.id, 'name', f.name) as faculty,
    array(select json_build_object('id', u.id, 'name', u.name)
      from school_heads h join users u on u.id = h.user_id where h.school_id = s.id order by u.name) as directors`,
  sorts: {
    name: sql`plain(s.name)`,
    code: sql`s.code`,
    faculty: sql`plain(f.name)`,
    careers,
    updatedAt: sql`s.updated_at`,
  },
  groups: { faculty: byName(sql`s.faculty_id::text`, sql`f.name`) },
  key: sql`s.id`,
};

/** In use, and directed by nobody who may act. `s` is the school. */
export const HEADLESS_SCHOOL = sql`(s.active and not exists (
  select from school_heads h join users u on u.id = h.user_id
  where h.school_id = s.id and u.state = ${lit.user('active')}))`;

const visible = (actor: Actor) => inHeadedSchools(actor, 's.id');

export const schoolList = listOf<Query, School>(VIEW, (actor, query) => [
  ...visible(actor),
  ...matching('s.search', query.q),
  ...activeIs('s.active', query.state),
  ...equal('s.faculty_id', query.faculty),
  ...holds(HEADLESS_SCHOOL, query.headless),
]);

export const SCHOOL_COLUMNS: Columns<School> = {
  codigo: row => row.code,
  nombre: row => row.name,
  facultad: row => row.faculty.name,
  directores: row => row.directors.map(one => one.name),
  carreras: row => row.careers,
  activa: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findSchool = (db: Database, actor: Actor, id: string): Promise<School> =>
  findRow(db, VIEW, [sql`s.id = ${id}`, ...visible(actor)]);
