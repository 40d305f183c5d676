import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { AttendanceFields } from '../../../domain/execution/attendance.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { byItself, type Command, changesBetween, command } from '../../../server/commands/command.ts';
import { newCode } from '../../../server/secret-codes.ts';
import { addToList, openWritable, requireCurrentNotice } from '../commands.ts';
import type { RoomCode } from '../contract.ts';
import { isOpenCode, type ListAddress, openCode } from '../queries.ts';

type Address = ListAddress & { readonly publicUrl: string };

const endOpen = ({ tx, now }: Command, activity: string) =>
  sql`
  update attendance_codes set closed_at = ${now} where activity_id = ${activity} and closed_at is null`.execute(
    tx,
  );

/** A former one ends. */
export const openRoomCode = command(
  'active',
  async (
    run: Command,
    { minutes, publicUrl, ...address }: Address & { readonly minutes: number },
  ): Promise<RoomCode> => {
    const { project, activity } = await openWritable(run, address);
    await endOpen(run, activity.id);
    await run.tx
      .insertInto('attendance_codes')
      .values({
        ...{ activity_id: activity.id, code: newCode(), created_by: run.actor.id },
        // Both by the clock that the form is judged by: of another one it might still be closed for a moment.
        ...{ opens_at: sql`now()`, closes_at: sql`now() + ${minutes} * interval '1 minute'` },
      })
      .execute();
    run.record({
      ...{ action: 'attendance.open', objectType: 'project', objectId: project.id },
      changes: { activity: [null, activity.id] },
    });
    const code = await openCode(run.tx, publicUrl, activity.id);
    if (!code) throw notFound();
    return code;
  },
);

export const closeRoomCode = command('active', async (run: Command, address: ListAddress) => {
  const { project, activity } = await openWritable(run, address);
  const { numAffectedRows } = await endOpen(run, activity.id);
  if (numAffectedRows)
    run.record({
      ...{ action: 'attendance.close', objectType: 'project', objectId: project.id },
      changes: { activity: [null, activity.id] },
    });
  return {};
});

/** Somebody in the room writes themselves down; whether they were on the list before is told to nobody. */
export const answerRoomCode = (
  db: Database,
  { code, person, noticeVersion }: { code: string; person: AttendanceFields; noticeVersion: number },
  now = new Date(),
): Promise<void> =>
  byItself(db, now, async run => {
    const { rows } = await sql<{ activityId: string; projectId: string }>`
      select c.activity_id as "activityId", p.id as "projectId" from attendance_codes c
        join activities a on a.id = c.activity_id join projects p on p.id = a.project_id
      where c.code = ${code} and ${isOpenCode} for update of c`.execute(run.tx);
    const [open] = rows;
    if (!open) throw notFound();
    await requireCurrentNotice(run, noticeVersion);
    const added = await addToList(run, { ...open, rows: [person], noticeVersion, source: 'code', by: null });
    await sql`update attendance_codes set answers = answers + 1 where code = ${code}`.execute(run.tx);
    if (added > 0)
      run.record({
        ...{ action: 'attendance.add', objectType: 'project', objectId: open.projectId },
        changes: changesBetween({}, { activity: open.activityId, attendances: added }),
      });
  });
