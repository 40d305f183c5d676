import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { HANDED_OVER, type Held, isUnit } from '../../domain/workflow/reassignment.ts';
import { freeOf } from '../../server/part-taking/queries.ts';
import { decidersColumns } from '../project-record/columns/queries.ts';
import { reviewing } from '../project-record/visibility/queries.ts';
import type { getHoldings, Holdings } from './contract.ts';

interface Named {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
export type HeldRow = Held & Named & { readonly kind: KindSlug | null };
export interface Possessions {
  readonly person: Holdings['person'];
  readonly rows: HeldRow[];
}

const projectRow = (holding: string) => sql`
  select ${holding}::text as holding, p.id, p.code, p.title as name, p.kind, p.status, p.sub_step as "subStep",
    p.lead_id as "leadId", p.alternate_id as "alternateId", ${decidersColumns},
    array(select r.user_id from reviews r join projects q on q.id = r.project_id
      where (q.id = p.id or q.call_id = p.call_id) and r.${reviewing}) as "reviewerIds"`;
const open = sql`p.status = any(${HANDED_OVER})`;
const unitRows = (unit: 'school' | 'faculty', personId: string) => {
  const [units, heads, column] = [
    unit === 'school' ? sql`schools` : sql`faculties`,
    sql.table(`${unit}_heads`),
    sql.ref(`${unit}_id`),
  ];
  return sql`select ${unit}::text as holding, o.id, o.code, o.name, null as kind,
    array(select x.user_id from ${heads} x where x.${column} = o.id) as "headIds"
    from ${heads} h join ${units} o on o.id = h.${column} where h.user_id = ${personId}`;
};

/**
 * What somebody holds and may hand over, by group and code, in one round trip. Reviews of what the reader, if
 * there is one, takes part in are no part of it.
 */
export async function possessionsOf(
  db: Database | Transaction,
  actor: Actor | null,
  personId: string,
): Promise<Possessions> {
  const parts = [
    sql`${projectRow('lead')} from projects p where p.lead_id = ${personId} and ${open}`,
    sql`${projectRow('alternate')} from projects p where p.alternate_id = ${personId} and ${open}`,
    // The lead's own turn goes with the lead.
    sql`${projectRow('step')} from project_holders h join projects p on p.id = h.project_id
      where h.user_id = ${personId} and h.via <> 'lead' and ${open}
        and (p.status <> ${lit.status('evaluation')} or ${actor ? freeOf(actor) : sql`true`})`,
    unitRows('school', personId),
    unitRows('faculty', personId),
  ];
  const lists = parts.map(
    part => sql`coalesce((select json_agg(r order by r.code) from (${part}) r), '[]')::jsonb`,
  );
  const { rows } = await sql<Possessions>`
    select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'state', u.state) as person,
      ${sql.join(lists, sql` || `)} as rows
    from users u where u.id = ${personId}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function holdingsOf(
  db: Database,
  actor: Actor,
  personId: string,
): Promise<OutputOf<typeof getHoldings>> {
  const { person, rows } = await possessionsOf(db, actor, personId);
  return { person, rows: rows.map(row => ({ ...row, status: isUnit(row) ? null : row.status })) };
}
