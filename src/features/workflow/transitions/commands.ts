import { sql } from 'kysely';
import { can, standsInFor } from '../../../domain/access/can.ts';
import { requirementsFor } from '../../../domain/access/offers.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import { isBlind } from '../../../domain/access/visibility.ts';
import {
  awardInputErrors,
  awardNote,
  moneyAfter,
  type ProjectMoney,
} from '../../../domain/calls/award-money.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import type { Status, SubStep } from '../../../domain/kinds/statuses.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import type { Allowed, Refused } from '../../../domain/kit/verdict.ts';
import { BY_ITSELF_NOTES, stepByItself } from '../../../domain/workflow/automatic.ts';
import { inputErrors } from '../../../domain/workflow/demands.ts';
import {
  actionVerb,
  choiceRefusal,
  type Destination,
  isTransitionAction,
  type Transition,
  type TransitionAction,
  transitionFor,
} from '../../../domain/workflow/transitions.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { Telling } from '../../../server/notices/announce.ts';
import { sectionsAsRead } from '../../project-record/columns/queries.ts';
import { markUndone, writeEntry } from '../../project-record/history/commands.ts';
import {
  budgetLines,
  completenessOf,
  definitionOf,
  lockProject,
  overtaken,
  type ProjectAddress,
  readForClock,
  readProject,
  type StoredProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import type { Run, Workflow } from '../effects.ts';
import { renewHolders, writeHolders } from '../holders/commands.ts';
import { ofProject } from '../holders/queries.ts';
import { announceStep, announceUndo } from '../notices/commands.ts';
import type { takeAction as contract } from './contract.ts';
import { nextTurn, type Turn } from './queries.ts';

type Given = BodyOf<typeof contract>;
type Taken = OutputOf<typeof contract>;
interface Step extends ProjectAddress {
  readonly action: string;
  readonly given: Given;
  readonly workflow: Workflow;
  /** Change of several projects at once that this step is a part of. */
  readonly batch?: string;
  /** A part of the act that resolves its call. */
  readonly inAct?: boolean;
  /** When the request arrived: what waited for others is judged by it. */
  readonly receivedAt?: Date;
  readonly telling?: Telling;
}

/** What undo puts back. */
interface Before {
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly returnedFrom: Status | null;
  readonly statusSince: string;
  readonly dueAt: string | null;
  readonly officeTurn: boolean;
  readonly submittedAt: string | null;
  readonly holders: Turn['holders'];
  /** Not in entries of before there was any. */
  readonly money?: ProjectMoney;
}

/** A step that passed every check, ready to be written. */
interface Accepted {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly row: Transition;
  readonly verdict: Allowed;
  readonly given: Given;
  readonly batch: string | null;
  readonly telling: Telling;
  readonly receivedAt: Date;
  readonly workflow: Workflow;
}

/**
 * One step of the workflow, driven by the domain's table. The project's row is held from the first statement on:
 * of two people deciding at once one wins, and the other learns what happened.
 */
export const takeAction = command(
  'active',
  (run: Command, step: Step): Promise<Taken> => takeStep(run, step),
);

/** The same as a part of something bigger, in its transaction. */
export async function takeStep(run: Command, step: Step): Promise<Taken> {
  const { tx, actor, now } = run;
  const { workflow } = step;
  const inBatch = step.batch !== undefined;
  for (const { lock } of workflow.effects) await lock?.(run, { id: step.id, action: step.action, inBatch });
  // The act holds all proposals of its call.
  if (!step.inAct) await lockProject(tx, step);
  const { inAct = false } = step;
  const project = await readProject(tx, actor, step, { inAct }).catch(error => explainLoss(run, step, error));
  const kind = definitionOf(workflow.kinds, project);
  const { action, given } = step;
  if (!isTransitionAction(action)) throw notFound();
  if (given.version !== project.version) throw overtaken(project);

  const { missing } = completenessOf(kind, project);
  const receivedAt = step.receivedAt ?? now;
  const subject = subjectOf(project, kind, {
    ...{ missingCount: missing.length, now, receivedAt, inAct },
  });
  const row = transitionFor(action, project.status);
  const verdict = can(actor, action, subject);
  if (!verdict.allowed) throw refusal(action, row, verdict, missing);
  if (!row) throw notFound();
  const errors = [
    ...inputErrors(requirementsFor(row, verdict), given),
    ...choiceErrors(row, project, subject, given),
  ];
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });

  const { batch = null, telling = {} } = step;
  for (const { refuse } of workflow.effects) {
    const reason = await refuse?.(run, { project, kind, action, given, inBatch });
    if (reason) throw new AppError('rule', reason);
  }
  const accepted = { project, kind, row, verdict, given, batch, telling, receivedAt, workflow };
  if (row.to === 'deleted') return remove(run, accepted);
  if (row.to === 'before_last') return undo(run, accepted);
  return move(run, accepted, subject);
}

