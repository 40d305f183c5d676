import { sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import { lit } from '../../../db/states.ts';
import { AWAITING_CALLS } from '../../../domain/calls/calls.ts';
import { REPORT_NEAR_DAYS } from '../../../domain/workflow/due.ts';

const NEAR = sql`interval '1 day' * ${sql.lit(REPORT_NEAR_DAYS)}`;
const AWAITING = sql`array[${sql.join(AWAITING_CALLS.map(state => lit.call(state)))}]`;

/**
 * Whether whoever holds the project `p` has something to do now; else it is only under way. The one place that says so,
 * for lists, the first screen and reminders. What is missing before a start is a part of `missingToStart`: what its
 * lead has to see to.
 */
export const isTurnNow = precompile(sql`(case p.status
  when ${lit.status('approved')} then approved_turn(
    p.id, p.start_date, p.call_id, p.amount_awarded, p.kind, p.kind_version, ${AWAITING})
  when ${lit.status('running')} then p.sub_step is not null or p.early_report
    or coalesce(p.due_at < now() + ${NEAR} or p.end_date <= day_in_chile(now()) + ${sql.lit(REPORT_NEAR_DAYS)}, false)
  when ${lit.status('waitlisted')} then false
  when ${lit.status('suspended')} then false
  else true end)`);
