import { sql } from 'kysely';
import { can } from '../../../domain/access/can.ts';
import { requirementsFor } from '../../../domain/access/offers.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import { isBlind } from '../../../domain/access/visibility.ts';
import { awardInputErrors } from '../../../domain/calls/award-money.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, forbidden, notFound } from '../../../domain/kit/problem.ts';
import type { Refused } from '../../../domain/kit/verdict.ts';
import { stepByItself } from '../../../domain/workflow/automatic.ts';
import { inputErrors } from '../../../domain/workflow/demands.ts';
import {
  actionVerb,
  choiceRefusal,
  isTransitionAction,
  type Transition,
  type TransitionAction,
  transitionFor,
} from '../../../domain/workflow/transitions.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import type { Telling } from '../../../server/notices/announce.ts';
import { overtaken } from '../../project-record/held/queries.ts';
import { markUndone } from '../../project-record/history/commands.ts';
import {
  completenessOf,
  dateOf,
  definitionOf,
  lockProject,
  type ProjectAddress,
  readForClock,
  readInAct,
  readProject,
  type StoredProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { readDueBack, readReportDue } from '../due/queries.ts';
import type { Run, Workflow } from '../effects.ts';
import { renewHolders, writeHolders } from '../holders/commands.ts';
import { ofProject } from '../holders/queries.ts';
import { announceUndo } from '../notices/commands.ts';
import {
  type Accepted,
  type Before,
  type Given,
  putStandings,
  recordSteps,
  writeSteps,
} from '../steps/commands.ts';
import type { takeAction as contract } from './contract.ts';

type Taken = OutputOf<typeof contract>;
interface Step extends ProjectAddress {
  readonly action: string;
  readonly given: Given;
  readonly workflow: Workflow;
  /** Change of several projects at once that this step is a part of. */
  readonly batch?: string;
  /** A part of the act that resolves its call. */
  readonly inAct?: boolean;
  /** A part of the answer to an open appeal. */
  readonly answersAppeal?: boolean;
  /** When the request arrived: what waited for others is judged by it. */
  readonly receivedAt?: Date;
  readonly telling?: Telling;
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
  const { tx, actor } = run;
  const { workflow } = step;
  const inBatch = step.batch !== undefined;
  for (const { lock } of workflow.effects) await lock?.(run, { id: step.id, action: step.action, inBatch });
  await lockProject(tx, step);
  const project = await readProject(tx, actor, step).catch(error => explainLoss(run, step, error));
  const accepted = await judge(run, project, step);
  if (accepted.row.to === 'deleted') return remove(run, accepted);
  if (accepted.row.to === 'before_last') return undo(run, accepted);
  const [moved] = await writeSteps(run, [accepted], workflow);
  return { deleted: false, status: moved?.to.status ?? project.status, version: project.version + 1 };
}

/** Results of proposals of one call, each with its action. */
interface Resolution extends Pick<Step, 'workflow' | 'batch'> {
  readonly results: readonly {
    readonly id: string;
    readonly action: TransitionAction;
    readonly given: Given;
  }[];
}

/** Read, judged and written together: more would be held in memory at once, fewer would ask the database more often. */
const AT_ONCE = 100;

/** Steps that one act takes of many projects, whose rows and call the caller holds. */
export async function takeTogether(
  run: Command,
  { results, workflow, ...shared }: Resolution,
): Promise<void> {
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const these = results.slice(from, from + AT_ONCE);
    const projects = await readInAct(
      run.tx,
      run.actor,
      these.map(({ id }) => id),
    );
    const accepted: Accepted[] = [];
    for (const { id, ...step } of these) {
      const project = projects.get(id);
      if (!project) throw notFound();
      accepted.push(await judge(run, project, { ...shared, ...step, workflow, inAct: true }));
    }
    await writeSteps(run, accepted, workflow);
  }
}

type Judged = Omit<Step, keyof ProjectAddress>;

/** @throws AppError where this person may not take the step, or not as things stand, or gave too little along. */
async function judge(run: Command, project: StoredProject, step: Judged): Promise<Accepted> {
  const { actor, now } = run;
  const { workflow, action, given, inAct = false, answersAppeal = false, receivedAt = now } = step;
  const kind = definitionOf(workflow.kinds, project);
  if (!isTransitionAction(action)) throw notFound();
  if (given.version !== project.version) throw overtaken(project);

  const { missing } = completenessOf(kind, project);
  const subject = subjectOf(project, kind, {
    ...{ missingCount: missing.length, now, receivedAt, inAct, answersAppeal },
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

  const inBatch = step.batch !== undefined;
  for (const { refuse } of workflow.effects) {
    const reason = await refuse?.(run, { project, kind, action, given, inBatch });
    if (reason) throw new AppError('rule', reason);
  }
  const { batch = null, telling = {} } = step;
  return { project, kind, subject, row, verdict, given, batch, telling, receivedAt };
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
  await writeSteps(run, [{ project, kind, subject, row, ...BY_ITSELF, receivedAt: now }], workflow);
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
  const accepted = { project, kind, subject, row, ...BY_ITSELF, receivedAt: run.now };
  await writeSteps({ ...run, actor: null }, [accepted], workflow);
}

/** Puts back what the last step changed; its observations go with it. */
async function undo(run: Command, accepted: Accepted): Promise<Taken> {
  const { tx } = run;
  const { project, kind, given, telling } = accepted;
  const lastId = project.last?.id ?? 0;
  const { before: stored } = await tx
    .selectFrom('project_history')
    .select('before')
    .where('id', '=', lastId)
    .executeTakeFirstOrThrow();
  const before = stored as Before;
  const [historyId = 0] = await recordSteps(run, [{ accepted, to: before.status, note: null }]);
  await markUndone(run, lastId);
  await tx.deleteFrom('observations').where('history_id', '=', lastId).execute();
  const { status, subStep, returnedFrom, officeTurn, money } = before;
  const [statusSince, submittedAt] = [new Date(before.statusSince), dateOf(before.submittedAt)];
  const place = { status, subStep, since: statusSince };
  const dueAt = await readDueBack(tx, project, kind, { ...place, dueAt: dateOf(before.dueAt) });
  const standing = { status, subStep, returnedFrom, officeTurn, statusSince, dueAt, submittedAt, money };
  await putStandings(run, [{ ...standing, id: project.id, version: project.version + 1 }]);
  const holders = before.holders.map(h => ({ ...h, principalId: h.principalId ?? null }));
  await writeHolders(tx, [{ projectId: project.id, holders }]);
  const turn = { holders, office: before.officeTurn, dueAt };
  const { reason } = given;
  const asked = await readReportDue(tx, project, kind, place);
  const undone = { project, kind, to: before, turn, undoneId: lastId, historyId, reason, telling, asked };
  await announceUndo(run, undone);
  // Whoever held it then may have left meanwhile.
  await renewHolders(run, ofProject(project.id));
  return { deleted: false, status: before.status, version: project.version + 1 };
}
