import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { among, lit } from '../../db/states.ts';
import { FILLED_IN } from '../../domain/kinds/statuses.ts';
import type { Actor, Role } from '../../domain/kit/actor.ts';
import type { UserState } from '../../domain/kit/user-states.ts';

export interface StoredActor {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  state: Exclude<UserState, 'blocked'>;
  home_school_id: string | null;
  directs: string[];
  heads: string[];
  heads_schools: string[];
  fills_in: boolean;
}

const filledIn = precompile(sql`status in ${among(FILLED_IN)}`);
/** Whether this person has a Ficha in hand, as lead or alternate. */
const fillsIn = (id: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from projects where lead_id = ${id} and ${filledIn})
  or exists (select from projects where alternate_id = ${id} and ${filledIn}))`;

/** What a permission depends on, of the person `u`; with {@link actorJoin}. */
export const actorColumns = precompile(sql`u.id, u.name, u.email, u.roles, u.state, u.home_school_id,
  array(select distinct h.school_id from school_heads h where h.user_id = any(p.ids)) as directs,
  array(select distinct h.faculty_id from faculty_heads h where h.user_id = any(p.ids)) as heads,
  array(select distinct s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id
    where h.user_id = any(p.ids)) as heads_schools,
  ${fillsIn(sql`u.id`)} as fills_in`);
/** Oneself, and the heads one stands in for today. */
export const actorJoin = precompile(sql`cross join lateral (select array(select u.id union all
  select d.principal_id from deputies_on(day_in_chile(now())) d join users h on h.id = d.principal_id
  where d.deputy_id = u.id and h.state = ${lit.user('active')}) as ids) p`);

export const actorOf = (row: StoredActor): Actor => ({
  id: row.id,
  name: row.name,
  email: row.email,
  // A pending person holds no role yet, whatever the row says.
  roles: row.state === 'pending' ? [] : row.roles,
  state: row.state,
  homeSchoolId: row.home_school_id,
  directs: row.directs,
  heads: row.heads,
  headsSchools: row.heads_schools,
  fillsIn: row.state === 'active' && row.fills_in,
});

/** Somebody as they would be if they asked now; undefined where they are blocked or gone. */
export async function readActor(db: Database, id: string): Promise<Actor | undefined> {
  const { rows } = await sql<StoredActor>`select ${actorColumns} from users u ${actorJoin}
    where u.id = ${id} and u.state <> ${lit.user('blocked')}`.execute(db);
  return rows[0] && actorOf(rows[0]);
}
