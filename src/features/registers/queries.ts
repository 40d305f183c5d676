import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { scopesOf } from '../../domain/figures/scopes.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { populationOf, scopeFor } from '../dashboards/population/queries.ts';
import type { countRegisters as endpoint } from './contract.ts';

/** How many projects a scope and filters come to. */
export async function countRegisters(
  db: Database,
  actor: Actor,
  query: QueryOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const scope = scopeFor(actor, query);
  const { rows } = await sql<{ projects: number }>`
    select count(*) as projects from (${populationOf(actor, scope, query)}) p`.execute(db);
  return { scope, scopes: scopesOf(actor), projects: rows[0]?.projects ?? 0 };
}
