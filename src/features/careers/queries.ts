import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { byName, byWords } from '../../server/tables/groups.ts';
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
import { type Career, type careers, LEVELS } from './contract.ts';

type Query = QueryOf<typeof careers.list>;

const VIEW: View<Query> = {
  from: sql`careers c`,
  joins: sql`join schools s on s.id = c.school_id`,
  select: sql`c.id, c.name, coalesce(c.code, '') as code, coalesce(c.official_code, '') as "officialCode",
    json_build_object('id', s.id, 'name', s.name) as school, c.level, coalesce(c.campus, '') as campus, c.shift,
    c.active, ${lastChangeOf('c')}`,
  sorts: {
    name: sql`plain(c.name)`,
    code: sql`c.code`,
    officialCode: sql`c.official_code`,
    school: sql`plain(s.name)`,
    level: sql`c.level`,
    campus: sql`plain(c.campus)`,
    updatedAt: sql`c.updated_at`,
  },
  sparse: ['code', 'officialCode', 'campus'],
  groups: {
    school: byName(sql`c.school_id::text`, sql`s.name`),
    level: byWords(sql`c.level`, LEVELS),
    campus: byName(sql`c.campus`, sql`c.campus`, 'Sin sede'),
  },
  key: sql`c.id`,
};

const visible = (actor: Actor) => inHeadedSchools(actor, 'c.school_id');

export const careerList = listOf<Query, Career>(VIEW, (actor, query) => [
  ...visible(actor),
  ...matching('c.search', query.q),
  ...activeIs('c.active', query.state),
  ...equal('c.school_id', query.school),
  ...ofFaculty('c.school_id', query.faculty),
  ...equal('c.level', query.level),
  ...equal('c.campus', query.campus),
]);

export const CAREER_COLUMNS: Columns<Career> = {
  codigo_unico: row => row.officialCode,
  nombre: row => row.name,
  codigo: row => row.code,
  escuela: row => row.school.name,
  nivel: row => row.level,
  sede: row => row.campus,
  jornada: row => row.shift,
  activa: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findCareer = (db: Database, actor: Actor, id: string): Promise<Career> =>
  findRow(db, VIEW, [sql`c.id = ${id}`, ...visible(actor)]);