/**
 * Whoever held a project until its last step is told of that step, though it may have taken it out of their sight. Not
 * who reviews it blindly: who took the step may be whose it is.
 */
async function explainLoss(
  { tx, actor }: Command,
  { id, kind, given }: Step,
  error: unknown,
): Promise<never> {
  const project =
    error instanceof AppError && error.code === 'not_found' ? await readForClock(tx, id) : undefined;
  if (!project?.last || project.kind !== kind || given.version >= project.version) throw error;
  if (isBlind(actor, project)) throw error;
  const { rows } = await sql`select 1 from project_history where id = ${project.last.id}
    and before -> 'holders' @> ${JSON.stringify([{ userId: actor.id }])}::jsonb`.execute(tx);
  throw rows.length > 0 ? overtaken(project) : error;
}

/** Not this person's to do: 403. Theirs, but not possible as things stand: 422, with the fields that are missing. */
function refusal(
  action: TransitionAction,
  row: Transition | undefined,
  verdict: Refused,
  missing: readonly { section: string; path: string; message: string }[],
): AppError {
  if (row && !verdict.unmet) return forbidden(actionVerb(action), verdict.reason);
  if (action !== 'submit' || missing.length === 0) return new AppError('rule', verdict.reason);
  const errors = missing.map(m => ({ path: `${m.section}.${m.path}`, message: m.message }));
  return new AppError('rule', verdict.reason, { errors });
}

function choiceErrors(row: Transition, project: StoredProject, subject: ProjectSubject, given: Given) {
  if (row.to !== 'chosen') return [];
  const message = choiceRefusal(subject, given.to);
  if (message || !given.to) return [{ path: 'to', message: message ?? '' }];
  return awardInputErrors(project, given.to, given);
}

/** A draft nobody ever received leaves no trace but the audit. */
async function remove({ tx, record }: Command, { project }: Accepted): Promise<Taken> {
  await tx.deleteFrom('projects').where('id', '=', project.id).execute();
  record({
    action: 'project.delete',
    objectType: 'project',
    objectId: project.id,
    changes: { code: [project.code, null] },
  });
  return { deleted: true, status: project.status, version: project.version };
}

/**
 * The step that the clock takes of this project, if it still does once nobody else holds the project: of several
 * copies of the server one takes it.
 * @returns whether it was taken
 */
export async function takeStepByItself(run: Command<null>, id: string, workflow: Workflow): Promise<boolean> {
  const { tx, now } = run;
  await sql`select 1 from projects where id = ${id} for no key update`.execute(tx);
  const project = await readForClock(tx, id);
  if (!project) return false;
  const kind = definitionOf(workflow.kinds, project);
  const subject = subjectOf(project, kind, { now });
  const dueAt = project.dueAt === null ? null : new Date(project.dueAt);
  const { startDate, statusSince } = project;
  const row = stepByItself({ subject, dueAt, startDate, since: new Date(statusSince) });
  if (!row) return false;
  await move(run, { project, kind, row, ...BY_ITSELF, receivedAt: now, workflow }, subject);
  return true;
}
const BY_ITSELF = { verdict: { allowed: true }, given: { version: 1 }, batch: null, telling: {} } as const;

/** A step that follows from another by nobody's hand. The caller holds the project's row. */
export async function systemStep(
  run: Run,
  id: string,
  action: TransitionAction,
  workflow: Workflow,
): Promise<void> {
  const project = await readForClock(run.tx, id);
  const row = project && transitionFor(action, project.status);
  if (!row) return;
  const kind = definitionOf(workflow.kinds, project);
  const subject = subjectOf(project, kind, { now: run.now });
  const accepted = { project, kind, row, ...BY_ITSELF, receivedAt: run.now, workflow };
  await move({ ...run, actor: null }, accepted, subject);
}

async function move(run: Run, accepted: Accepted, subject: ProjectSubject): Promise<Taken> {
  const { project, kind, row, given, verdict, telling } = accepted;
  const { to, turn } = await nextTurn(run.tx, accepted, subject, run.actor?.id ?? null);
  const { action } = row;
  const money = moneyAfter(project, { action, to: to.status, given, budget: budgetLines(project) });
  const note = [turn.note, awardNote(project, money)].filter(Boolean).join(' ');
  const historyId = await recordStep(run, accepted, to.status, note);
  await writeStanding(run, project, to, turn, money);
  if (row.action === 'submit' || row.action === 'submit_final_report')
    await writeSnapshot(run, project.id, historyId);
  if (run.actor && given.observations && row.requires.includes('observation>=1')) {
    const author_id = run.actor.id;
    await run.tx
      .insertInto('observations')
      .values(
        given.observations.map((o, n) => ({
          ...o,
          project_id: project.id,
          history_id: historyId,
          author_id,
          // A millisecond apart, so that they stay in the order they were written in.
          created_at: new Date(run.now.getTime() + n),
        })),
      )
      .execute();
  }
  const onBehalf = verdict.onBehalf === true;
  await announceStep(run, { project, kind, action, to, turn, historyId, onBehalf, given, telling });
  const { receivedAt, workflow } = accepted;
  const taken = { project, kind, action, reason: given.reason ?? '', historyId, receivedAt, workflow };
  for (const { after } of workflow.effects) await after?.(run, taken);
  return { deleted: false, status: to.status, version: project.version + 1 };
}

