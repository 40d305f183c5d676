import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { getInstitutionalIndicators } from './contract.ts';

type Choice = OutputOf<typeof getInstitutionalIndicators>[number];

export async function institutionalChoices(db: Database): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select id, name, kind, unit, direction, accumulates, scope, level
    from institutional_indicators where active order by plain(name)`.execute(db);
  return rows;
}
