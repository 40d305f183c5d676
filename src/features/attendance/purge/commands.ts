import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import { among } from '../../../db/states.ts';
import { type AttendanceTallies, addTallies } from '../../../domain/execution/people.ts';
import { isFinal, STATUSES } from '../../../domain/kinds/statuses.ts';
import { byItself } from '../../../server/commands/command.ts';
import { tallyJson } from '../queries.ts';

const ENDED = STATUSES.filter(isFinal);

interface Due {
  readonly now: Date;
  readonly months: number;
}

/** Whether the project `p` ended so many months ago. */
const hasEnded = ({ now, months }: Due) => sql`p.status in ${among(ENDED)}
  and p.status_since < ${now}::timestamptz - ${months} * interval '1 month'`;

/** Those of them that have lists still. */
async function dueProjects(db: Database, due: Due): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p where ${hasEnded(due)}
      and exists (select from attendances a where a.project_id = p.id) order by p.id`.execute(db);
  return rows.map(r => r.id);
}

interface Counted {
  /** Null over all activities. */
  readonly activity: string | null;
  readonly tallies: AttendanceTallies;
  /** What an earlier purge kept. */
  readonly kept: AttendanceTallies | null;
}

/** Lists of a project by activity, and over all of them. */
async function readCounts(tx: Transaction, project: string): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with t as (
      select a.activity_id as activity, coalesce(a.people_group, 'all') as key, ${tallyJson} as value
      from attendances a where a.project_id = ${project}
      group by grouping sets ((a.activity_id, a.people_group), (a.activity_id), (a.people_group), ()))
    select t.activity, json_object_agg(t.key, t.value) as tallies, case when t.activity is null
      then (select g.counts from attendance_purges g where g.project_id = ${project})
      else (select c.kept_counts from activities c where c.id = t.activity) end as kept
    from t group by t.activity`.execute(tx);
  return rows;
}

/** Keeps what was counted, of each activity and over all of them. */
async function keepCounts(tx: Transaction, project: string, now: Date): Promise<void> {
  const kept = (await readCounts(tx, project)).map(({ activity, tallies, kept: before }) => ({
    activity,
    counts: addTallies(tallies, before ?? {}),
  }));
  await sql`
    with k as (select * from json_to_recordset(${JSON.stringify(kept)}) r (activity uuid, counts jsonb)),
    by_activity as (update activities a set kept_counts = k.counts from k where a.id = k.activity)
    insert into attendance_purges (project_id, purged_at, counts)
    select ${project}, ${now}, k.counts from k where k.activity is null
    on conflict (project_id) do update set purged_at = excluded.purged_at, counts = excluded.counts`.execute(
    tx,
  );
}

const purgeProject = (db: Database, due: Due, project: string): Promise<number> =>
  byItself(db, due.now, async ({ tx, record }) => {
    // Asked again where it stands still: somebody may have opened it again. Another copy of the job finds no list.
    const { rows } = await sql`
      select from projects p where p.id = ${project} and ${hasEnded(due)} for no key update`.execute(tx);
    if (rows.length === 0) return 0;
    await keepCounts(tx, project, due.now);
    await sql`delete from attendance_codes c using activities a
      where a.id = c.activity_id and a.project_id = ${project}`.execute(tx);
    const { numAffectedRows = 0n } = await sql`delete from attendances where project_id = ${project}`.execute(
      tx,
    );
    const gone = Number(numAffectedRows);
    if (gone > 0)
      record({
        ...{ action: 'attendance.purge', objectType: 'project', objectId: project },
        changes: { attendances: [gone, 0] },
      });
    return gone;
  });

/** Deletes names whose time is over; what was counted stays. Safe to repeat and in several copies at once. */
export async function purgeAttendances(db: Database, now = new Date()): Promise<number> {
  const { attendanceMonths: months } = await readSetting(db, 'retention');
  const due = { now, months };
  let gone = 0;
  for (const project of await dueProjects(db, due)) gone += await purgeProject(db, due, project);
  return gone;
}