async function writeStanding(
  { tx, actor, now }: Run,
  p: StoredProject,
  to: Destination,
  turn: Turn,
  money: ProjectMoney,
) {
  const wasSubmitted = p.submittedAt !== null || to.status === 'draft';
  await tx
    .updateTable('projects')
    .set({
      status: to.status,
      sub_step: to.subStep,
      returned_from: to.returnedFrom,
      status_since: now,
      due_at: turn.dueAt,
      office_turn: turn.office,
      ...(wasSubmitted ? {} : { submitted_at: now }),
      ...moneyColumns(money),
      version: p.version + 1,
      updated_at: now,
      updated_by: actor?.id ?? null,
    })
    .where('id', '=', p.id)
    .execute();
  if (p.holderIds.length > 0 || turn.holders.length > 0) await writeHolders(tx, p.id, turn.holders);
}

const moneyColumns = (money: ProjectMoney) => ({
  line_id: money.lineId,
  amount_requested: money.amountAsked,
  amount_awarded: money.amountAwarded,
  amount_moved: money.amountMoved,
});

async function recordStep(
  run: Run,
  { project, row, verdict, given, batch }: Accepted,
  to: Status,
  note: string | null,
): Promise<number> {
  const { status, subStep, returnedFrom, statusSince, dueAt, officeTurn, submittedAt } = project;
  const { lineId, amountAsked, amountAwarded, amountMoved } = project;
  const before: Omit<Before, 'holders'> = {
    ...{ status, subStep, returnedFrom, statusSince, dueAt, officeTurn, submittedAt },
    money: { lineId, amountAsked, amountAwarded, amountMoved },
  };
  const { actor } = run;
  const lastResort = verdict.lastResort === true;
  const notes = [note, lastResort && LAST_ADMIN, !actor && BY_ITSELF_NOTES[row.action]];
  const id = await writeEntry(run, {
    projectId: project.id,
    action: row.action,
    from: status,
    to,
    reason: given.reason || null,
    comment: given.comment || null,
    note: notes.filter(Boolean).join(' ') || null,
    onBehalfOf: verdict.onBehalf ? project.leadId : null,
    deputyOf: actor && row.who.includes('holder') ? standsInFor(actor, project) : null,
    before,
    batch,
  });
  run.record({
    action: `project.${row.action}`,
    objectType: 'project',
    objectId: project.id,
    changes: { status: [status, to], ...(lastResort && { lastResort: [false, true] as const }) },
  });
  return id;
}
const LAST_ADMIN = 'Decidió la última persona posible de la oficina, pese a su conflicto de interés.';

/** What an endorser sees, and what a resubmission is compared with. */
const writeSnapshot = ({ tx }: Run, projectId: string, historyId: number) =>
  sql`
    insert into project_snapshots (history_id, project_id, sections)
    select ${historyId}, p.id, ${sectionsAsRead} from projects p where p.id = ${projectId}`.execute(tx);

/** Puts back what the last step changed; its observations go with it. */
async function undo(run: Command, accepted: Accepted): Promise<Taken> {
  const { tx, now } = run;
  const { project, kind, given, telling } = accepted;
  const lastId = project.last?.id ?? 0;
  const { before: stored } = await tx
    .selectFrom('project_history')
    .select('before')
    .where('id', '=', lastId)
    .executeTakeFirstOrThrow();
  const before = stored as Before;
  const historyId = await recordStep(run, accepted, before.status, null);
  await markUndone(run, lastId);
  await tx.deleteFrom('observations').where('history_id', '=', lastId).execute();
  await tx
    .updateTable('projects')
    .set({
      status: before.status,
      sub_step: before.subStep,
      returned_from: before.returnedFrom,
      status_since: before.statusSince,
      due_at: before.dueAt,
      office_turn: before.officeTurn,
      submitted_at: before.submittedAt,
      ...(before.money && moneyColumns(before.money)),
      version: project.version + 1,
      updated_at: now,
      updated_by: run.actor.id,
    })
    .where('id', '=', project.id)
    .execute();
  const holders = before.holders.map(h => ({ ...h, principalId: h.principalId ?? null }));
  await writeHolders(tx, project.id, holders);
  const dueAt = before.dueAt === null ? null : new Date(before.dueAt);
  const turn = { holders, office: before.officeTurn, dueAt };
  const { reason } = given;
  await announceUndo(run, { project, kind, to: before, turn, undoneId: lastId, historyId, reason, telling });
  // Whoever held it then may have left meanwhile.
  await renewHolders(run, ofProject(project.id));
  return { deleted: false, status: before.status, version: project.version + 1 };
}
