import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { UNASSIGNED_FACULTY } from '../../domain/catalogues/unassigned.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import {
  activeIs,
  findRow,
  holds,
  inHeadedUnits,
  lastChangeOf,
  listOf,
  matching,
  type View,
} from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { Faculty, faculties } from './contract.ts';

const schools = sql`(select count(*)::int from schools s where s.faculty_id = f.id)`;

type Query = QueryOf<typeof faculties.list>;

const VIEW: View<Query> = {
  from: sql`faculties f`,
  select: sql`f.id, f.code, f.name, f.active, ${schools} as schools, ${lastChangeOf('f')},
    array(select json_build_object('id', u.id, 'name', u.name)
      from faculty_heads h join users u on u.id = h.user_id where h.faculty_id = f.id order by u.name) as deans`,
  sorts: {
    name: sql`plain(f.name)`,
    code: sql`f.code`,
    schools,
    updatedAt: sql`f.updated_at`,
  },
  key: sql`f.id`,
};

/** In use, and without a dean who may act. `f` is the faculty. */
export const HEADLESS_FACULTY = sql`(f.active and f.code <> ${sql.lit(UNASSIGNED_FACULTY.code)} and not exists (
  select from faculty_heads h join users u on u.id = h.user_id
  where h.faculty_id = f.id and u.state = ${lit.user('active')}))`;

const visible = (actor: Actor) => inHeadedUnits(actor, 'f.id', actor.heads);

export const facultyList = listOf<Query, Faculty>(VIEW, (actor, query) => [
  ...visible(actor),
  ...matching('f.search', query.q),
  ...activeIs('f.active', query.state),
  ...holds(HEADLESS_FACULTY, query.headless),
]);

export const FACULTY_COLUMNS: Columns<Faculty> = {
  codigo: row => row.code,
  nombre: row => row.name,
  decanos: row => row.deans.map(one => one.name),
  escuelas: row => row.schools,
  activa: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findFaculty = (db: Database, actor: Actor, id: string): Promise<Faculty> =>
  findRow(db, VIEW, [sql`f.id = ${id}`, ...visible(actor)]);
