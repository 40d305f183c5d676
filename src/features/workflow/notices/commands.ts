import { sql } from 'kysely';
import { among } from '../../../db/states.ts';
import type { ChangeSection } from '../../../domain/access/change-requests.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import type { HandedStep } from '../../../domain/notices/events.ts';
import { groupHandovers, type Standing } from '../../../domain/notices/handovers.ts';
import type { Letter } from '../../../domain/notices/letters.ts';
import { UNSENT_MAILS } from '../../../domain/notices/mail-states.ts';
import { listLeavers, listNewParts, type Named } from '../../../domain/notices/parts.ts';
import type { ReportGap } from '../../../domain/reports/gaps.ts';
import { placeLabel } from '../../../domain/reports/gaps.ts';
import { whatComesNext } from '../../../domain/workflow/next-steps.ts';
import type { Destination } from '../../../domain/workflow/transitions.ts';
import type { Command } from '../../../server/commands/command.ts';
import {
  type Announcement,
  announce,
  announceAll,
  type Subject,
  type Telling,
  unannounce,
} from '../../../server/notices/announce.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { type Held, partiesOf, reassignEvent, type StepFacts, stepEvent, type Taken } from './queries.ts';

/** Whoever acts; nobody when a step is taken by itself. */
type Run = Pick<Command, 'tx' | 'now'> & { readonly actor: { readonly id: string } | null };
type PersonRun = Run & { readonly actor: { readonly id: string } };

const subjectOf = (
  { id, kind, code, title }: StoredProject,
  status: Destination['status'],
  { holders, office, dueAt }: Held,
): Subject => ({
  project: { id, kind, code, title },
  status,
  holders: holders.map(h => h.userId),
  office,
  due: dueAt,
});

/** The same right after a step, with what comes after it. */
const subjectAfter = (
  project: StoredProject,
  kind: KindDefinition,
  to: Destination,
  held: Held,
  since: Date,
): Subject => ({
  ...subjectOf(project, to.status, held),
  since,
  next: whatComesNext({ ...to, steps: kind.steps }),
});

interface Step extends StepFacts {
  readonly kind: KindDefinition;
  readonly historyId: number;
  readonly telling?: Telling;
  readonly letter?: Letter | undefined;
  readonly given: {
    readonly reason?: string | undefined;
    readonly comment?: string | undefined;
    readonly observations?:
      | readonly { readonly section: ReportGap['section']; readonly text: string }[]
      | undefined;
  };
}

/** Tells those concerned of steps, right after they were written. */
export async function announceSteps(run: Run, steps: readonly Step[]): Promise<void> {
  await announceAll(
    run,
    steps.map(step => announcementOf(run, step)),
  );
}

function announcementOf({ actor, now }: Run, step: Step): Announcement {
  const { project, kind, to, turn, historyId, telling, given, letter } = step;
  const observations = (given.observations ?? []).map(o => ({
    section: placeLabel(o.section),
    text: o.text,
  }));
  return {
    event: stepEvent({ ...step, actorId: actor?.id ?? null, observations: observations.length, at: now }),
    subject: {
      ...subjectAfter(project, kind, to, turn, now),
      historyId,
      reason: given.reason ?? null,
      comment: given.comment ?? null,
      observations,
      letter,
    },
    telling,
  };
}

interface KeptLetter extends Letter {
  readonly historyId: number;
  readonly projectId: string;
  readonly outcome: string;
}

/** Keeps what authors were told, to be read in the application whatever they wish of mails. */
export const keepLetters = ({ tx, now }: Run, letters: readonly KeptLetter[]) =>
  sql`
    insert into result_letters (history_id, project_id, outcome, subject, html, text, at)
    select l."historyId", l."projectId", l.outcome, l.subject, l.html, l.text, ${now}
    from json_to_recordset(${JSON.stringify(letters)}) l ("historyId" bigint, "projectId" uuid, outcome text,
      subject text, html text, text text)`.execute(tx);

interface Undone {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  /** What stands again, and since when. */
  readonly to: Destination & { readonly statusSince: string };
  readonly turn: Held;
  /** The progress report that is due then. */
  readonly asked: { readonly report?: number };
  readonly undoneId: number;
  readonly historyId: number;
  readonly reason: string | undefined;
  readonly telling?: Telling;
}

