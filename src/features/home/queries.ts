import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { OutputOf } from '../../domain/endpoint.ts';
import { type Actor, isAdmin } from '../../domain/permissions.ts';
import { projectPage } from '../projects/queries.ts';
import type { getHome } from './contract.ts';

type Home = OutputOf<typeof getHome>;

const UNIVERSITY = 'Toda la universidad';

/** Submitted projects by status, for each unit the reader heads. */
async function unitCounts(db: Database, actor: Actor): Promise<Home['units']> {
  const counted = sql`json_agg(json_build_object('status', c.status, 'count', c.count) order by c.status)`;
  if (isAdmin(actor)) {
    const { rows } = await sql<Home['units'][number]>`
      select ${UNIVERSITY}::text as name, ${counted} as counts
      from (select status, count(*) from projects group by status) c`.execute(db);
    return rows.map(row => ({ ...row, counts: row.counts ?? [] }));
  }
  if (actor.directs.length + actor.heads.length === 0) return [];
  const { rows } = await sql<Home['units'][number]>`
    with units as (
      select s.id as school_id, s.id as unit_id, s.name from schools s where s.id = any(${[...actor.directs]})
      union all
      select s.id, f.id, f.name from faculties f join schools s on s.faculty_id = f.id
      where f.id = any(${[...actor.heads]})
    )
    select n.name, ${counted} filter (where c.status is not null) as counts
    from (select distinct unit_id, name from units) n
      left join (
        select u.unit_id, p.status, count(*) from units u join projects p on p.school_id = u.school_id
        where p.submitted_at is not null group by u.unit_id, p.status
      ) c on c.unit_id = n.unit_id
    group by n.unit_id, n.name order by n.name`.execute(db);
  return rows.map(row => ({ ...row, counts: row.counts ?? [] }));
}

export async function home(db: Database, actor: Actor): Promise<Home> {
  const [myTurn, mine, units] = await Promise.all([
    projectPage(db, actor, { myTurn: true, sort: 'due', page: 1, size: 20 }),
    projectPage(db, actor, { mine: true, sort: '-updated', page: 1, size: 10 }),
    unitCounts(db, actor),
  ]);
  return { myTurn, mine, units };
}
