import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import type { Condition } from '../visibility/queries.ts';

/**
 * Whether a row of `reports` is the final one of its project, and accepted: it has no state of its own, closing the
 * project is what accepts it.
 */
export const isAcceptedFinal = (report: string, project: string): Condition =>
  sql`${sql.ref(`${report}.number`)} is null and ${sql.ref(`${project}.status`)} = ${lit.status('closed')}`;

/** Names of a project's partners as JSON, each once, under the one it was merged into; null without any. */
export const partnerNames = (project: Condition): Condition => sql`(
  select json_agg(x.name order by x.name) from (select distinct k.name from project_partners x
    join organisations o on o.id = x.organisation_id join organisations k on k.id = o.canonical_id
    where x.project_id = ${project}) x)`;