/** Takes back what nobody has seen of the undone step; whoever knew of it learns that it was undone. */
export async function announceUndo(run: Run, undone: Undone): Promise<void> {
  const { project, kind, to, turn, asked, undoneId, historyId, reason, telling } = undone;
  const knew = await unannounce(run, undoneId);
  await announce(
    run,
    {
      kind: 'undo',
      ...partiesOf(project, turn),
      to: to.status,
      subStep: to.subStep,
      ...asked,
      actorId: run.actor?.id ?? null,
      knew,
    },
    { ...subjectAfter(project, kind, to, turn, new Date(to.statusSince)), historyId, reason: reason ?? null },
    telling,
  );
}

/** An observation was answered, resolved or opened again. */
export async function announceObservation(
  run: Run,
  project: StoredProject,
  what: 'answered' | 'resolved' | 'reopened',
  authorId: string,
): Promise<void> {
  const { leadId, alternateId, status } = project;
  const actorId = run.actor?.id ?? null;
  await announce(
    run,
    { kind: 'observation', what, actorId, authorId, leadId, alternateId },
    { ...subjectOf(project, status, standingOf(project)), since: new Date(project.statusSince) },
  );
}

/** Tells people that a project waits for them by something else than a step. */
export async function announceTurn(
  run: Run,
  project: StoredProject,
  turn: Held & Pick<HandedStep, 'note'>,
): Promise<void> {
  const { code, status } = project;
  await announce(
    run,
    {
      kind: 'handover',
      actorId: run.actor?.id ?? null,
      holders: turn.holders.map(h => h.userId),
      office: turn.office,
      steps: [{ code, status, isNewUnit: false, note: turn.note }],
    },
    subjectOf(project, status, turn),
  );
}

/** Tells people of their new part in a project; whoever was taken out before reading of it is not told at all. */
export async function announceParts(
  run: PersonRun,
  project: StoredProject,
  before: Named,
  after: Named,
): Promise<void> {
  const { leadId, alternateId, memberIds } = project;
  for (const id of listLeavers(before, { leadId, alternateId, memberIds, ...after }))
    await withdrawFrom(run, id, [project.id]);
  for (const { part, to } of listNewParts(before, after))
    await announce(
      run,
      { kind: 'part_assigned', actorId: run.actor.id, part, to },
      subjectOf(project, project.status, standingOf(project)),
    );
}

interface Change {
  /** What of the Ficha changes. */
  readonly section: ChangeSection;
  readonly authorId: string;
  readonly historyId: number;
  readonly reason: string | null;
  /** Until when it is decided, which is not when the project is due. */
  readonly due: Date | null;
}

/** Tells whoever decides that a change was asked for; the project itself stays with whom it was. */
export const announceRequest = (
  run: PersonRun,
  project: StoredProject,
  { holders, office }: Pick<Held, 'holders' | 'office'>,
  { section, historyId, reason, due }: Change,
): Promise<void> =>
  announce(
    run,
    {
      kind: 'change_requested',
      actorId: run.actor.id,
      section,
      deciders: holders.map(h => h.userId),
      office,
    },
    { ...subjectOf(project, project.status, standingOf(project)), historyId, reason, due },
  );

/** Takes back what was told of requests that nobody decides any more. */
export async function withdrawRequests(run: Run, historyIds: readonly number[]): Promise<void> {
  for (const id of historyIds) await unannounce(run, id);
}

/** What is told of a project as it stands, where it is no step that is told of. */
export const subjectStanding = (project: StoredProject): Subject =>
  subjectOf(project, project.status, standingOf(project));

/**
 * Takes back what called people to decide measurements of a project. They have no row of the history, which requests
 * of a change have.
 */
export const withdrawMeasurementCalls = ({ tx }: Run, projectId: string) =>
  sql`
    with unread as (
      delete from notifications where project_id = ${projectId} and type = 'request' and history_id is null
        and read_at is null
    )
    delete from mails where project_id = ${projectId} and type = 'request' and history_id is null
      and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(tx);

/**
 * Takes back what called people at this instant to something of a project that is no step, and nobody has seen. Without
 * a row of the history that is what tells it from other calls.
 */
export const withdrawTurns = ({ tx }: Run, projectId: string, calledAt: Date) =>
  sql`
    with unread as (
      delete from notifications where project_id = ${projectId} and type = 'turn' and history_id is null
        and created_at = ${calledAt} and read_at is null
    )
    delete from mails where project_id = ${projectId} and type = 'turn' and history_id is null
      and created_at = ${calledAt} and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(tx);

