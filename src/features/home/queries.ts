import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { REVIEWED, STATUSES } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import type { WaitingChange } from '../change-requests/contract.ts';
import { waitingChanges } from '../change-requests/queries.ts';
import { ownReviews } from '../evaluation/desk/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { projectPage, VACANT } from '../projects/queries.ts';
import type { getHome, UnitFigures } from './contract.ts';

type Home = OutputOf<typeof getHome>;

const UNIVERSITY = 'Toda la universidad';
const SHOWN_DEADLINES = 6;

const counted = sql`json_agg(json_build_object('status', c.status, 'count', c.count))`;

const inOrder = (row: UnitFigures): UnitFigures => ({
  ...row,
  counts: [...(row.counts ?? [])].sort((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status)),
});

/** Projects by status: what was submitted to each unit the reader heads; everything for administrators. */
async function unitCounts(db: Database, actor: Actor): Promise<UnitFigures[]> {
  const office = isAdmin(actor);
  if (!office && actor.directs.length + actor.heads.length === 0) return [];
  const { rows } = await (office
    ? sql<UnitFigures>`
      select null as id, 'university' as unit, ${UNIVERSITY}::text as name, ${counted} as counts
      from (select status, count(*) from projects group by status) c`
    : sql<UnitFigures>`
      with units as (
        select s.id as school_id, s.id, 'school' as unit, s.name from schools s
        where s.id = any(${[...actor.directs]})
        union all
        select s.id, f.id, 'faculty', f.name from faculties f join schools s on s.faculty_id = f.id
        where f.id = any(${[...actor.heads]})
      )
      select n.id, n.unit, n.name, ${counted} filter (where c.status is not null) as counts
      from (select distinct id, unit, name from units) n
        left join (
          select u.id, p.status, count(*) from units u join projects p on p.school_id = u.school_id
          where p.submitted_at is not null group by u.id, p.status
        ) c on c.id = n.id
      group by n.id, n.unit, n.name order by n.unit, n.name`
  ).execute(db);
  return rows.map(inOrder);
}

async function nextDeadlines(db: Database, actor: Actor): Promise<Home['deadlines']> {
  const { rows } = await sql<Home['deadlines'][number]>`
    select json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
      p.status, ${iso(sql`p.due_at`)} as due, p.due_at < now() as overdue
    from projects p
    where (p.lead_id = ${actor.id} or p.alternate_id = ${actor.id}) and p.due_at is not null
    order by p.due_at, p.id limit ${sql.lit(SHOWN_DEADLINES)}`.execute(db);
  return rows;
}

/** What the office keeps an eye on; each figure is the total of a list. */
async function officeFigures(db: Database, actor: Actor): Promise<Home['office']> {
  if (!isAdmin(actor)) return null;
  const { rows } = await sql<NonNullable<Home['office']>>`
    select
      (select count(*) from projects p where ${VACANT}) as "vacantSteps",
      (select count(*) from projects p where p.due_at < now() and p.status in ${among(REVIEWED)}) as "overdueSteps",
      (select count(*) from users where state = ${lit.user('pending')}) as "pendingPeople"`.execute(db);
  return rows[0] ?? null;
}

async function changesToDecide(db: Database, actor: Actor): Promise<WaitingChange[]> {
  const now = new Date();
  const waiting = await waitingChanges(db, actor);
  return waiting.map(c => ({ ...c, overdue: new Date(c.due) < now }));
}

/** Everything of the first screen; its parts are read side by side. */
export async function home(db: Database, actor: Actor): Promise<Home> {
  const [held, reviews, changes, mine, deadlines, units, office] = await Promise.all([
    projectPage(db, actor, { myTurn: true, sort: 'due', page: 1, size: 20 }),
    ownReviews(db, actor, { show: 'waiting', sort: 'due', page: 1, size: 20 }),
    changesToDecide(db, actor),
    projectPage(db, actor, { mine: true, sort: '-updated', page: 1, size: 10 }),
    nextDeadlines(db, actor),
    unitCounts(db, actor),
    officeFigures(db, actor),
  ]);
  // What somebody reviews without being blind is theirs as a project too: the desk is the place for it.
  const codes = new Set(reviews.rows.map(r => r.code));
  const rows = held.rows.filter(row => !codes.has(row.code));
  const myTurn = { rows, total: held.total - (held.rows.length - rows.length) };
  return { myTurn, reviews: reviews.rows, changes, mine, deadlines, units, office };
}
