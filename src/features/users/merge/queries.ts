import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { DATA_GROUPS } from '../../../domain/audit/personal-data.ts';
import type { Actor, Role } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import type { UserState } from '../../../domain/kit/user-states.ts';
import { readClosed } from '../../../server/part-taking/secrecy.ts';
import { findUser } from '../queries.ts';
import { countReferences, type UserReference, userReferences } from '../references/queries.ts';
import type { previewMerge } from './contract.ts';

/** The audit keeps who wrote it and sessions end; everything else goes to the person who stays. */
export const moving = async (db: Database | Transaction): Promise<UserReference[]> =>
  (await userReferences(db)).filter(({ table }) => table !== 'audit' && table !== 'sessions');

export interface Side {
  readonly id: string;
  readonly name: string;
  readonly state: UserState;
  readonly roles: readonly Role[];
}

export const rolesOfBoth = (from: Side, into: Side): Role[] =>
  [...new Set([...into.roles, ...from.roles])].sort();

/** Two absences of one person, or somebody standing in while away: the office has to decide which holds. */
async function deputiesClash(db: Database | Transaction, from: string, into: string): Promise<boolean> {
  // Those of one for the other end with the merge.
  const { rows } = await sql`
    with open as (
      select *, ${from} in (principal_id, deputy_id) as of_from from deputations
      where ended_at is null and last_day >= day_in_chile(now())
        and (${from} in (principal_id, deputy_id)) <> (${into} in (principal_id, deputy_id))
    )
    select from open a join open b on a.first_day <= b.last_day and b.first_day <= a.last_day
    where a.of_from and not b.of_from and (a.principal_id = ${from} or b.principal_id = ${into})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Why these two cannot become one; Spanish, null when they can. */
export async function mergeRefusal(
  db: Database | Transaction,
  actor: Pick<Actor, 'id'>,
  from: Side,
  into: Side,
): Promise<string | null> {
  if (from.id === into.id) return 'Elige a otra persona.';
  if (from.id === actor.id)
    return 'No puedes unir tu propia cuenta a otra: pide a otra persona de la oficina que lo haga.';
  if (from.state === 'blocked')
    return `La cuenta de ${from.name} está bloqueada: desbloquéala antes, porque sus ingresos volverían a servir.`;
  if (into.state !== 'active') return `La cuenta de ${into.name} no está activa: habilítala antes.`;
  if (await deputiesClash(db, from.id, into.id))
    return 'Tienen subrogancias en las mismas fechas: termina antes una de ellas.';
  return null;
}

export async function mergePreview(
  db: Database,
  actor: Actor,
  fromId: string,
  intoId: string,
): Promise<OutputOf<typeof previewMerge>> {
  const [from, into] = [await findUser(db, actor, fromId), await findUser(db, actor, intoId)];
  const counts = await countReferences(db, fromId, await moving(db), await readClosed(db, actor));
  const order = Object.keys(DATA_GROUPS);
  return {
    from,
    into,
    roles: rolesOfBoth(from, into),
    moves: counts
      .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
      .map(({ group, count }) => ({ what: DATA_GROUPS[group].label, count })),
    refused: await mergeRefusal(db, actor, from, into),
  };
}