/** Takes back what was told of the request, and tells the author and the lead of the decision. */
export async function announceSettled(
  run: PersonRun,
  project: StoredProject,
  { section, authorId, historyId, reason }: Change,
  isAccepted: boolean | null,
): Promise<void> {
  await unannounce(run, historyId);
  if (isAccepted === null) return;
  const { leadId } = project;
  await announce(
    run,
    { kind: 'change_decided', actorId: run.actor.id, section, isAccepted, authorId, leadId },
    { ...subjectOf(project, project.status, standingOf(project)), reason, due: null },
  );
}

interface Renewal extends Standing, Pick<HandedStep, 'isNewUnit' | 'note'> {
  readonly project: Subject['project'];
  readonly status: Status;
  readonly due: string | null;
}

/** Whom not to call: nobody at all, or not these. */
export type Quiet = boolean | readonly string[];

/**
 * Steps went to others because heads, deputies or teams changed: calls each new holder once, however many they are,
 * and no longer the former ones.
 */
export async function announceRenewals(
  run: Run,
  renewals: readonly Renewal[],
  quiet: Quiet = false,
): Promise<void> {
  const { taken, left } = groupHandovers(renewals);
  for (const [userId, theirs] of left)
    await withdrawFrom(
      run,
      userId,
      theirs.map(r => r.project.id),
    );
  if (quiet === true) return;
  const actorId = run.actor?.id ?? null;
  for (const [userId, [first, ...more]] of taken) {
    if (quiet && userId !== null && quiet.includes(userId)) continue;
    const [holders, office] = userId === null ? [[], true] : [[userId], false];
    const steps = [stepOf(first), ...more.map(stepOf)] as const;
    const event = { kind: 'handover', actorId, holders, office, steps } as const;
    await announce(run, event, more.length > 0 ? null : standingAfter(first));
  }
}

const stepOf = ({ project: { code }, status, isNewUnit, note }: Renewal): HandedStep => ({
  code,
  status,
  isNewUnit,
  note,
});

const standingAfter = ({ project, status, holders, office, due }: Renewal): Subject => ({
  project,
  status,
  holders,
  office,
  due: due === null ? null : new Date(due),
});

const standingOf = ({ holderIds, officeTurn, dueAt }: StoredProject): Held => ({
  holders: holderIds.map(userId => ({ userId, principalId: null, via: '' })),
  office: officeTurn,
  dueAt: dueAt === null ? null : new Date(dueAt),
});

/**
 * Tells each side of a reassignment once, however much it is. What was on its way to the former holder about these
 * projects is withdrawn.
 */
export async function announceReassign(
  run: Run,
  fromId: string,
  handovers: readonly Taken[],
  { reason, notify }: { readonly reason: string; readonly notify: boolean },
): Promise<void> {
  const projects = handovers.filter(h => h.held.kind !== null);
  const ids = [...new Set(projects.map(h => h.held.id))];
  await withdrawFrom(run, fromId, ids);
  if (!notify) return;
  const only = ids.length === 1 && projects.length === handovers.length ? projects[0] : undefined;
  const subject = only ? await standing(run, only) : null;
  const event = reassignEvent(run.actor?.id ?? null, fromId, handovers);
  await announce(run, event, subject && { ...subject, reason });
}

async function standing({ tx }: Run, { held }: Taken): Promise<Subject> {
  const { id, kind, code, name, status } = held;
  const { rows } = await sql<{ holders: string[]; office: boolean; due: string | null }>`
    select array(select user_id from project_holders where project_id = p.id) as holders,
      p.office_turn as office, p.due_at as due from projects p where p.id = ${id}`.execute(tx);
  const { holders = [], office = false, due = null } = rows[0] ?? {};
  const project = { id, kind: kind ?? '', code, title: name };
  return { project, status: status ?? 'draft', holders, office, due: due === null ? null : new Date(due) };
}

const withdrawFrom = ({ tx, now }: Run, userId: string, projectIds: readonly string[]) =>
  sql`
    with seen as (
      update notifications set read_at = coalesce(read_at, ${now}), digest = false
      where user_id = ${userId} and project_id = any(${projectIds}::uuid[]) and (read_at is null or digest)
    )
    delete from mails where user_id = ${userId} and project_id = any(${projectIds}::uuid[])
      and state in ${among(UNSENT_MAILS)} and attempts = 0`.execute(tx);
