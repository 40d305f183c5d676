import { sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import { iso } from '../../project-record/rows/queries.ts';

/** The consensus of a proposal, for its row `p`; null where none was sought. */
export const consensusColumn = sql`(select json_build_object('openedAt', ${iso(sql`k.opened_at`)},
  'until', ${iso(sql`k.until`)}, 'closedAt', ${iso(sql`k.closed_at`)})
  from review_consensus k where k.project_id = p.id)`;

/** A review `o` as it was last confirmed, which is what others read while it is being revised. */
const LAST_CONFIRMED = sql`(
  select v.score, v.marks, v.author_comment, v.recommendation from review_versions v
  where v.review_id = o.id and v.score is not null and o.state <> ${lit.review('confirmed')}
  union all select o.score, o.marks, o.author_comment, o.recommendation where o.state = ${lit.review('confirmed')}
  limit 1)`;

/** What the author of the review `r` of `p` reads of the others while they are compared; null when they are not. */
export const comparison = sql`(
  select json_build_object('until', ${iso(sql`k.until`)}, 'own', r.consensus, 'others', coalesce((
    select json_agg(json_build_object('score', v.score, 'marks', v.marks, 'authorComment', v.author_comment,
      'recommendation', v.recommendation) order by o.id)
    from reviews o cross join lateral ${LAST_CONFIRMED} v
    where o.project_id = p.id and o.id <> r.id and o.consensus is not null), '[]'))
  from review_consensus k where k.project_id = p.id and k.closed_at is null and r.consensus is not null)`;
