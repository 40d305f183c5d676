import { sql } from 'kysely';
import { judgeEntry } from '../../domain/access/execution.ts';
import type { AttendanceFields } from '../../domain/execution/attendance.ts';
import { AppError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { isForgotten } from '../../domain/privacy/forgotten.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { readNotice } from '../privacy-notices/queries.ts';
import { lockProject, requireId } from '../project-record/subject/queries.ts';
import { type ListAddress, type OpenedList, openList, personKeys } from './queries.ts';

/** The list of an activity that the person may write, its project standing still until the end. */
export async function openWritable(run: Command, address: ListAddress): Promise<OpenedList> {
  await lockProject(run.tx, address);
  const list = await openList(run.tx, run.actor, address);
  const verdict = judgeEntry(run.actor, list.subject, list.activity);
  if (!verdict.allowed) throw forbidden('cambiar esta lista', verdict.reason);
  return list;
}

export async function requireCurrentNotice({ tx }: Pick<Command, 'tx'>, accepted: number): Promise<void> {
  const { version } = await readNotice(tx);
  if (accepted !== version)
    throw new AppError('rule', `El aviso de privacidad cambió: revisa la versión ${version}.`, {
      extra: { noticeVersion: version },
    });
}

interface Listing {
  readonly projectId: string;
  readonly activityId: string;
  readonly rows: readonly AttendanceFields[];
  readonly noticeVersion: number;
  readonly source: 'list' | 'code';
  /** Null where they wrote themselves down. */
  readonly by: string | null;
}

/** Adds those who are not on the list yet; answers how many that were. */
export async function addToList(
  { tx, now }: Pick<Command<null>, 'tx' | 'now'>,
  { projectId, activityId, rows, noticeVersion, source, by }: Listing,
): Promise<number> {
  const keys = await personKeys(tx, rows);
  const people = rows.map((row, n) => ({ ...row, key: keys[n] ?? null }));
  const { numAffectedRows = 0n } = await sql`
    insert into attendances (project_id, activity_id, name, identifier_kind, identifier, people_group, guardian,
      source, notice_version, consented_at, person_key, created_by)
    select ${projectId}, ${activityId}, r.name, r."identifierKind", r.identifier, r.group, r.guardian,
      ${source}, ${noticeVersion}, ${now}, decode(r.key, 'hex'), ${by}
    from json_to_recordset(${JSON.stringify(people)}) r (name text, "identifierKind" text, identifier text,
      "group" text, guardian text, key text)
    on conflict (activity_id, person_key) where person_key is not null do nothing`.execute(tx);
  return Number(numAffectedRows);
}

/** Somebody of the team says that all of them accepted the notice. */
export const addAttendances = command(
  'active',
  async (
    run: Command,
    {
      rows,
      noticeVersion,
      ...address
    }: ListAddress & { readonly rows: readonly AttendanceFields[]; readonly noticeVersion: number },
  ) => {
    const { project, activity } = await openWritable(run, address);
    await requireCurrentNotice(run, noticeVersion);
    const added = await addToList(run, {
      ...{ projectId: project.id, activityId: activity.id, rows, noticeVersion },
      ...{ source: 'list', by: run.actor.id },
    });
    if (added > 0)
      run.record({
        ...{ action: 'attendance.add', objectType: 'project', objectId: project.id },
        changes: changesBetween({}, { activity: activity.id, attendances: added }),
      });
    return { added, known: rows.length - added };
  },
);

/** Somebody on the list who is to be corrected, standing still; refused where nobody knows any more who it is. */
async function requireRemembered(
  { tx }: Command,
  { id, activityId }: { readonly id: string; readonly activityId: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from attendances where id = ${id} and activity_id = ${activityId} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  if (isForgotten(row))
    throw new AppError('rule', 'Los datos de esta persona se borraron: solo puedes quitarla de la lista.');
}

export const saveAttendance = command(
  'active',
  async (
    run: Command,
    {
      attendance,
      given,
      ...address
    }: ListAddress & { readonly attendance: string; readonly given: AttendanceFields },
  ) => {
    const { tx, record } = run;
    const { project, activity } = await openWritable(run, address);
    const id = requireId(attendance);
    await requireRemembered(run, { id, activityId: activity.id });
    const [key = null] = await personKeys(tx, [given]);
    const { rows: same } = await sql`
      select 1 from attendances where activity_id = ${activity.id} and id <> ${id}
        and person_key = decode(${key}, 'hex')`.execute(tx);
    if (same.length > 0)
      throw new AppError('invalid', undefined, {
        errors: [{ path: 'identifier', message: 'Esa persona ya está en la lista.' }],
      });
    await sql`
      update attendances set name = ${given.name}, identifier_kind = ${given.identifierKind},
        identifier = ${given.identifier}, people_group = ${given.group}, guardian = ${given.guardian},
        person_key = decode(${key}, 'hex')
      where id = ${id}`.execute(tx);
    record({
      ...{ action: 'attendance.save', objectType: 'project', objectId: project.id },
      changes: { activity: [null, activity.id] },
    });
    return {};
  },
);

export const removeAttendances = command(
  'active',
  async (run: Command, { ids, ...address }: ListAddress & { readonly ids: readonly string[] }) => {
    const { project, activity } = await openWritable(run, address);
    const { numAffectedRows = 0n } = await sql`
      delete from attendances where activity_id = ${activity.id} and id = any(${[...ids]}::uuid[])`.execute(
      run.tx,
    );
    const removed = Number(numAffectedRows);
    if (removed > 0)
      run.record({
        ...{ action: 'attendance.remove', objectType: 'project', objectId: project.id },
        changes: { activity: [null, activity.id], attendances: [removed, 0] },
      });
    return { removed };
  },
);
