import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { activeIs, findRow, lastChangeOf, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { Theme, themes } from './contract.ts';

const projects = sql`(select count(*)::int from projects p where p.theme_id = t.id)`;

type Query = QueryOf<typeof themes.list>;

const VIEW: View<Query> = {
  from: sql`themes t`,
  select: sql`t.id, t.name, t.active, ${projects} as projects, ${lastChangeOf('t')}`,
  sorts: { name: sql`plain(t.name)`, projects, updatedAt: sql`t.updated_at` },
  key: sql`t.id`,
};

export const themeList = listOf<Query, Theme>(VIEW, (_actor, query) => [
  ...matching('t.search', query.q),
  ...activeIs('t.active', query.state),
]);

export const THEME_COLUMNS: Columns<Theme> = {
  nombre: row => row.name,
  proyectos: row => row.projects,
  activo: row => row.active,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findTheme = (db: Database, _actor: Actor, id: string): Promise<Theme> =>
  findRow(db, VIEW, [sql`t.id = ${id}`]);
