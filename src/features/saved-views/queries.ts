import type { Database } from '../../db/pool.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import type { listViews } from './contract.ts';

/** Own views and shared ones of a list, own ones first. */
export async function viewsOf(
  _db: Database,
  actor: Actor,
  _query: QueryOf<typeof listViews>,
): Promise<OutputOf<typeof listViews>> {
  return { views: [], mayShare: isAdmin(actor) };
}
