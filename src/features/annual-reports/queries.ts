import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { ANNUAL_SCOPES } from '../../domain/annual-reports/asking.ts';
import type { Topic } from '../../domain/figures/figures.ts';
import { type Scope, scopesOf } from '../../domain/figures/scopes.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { forbidden } from '../../domain/kit/problem.ts';
import { populationOf } from '../dashboards/population/queries.ts';
import type { countAnnual } from './contract.ts';
import { closedAmong } from './projects/queries.ts';

type Query = QueryOf<typeof countAnnual>;

/** Of the university for the office, of their units for heads; throws where somebody has none. */
export function requireAnnual(actor: Actor): Scope {
  const scope = scopesOf(actor).find(each => ANNUAL_SCOPES.includes(each));
  if (!scope) throw forbidden('preparar la memoria');
  return scope;
}

/** As filters of the dashboards: of calls all who applied, of everything else what was awarded or approved. */
export const annualFilters = ({ year, faculty, school }: Query, topic?: Topic) => ({
  ...{ period: String(year), faculty, school },
  ...(topic !== 'calls' && { status: [...AWARDED] }),
});

/** Of how many projects it would tell. */
export async function countAnnualOf(
  db: Database,
  actor: Actor,
  query: Query,
): Promise<OutputOf<typeof countAnnual>> {
  const scope = requireAnnual(actor);
  const population = populationOf(actor, scope, annualFilters(query));
  const { rows } = await sql<{ projects: number; closed: number }>`
    select (select count(*) from (${population}) p) as projects, ${closedAmong(population)} as closed`.execute(
    db,
  );
  return { scope, ...(rows[0] ?? { projects: 0, closed: 0 }) };
}
