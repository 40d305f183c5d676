import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { PERMISSIONS } from '../../domain/kit/permissions.ts';
import { requirePermission } from '../../server/http/serve.ts';
import { findRow } from '../../server/tables/list.ts';
import { type listViews, type SavedView, VIEWED_LISTS } from './contract.ts';

const source = (actor: Actor) => ({
  from: sql`saved_views v join users o on o.id = v.owner_id`,
  key: sql`v.id`,
  select: sql`v.id, v.name, v.query, v.shared, v.updated_at as "updatedAt", v.owner_id = ${actor.id} as mine,
    case when v.shared then ${isAdmin(actor)} else v.owner_id = ${actor.id} end as "mayChange",
    json_build_object('id', o.id, 'name', o.name, 'left', o.state <> ${lit.user('active')}) as owner`,
});

/** Own ones and shared ones, of lists that the reader may read. */
function visible(actor: Actor) {
  const lists = Object.entries(VIEWED_LISTS).flatMap(([list, asks]) =>
    PERMISSIONS[asks](actor) ? [list] : [],
  );
  return [sql`(v.shared or v.owner_id = ${actor.id})`, sql`v.list = any(${lists}::text[])`];
}

/** Own views and shared ones of a list, own ones first. */
export async function viewsOf(
  db: Database,
  actor: Actor,
  { list }: QueryOf<typeof listViews>,
): Promise<OutputOf<typeof listViews>> {
  requirePermission(actor, VIEWED_LISTS[list]);
  const { from, select } = source(actor);
  const { rows } = await sql<{ views: SavedView[] }>`
    select coalesce((select json_agg(r) from (
      select ${select} from ${from} where v.list = ${list} and ${sql.join(visible(actor), sql` and `)}
      order by v.shared, plain(v.name), v.id) r), '[]') as views`.execute(db);
  return { views: rows[0]?.views ?? [], mayShare: isAdmin(actor) };
}

/** 404 also for somebody else's private one. */
export const findView = (db: Database, actor: Actor, id: string): Promise<SavedView> =>
  findRow(db, source(actor), [sql`v.id = ${id}`, ...visible(actor)]);

/** What was just written, also where its writer no longer sees it. */
export const writtenView = (db: Database, actor: Actor, id: string): Promise<SavedView> =>
  findRow(db, source(actor), [sql`v.id = ${id}`]);
