import { sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import { among } from '../../../db/states.ts';
import { AWARDED } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { type Condition, readableSpending, readableWhole } from '../visibility/queries.ts';

/** What came of it is told from the award on; what is set back, or given up, shows nothing of what was done. */
const isAwarded = sql`p.status in ${among(AWARDED)}`;

const places = sql`
  'comunas', array(select c.name from project_comunas l join comunas c on c.code = l.comuna_code
    where l.project_id = p.id order by plain(c.name)),
  'regions', array(select r.short_name from regions r where r.code in (
    select c.region_code from project_comunas l join comunas c on c.code = l.comuna_code where l.project_id = p.id)
    order by r.code)`;

const open = precompile(sql`
  'theme', (select t.name from themes t where t.id = p.theme_id),
  'call', (select c.name from calls c where c.id = p.call_id), ${places},
  'goals', array(select l.goal from project_goals l where l.project_id = p.id order by l.goal),
  'expectedPeople', f.expected_direct, 'actualPeople', case when ${isAwarded} then f.actual_direct end,
  'indicators', f.indicators, 'indicatorsReached', case when ${isAwarded} then f.indicators_reached else 0 end`);

/** Whom the section «Socios» names; the rows of partners have who signed the contract, too, which is not for everybody. */
const isNamed = precompile(sql`l.organisation_id::text in (
  select x ->> 'organisationId' from project_sections e cross join jsonb_array_elements(items_in(e.data -> 'partners')) x
  where e.project_id = p.id and e.section = 'partners')`);
const partners = (isWhole: Condition) => sql`array(
  select k.name from organisations k where k.id in (
    select o.canonical_id from project_partners l join organisations o on o.id = l.organisation_id
    where l.project_id = p.id and (${isWhole} or ${isNamed}))
  order by plain(k.name), k.id)`;

/** `projectDetails` of the project `p` for this reader, as JSON. */
export function detailsJson(actor: Actor): Condition {
  const isWhole = sql`a.is_whole`;
  const told = (pesos: Condition) => sql`case when ${isWhole} then ${pesos} end`;
  return sql`(
    select json_build_object(${open}, 'partners', ${partners(isWhole)},
      'asked', ${told(sql`p.amount_requested`)}, 'awarded', ${told(sql`p.amount_awarded`)},
      'budget', ${told(sql`f.planned_fund + f.planned_unit + f.planned_partner_cash + f.planned_partner_in_kind`)},
      'spent', case when ${readableSpending(actor)}
        then f.spent_fund + f.spent_unit + f.spent_partner_cash + f.spent_partner_in_kind end)
    from project_facts f cross join lateral (select ${readableWhole(actor)} as is_whole) a where f.project_id = p.id)`;
}
