import { sql } from 'kysely';
import { judgeEntry } from '../../../domain/access/execution.ts';
import { addDays, localDay } from '../../../domain/kit/calendar.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError, type FieldError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import { type Command, changesBetween, command } from '../../../server/commands/command.ts';
import {
  type HeldProject,
  type KnownProject,
  openRecording,
  readEarliest,
} from '../../project-record/held/queries.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import { findRecorded, isSavedSince, outdated, requireEntry } from '../commands.ts';
import type { recordMeeting as recordContract, saveMeeting as saveContract } from '../contract.ts';

type Given = Omit<BodyOf<typeof recordContract>, 'id'>;

/** How long before the project, and how far ahead, a meeting may be, in days. */
const YEAR = 366;

/** Who may answer for what is agreed: whoever takes part with an account. */
const teamOf = ({ project }: HeldProject): string[] => [
  project.leadId,
  ...(project.alternateId ? [project.alternateId] : []),
  ...project.memberIds,
];

async function meetingErrors(
  { tx, now }: Command,
  open: HeldProject,
  id: string,
  { day, organisationId, actionItems }: Given,
): Promise<FieldError[]> {
  const earliest = await readEarliest(tx, open.project);
  const { rows } = await sql<{ isOrganisation: boolean; taken: string[]; answering: string[] }>`
    select ${organisationId}::uuid is null
        or exists (select from organisations where id = ${organisationId}) as "isOrganisation",
      array(select i.id from action_items i where i.meeting_id <> ${id}
        and i.id = any(${actionItems.map(i => i.id)}::uuid[])) as taken,
      array(select i.responsible_id from action_items i
        where i.meeting_id = ${id} and i.responsible_id is not null) as answering`.execute(tx);
  const { isOrganisation = false, taken = [], answering = [] } = rows[0] ?? {};
  // Who has left the team since still did, or did not do, what was agreed.
  const people = [...teamOf(open), ...answering];
  const ids = actionItems.map(i => i.id);
  return [
    ...(earliest !== null && day < addDays(earliest, -YEAR)
      ? [{ path: 'day', message: 'La fecha es de más de un año antes del proyecto.' }]
      : []),
    ...(day > addDays(localDay(now), YEAR)
      ? [{ path: 'day', message: 'Elige una fecha dentro del próximo año.' }]
      : []),
    ...(isOrganisation ? [] : [{ path: 'organisationId', message: 'Elige una organización de la lista.' }]),
    ...actionItems.flatMap(({ id: item, responsibleId }, n) => [
      ...(taken.includes(item) || ids.indexOf(item) !== n
        ? [{ path: `actionItems.${n}.text`, message: 'Este acuerdo ya existe: agrégalo de nuevo.' }]
        : []),
      ...(responsibleId === null || people.includes(responsibleId)
        ? []
        : [{ path: `actionItems.${n}.responsibleId`, message: 'Elige a alguien del equipo.' }]),
    ]),
  ];
}

