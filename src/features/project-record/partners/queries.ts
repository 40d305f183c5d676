import { type RawBuilder, sql } from 'kysely';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { type Condition, ledBy, NEVER } from '../visibility/queries.ts';

/** The organisation that is kept of an id, in SQL: of a merged one the one it was merged into in the end. */
export const canonicalOf = (id: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select k.canonical_id from organisations k where k.id = ${id})`;

/** Every id that stands for the same organisation as `id`. */
export const sameAs = (id: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select k.id from organisations k where k.canonical_id = ${canonicalOf(id)})`;

/**
 * Whether the reader may see contacts and agreements of the organisation whose kept id is `canonical`: the office of
 * all, everybody else of the partners of projects that they lead, or whose school they head. A draft opens none: anybody
 * may begin one with any organisation of the directory.
 */
export function knowsPartner(actor: Actor, canonical: RawBuilder<unknown>): Condition {
  if (isAdmin(actor)) return sql`true`;
  if (actor.state !== 'active') return NEVER;
  const schools = [...new Set([...actor.directs, ...actor.headsSchools])];
  return sql`${canonical} = any(array(
    select o.canonical_id from projects p join project_partners l on l.project_id = p.id
      join organisations o on o.id = l.organisation_id
    where p.submitted_at is not null and ${ledBy(actor.id)}
    union select o.canonical_id from projects p join project_partners l on l.project_id = p.id
      join organisations o on o.id = l.organisation_id
    where p.submitted_at is not null and p.school_id = any(${schools}::uuid[])))`;
}
