import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import type { Condition } from '../visibility/queries.ts';

/**
 * Whether a row of `reports` is the final one of its project, and accepted: it has no state of its own, closing the
 * project is what accepts it.
 */
export const isAcceptedFinal = (report: string, project: string): Condition =>
  sql`${sql.ref(`${report}.number`)} is null and ${sql.ref(`${project}.status`)} = ${lit.status('closed')}`;