async function requireSound(run: Command, open: HeldProject, id: string, given: Given): Promise<void> {
  const errors = await meetingErrors(run, open, id, given);
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

const columnsOf = ({ organisationId, startsAt, actionItems: _, ...same }: Given) => ({
  ...same,
  organisation_id: organisationId,
  starts_at: startsAt,
});

/** What is agreed is what is given, in its order; what is named again stays as done as it was. */
async function writeItems({ tx }: Command, open: HeldProject, meeting: string, items: Given['actionItems']) {
  const rows = items.map((item, position) => ({ ...item, position }));
  await sql`delete from action_items where meeting_id = ${meeting}
    and id <> all(${items.map(i => i.id)}::uuid[])`.execute(tx);
  await sql`
    insert into action_items (id, meeting_id, project_id, position, text, responsible_id, responsible_name, due_day)
    select r.id, ${meeting}, ${open.project.id}, r.position, r.text, r."responsibleId", r."responsibleName", r."dueDay"
    from json_to_recordset(${JSON.stringify(rows)}) r (id uuid, position int, text text, "responsibleId" uuid,
      "responsibleName" text, "dueDay" date)
    on conflict (id) do update set position = excluded.position, text = excluded.text,
      responsible_id = excluded.responsible_id, responsible_name = excluded.responsible_name,
      due_day = excluded.due_day
      where action_items.meeting_id = excluded.meeting_id`.execute(tx);
}

const auditOf = ({ day, organisationId, actionItems }: Given) => ({
  ...{ day, organisationId },
  actionItems: actionItems.length,
});

export const recordMeeting = command(
  'active',
  async (
    run: Command,
    { given, ...address }: KnownProject & { readonly given: BodyOf<typeof recordContract> },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { id, ...fields } = given;
    const before = await findRecorded(run, open, 'meetings', id);
    if (before && isSavedSince(before)) return { id, version: before.version };
    await requireSound(run, open, id, fields);
    const columns = { ...columnsOf(fields), updated_at: now, updated_by: actor.id };
    await tx
      .insertInto('meetings')
      .values({ ...columns, id, project_id: open.project.id, author_id: actor.id, created_at: now })
      // As of an activity.
      .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
      .execute();
    await writeItems(run, open, id, fields.actionItems);
    record({
      action: before ? 'meeting.save' : 'meeting.record',
      ...{ objectType: 'project', objectId: open.project.id },
      changes: changesBetween({}, { meeting: id, ...auditOf(fields) }),
    });
    return { id, version: 1 };
  },
);

type MeetingAddress = KnownProject & { readonly meeting: string };

export const saveMeeting = command(
  'active',
  async (
    run: Command,
    { meeting: id, given, ...address }: MeetingAddress & { readonly given: BodyOf<typeof saveContract> },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { version, ...fields } = given;
    const entry = await requireEntry(run, open, 'meetings', id);
    if (entry.version !== version) throw outdated(entry);
    await requireSound(run, open, id, fields);
    await tx
      .updateTable('meetings')
      .set({ ...columnsOf(fields), version: version + 1, updated_at: now, updated_by: actor.id })
      .where('id', '=', id)
      .execute();
    await writeItems(run, open, id, fields.actionItems);
    record({
      ...{ action: 'meeting.save', objectType: 'project', objectId: open.project.id },
      changes: changesBetween({}, { meeting: id, ...auditOf(fields) }),
    });
    return { id, version: version + 1 };
  },
);

export const removeMeeting = command(
  'active',
  async (run: Command, { meeting: id, ...address }: MeetingAddress) => {
    const open = await openRecording(run, address);
    await requireEntry(run, open, 'meetings', id);
    await run.tx.deleteFrom('meetings').where('id', '=', id).execute();
    run.record({
      ...{ action: 'meeting.remove', objectType: 'project', objectId: open.project.id },
      changes: { meeting: [id, null] },
    });
    return {};
  },
);

interface LockedItem {
  readonly authorId: string;
  readonly responsibleId: string | null;
  readonly isDone: boolean;
}

/** By who answers for it, and who may change its meeting. */
export const settleActionItem = command(
  'active',
  async (
    run: Command,
    { item: id, done, ...address }: KnownProject & { readonly item: string; readonly done: boolean },
  ) => {
    const { tx, actor, now, record } = run;
    const open = await openRecording(run, address);
    const { rows } = await sql<LockedItem>`
      select m.author_id as "authorId", i.responsible_id as "responsibleId", i.done_at is not null as "isDone"
      from action_items i join meetings m on m.id = i.meeting_id
      where i.id = ${requireId(id)} and i.project_id = ${open.project.id} for update of i`.execute(tx);
    const [item] = rows;
    if (!item) throw notFound();
    const verdict = judgeEntry(actor, open.subject, item);
    if (item.responsibleId !== actor.id && !verdict.allowed)
      throw forbidden('marcar este acuerdo', 'Solo puede hacerlo quien responde por él o quien lo registró.');
    if (item.isDone === done) return {};
    await tx
      .updateTable('action_items')
      .set(done ? { done_at: now, done_by: actor.id } : { done_at: null, done_by: null })
      .where('id', '=', id)
      .execute();
    record({
      ...{ action: 'meeting.settle', objectType: 'project', objectId: open.project.id },
      changes: { actionItem: [null, id], done: [!done, done] },
    });
    return {};
  },
);
