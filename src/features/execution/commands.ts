import { sql } from 'kysely';
import { judgeEntry } from '../../domain/access/execution.ts';
import { recordedDayError } from '../../domain/execution/activities.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { BodyOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../domain/kit/problem.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import { fileOf } from '../attachments/queries.ts';
import {
  type HeldProject,
  type KnownProject,
  openRecording,
  readEarliest,
} from '../project-record/held/queries.ts';
import { requireId, sectionData } from '../project-record/subject/queries.ts';
import type { recordActivity as recordContract, saveActivity as saveContract } from './contract.ts';
import { type LockedEntry, lockEntry } from './queries.ts';

/** An entry of the project that the person may change. */
export async function requireEntry(
  { tx, actor }: Command,
  { project, subject }: HeldProject,
  table: 'activities' | 'meetings',
  id: string,
): Promise<LockedEntry> {
  const entry = await lockEntry(tx, table, { project: project.id, id: requireId(id) });
  if (!entry) throw notFound();
  const verdict = judgeEntry(actor, subject, entry);
  if (!verdict.allowed) throw forbidden('cambiar este registro', verdict.reason);
  return entry;
}

/**
 * The entry that was recorded under this id before, where the same form is sent again. One of another project is nobody's
 * business here.
 */
export async function findRecorded(
  { tx, actor }: Command,
  { project }: HeldProject,
  table: 'activities' | 'meetings',
  id: string,
): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry & { projectId: string }>`
    select version, author_id as "authorId", '' as "updatedBy", project_id as "projectId" from ${sql.table(table)}
    where id = ${id}`.execute(tx);
  const [entry] = rows;
  if (entry && (entry.projectId !== project.id || entry.authorId !== actor.id))
    throw new AppError('conflict', 'Este registro ya existe: recarga la página e inténtalo de nuevo.');
  return entry;
}

/** Somebody saved it after it was recorded: what a form that is sent again holds is older. */
export const isSavedSince = ({ version }: LockedEntry): boolean => version > 1;

type Given = Omit<BodyOf<typeof recordContract>, 'id'>;

/** All that is wrong with what was given, beyond its shape. */
async function activityErrors(
  { tx, now }: Command,
  { project }: HeldProject,
  { day, planItemId, comunaCode, fileIds }: Given,
): Promise<FieldError[]> {
  const dayError = recordedDayError(day, await readEarliest(tx, project), localDay(now));
  const planned = sectionData(project).plan?.activities ?? [];
  const { rows } = await sql<{ isComuna: boolean; files: string[] }>`
    select ${comunaCode}::text is null or exists (select from comunas where code = ${comunaCode}) as "isComuna",
      array(select ${fileOf} from files x where x.project_id = ${project.id} and x.current
        and x.document_type = 'evidence' and ${fileOf} = any(${[...fileIds]}::uuid[])) as files`.execute(tx);
  const { isComuna = false, files = [] } = rows[0] ?? {};
  return [
    ...(dayError === null ? [] : [{ path: 'day', message: dayError }]),
    ...(planItemId === null || planned.some(a => a.id === planItemId)
      ? []
      : [{ path: 'planItemId', message: 'Esa actividad ya no está en el plan.' }]),
    ...(isComuna ? [] : [{ path: 'comunaCode', message: 'Elige una comuna de la lista.' }]),
    ...fileIds.flatMap((file, n) =>
      files.includes(file)
        ? []
        : [{ path: `fileIds.${n}`, message: 'Ese archivo no está entre la evidencia del proyecto.' }],
    ),
  ];
}

const columnsOf = ({ planItemId, startsAt, endsAt, comunaCode, counts, fileIds: _, ...same }: Given) => ({
  ...same,
  plan_item_id: planItemId,
  starts_at: startsAt,
  ends_at: endsAt,
  comuna_code: comunaCode,
  counts: JSON.stringify(counts),
});

async function requireSound(run: Command, open: HeldProject, given: Given): Promise<void> {
  const errors = await activityErrors(run, open, given);
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

/** The files of an activity are those given, no others. */
async function attachFiles({ tx }: Command, activity: string, fileIds: readonly string[]): Promise<void> {
  const files = sql`${[...fileIds]}::uuid[]`;
  await sql`delete from activity_files where activity_id = ${activity} and file_id <> all(${files})`.execute(
    tx,
  );
  await sql`insert into activity_files (activity_id, file_id) select ${activity}, f from unnest(${files}) f
    on conflict do nothing`.execute(tx);
}

/** What the audit keeps of an activity: no words that may name somebody. */
const auditOf = ({ day, planItemId, counts, completes, fileIds }: Given) => ({
  ...{ day, planItemId, counts, completes },
  files: fileIds.length,
});

export const recordActivity = command(
  'active',
  async (
    run: Command,
    { given, ...address }: KnownProject & { readonly given: BodyOf<typeof recordContract> },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { id, ...fields } = given;
    const before = await findRecorded(run, open, 'activities', id);
    if (before && isSavedSince(before)) return { id, version: before.version };
    await requireSound(run, open, fields);
    const columns = { ...columnsOf(fields), updated_at: now, updated_by: actor.id };
    await tx
      .insertInto('activities')
      .values({ ...columns, id, project_id: open.project.id, author_id: actor.id, created_at: now })
      // After a lost answer the form may have been filled in further.
      .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
      .execute();
    await attachFiles(run, id, fields.fileIds);
    record({
      action: before ? 'activity.save' : 'activity.record',
      ...{ objectType: 'project', objectId: open.project.id },
      changes: changesBetween({}, { activity: id, ...auditOf(fields) }),
    });
    return { id, version: 1 };
  },
);

type ActivityAddress = KnownProject & { readonly activity: string };

/** Somebody saved the entry since the form was opened. */
export const outdated = ({ version, updatedBy }: LockedEntry): AppError =>
  new AppError('conflict', `${updatedBy} guardó cambios mientras editabas.`, {
    extra: { version, updatedBy },
  });

export const saveActivity = command(
  'active',
  async (
    run: Command,
    { activity: id, given, ...address }: ActivityAddress & { readonly given: BodyOf<typeof saveContract> },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { version, ...fields } = given;
    const entry = await requireEntry(run, open, 'activities', id);
    if (entry.version !== version) throw outdated(entry);
    await requireSound(run, open, fields);
    await tx
      .updateTable('activities')
      .set({ ...columnsOf(fields), version: version + 1, updated_at: now, updated_by: actor.id })
      .where('id', '=', id)
      .execute();
    await attachFiles(run, id, fields.fileIds);
    record({
      ...{ action: 'activity.save', objectType: 'project', objectId: open.project.id },
      changes: changesBetween({}, { activity: id, ...auditOf(fields) }),
    });
    return { id, version: version + 1 };
  },
);

export const removeActivity = command(
  'active',
  async (run: Command, { activity: id, ...address }: ActivityAddress) => {
    const open = await openRecording(run, address);
    await requireEntry(run, open, 'activities', id);
    const { rows } = await sql<{ people: number }>`
      select count(*)::int as people from attendances where activity_id = ${id}`.execute(run.tx);
    await run.tx.deleteFrom('activities').where('id', '=', id).execute();
    run.record({
      ...{ action: 'activity.remove', objectType: 'project', objectId: open.project.id },
      changes: { activity: [id, null], attendances: [rows[0]?.people ?? 0, 0] },
    });
    return {};
  },
);
