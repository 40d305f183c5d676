import { type RawBuilder, sql } from 'kysely';
import { type Actor, headedSchools, isAdmin } from '../../../domain/kit/actor.ts';
import { type Condition, ledBy, NEVER } from '../visibility/queries.ts';

/**
 * Whether the reader may see contacts and agreements of the organisation whose kept id is `canonical`: the office of
 * all, everybody else of the partners of projects that they lead, or whose school they head. A draft opens none: anybody
 * may begin one with any organisation of the directory.
 */
export function knowsPartner(actor: Actor, canonical: RawBuilder<unknown>): Condition {
  if (isAdmin(actor)) return sql`true`;
  if (actor.state !== 'active') return NEVER;
  const schools = headedSchools(actor);
  return sql`${canonical} = any(array(
    select o.canonical_id from projects p join project_partners l on l.project_id = p.id
      join organisations o on o.id = l.organisation_id
    where p.submitted_at is not null and ${ledBy(actor.id)}
    union select o.canonical_id from projects p join project_partners l on l.project_id = p.id
      join organisations o on o.id = l.organisation_id
    where p.submitted_at is not null and p.school_id = any(${schools}::uuid[])))`;
}

/** Names of a project's partners as JSON, each once, under the one it was merged into; null without any. */
export const partnerNames = (project: Condition): Condition => sql`(
  select json_agg(x.name order by x.name) from (select distinct k.name from project_partners x
    join organisations o on o.id = x.organisation_id join organisations k on k.id = o.canonical_id
    where x.project_id = ${project}) x)`;
