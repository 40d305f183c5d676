import { sql } from 'kysely';
import type { Bar } from '../../domain/access/part-taking.ts';
import { holderGroup } from '../../domain/kinds/statuses.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { SECTIONS, type SectionData } from '../../domain/sections/index.ts';
import { handoverNote, isUnit, type Successor } from '../../domain/workflow/reassignment.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { setUnits, type Unit } from '../../server/commands/heads.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { storeSection } from '../ficha/commands.ts';
import { type HeldRow, possessionsOf } from '../holdings/queries.ts';
import { writeEntry } from '../project-record/history/commands.ts';
import { definitionOf, readProject, type StoredProject } from '../project-record/subject/queries.ts';
import type { HandedStep, Workflow } from '../workflow/effects.ts';
import { renewHolders, writeHolders } from '../workflow/holders/commands.ts';
import { ofPeople } from '../workflow/holders/queries.ts';
import { announceReassign, announceTurn } from '../workflow/notices/commands.ts';
import { turnAt } from '../workflow/transitions/queries.ts';
import type { reassign as contract } from './contract.ts';
import { type CheckedHandover, isReview, judge } from './queries.ts';

type Given = BodyOf<typeof contract>;
type Person = { readonly id: string; readonly name: string };
type HeldProject = Extract<HeldRow, { readonly holding: 'lead' | 'alternate' | 'step' }>;

/** A handover that passed every check. */
interface Accepted<H = HeldRow> {
  readonly held: H;
  readonly to: Successor;
  /** Of the last possible person, who may all the same. */
  readonly bar: Bar | null;
}

/** Hands over what passes the checks, all of it in this transaction; the rest is answered with its reason. */
export const reassign = command(
  'projects.manage',
  async (
    run: Command,
    { given, workflow }: { given: Given; workflow: Workflow },
  ): Promise<OutputOf<typeof contract>> => {
    await lockAll(run, given);
    const possessions = await possessionsOf(run.tx, run.actor, given.from);
    const judged = await judge(run.tx, run.actor, possessions, given.moves);
    const accepted = judged.flatMap(({ held, to, bar, refused }) =>
      held && to && refused === null ? [{ held, to, bar }] : [],
    );
    if (accepted.length === 0) throw nothingLeft(judged);

    const { person } = possessions;
    const units = accepted.filter(a => isUnit(a.held));
    for (const unit of ['school', 'faculty'] as const)
      await moveUnits(
        run,
        unit,
        units.filter(a => a.held.holding === unit),
        person,
        given.reason,
      );
    for (const { held, bar } of accepted)
      requireFree(run, bar, {
        of: { type: 'project', id: held.id },
        verb: 'reasignar',
        lastResort: given.reason,
      });
    const projects = accepted.filter((a): a is Accepted<HeldProject> => !isUnit(a.held));
    const toldApart = new Set<HeldRow>();
    for (const handovers of Map.groupBy(projects, a => a.held.id).values())
      await moveInProject(run, handovers, { ...given, person, workflow, toldApart });
    // Steps of the units that changed hands go along, but for those handed over by themselves.
    const heads = units.map(u => u.to.id);
    if (units.length > 0)
      await renewHolders(run, ofPeople([person.id, ...heads]), { quiet: given.notify ? heads : true });
    const others = accepted.filter(a => !toldApart.has(a.held));
    if (others.length > 0) await announceReassign(run, person.id, others, given);
    return {
      moved: accepted.map(({ held }) => ({ holding: held.holding, id: held.id })),
      leftOut: judged.flatMap(({ move: { holding, id }, refused }) =>
        refused === null ? [] : [{ holding, id, refused }],
      ),
    };
  },
);

/** In one order for everybody, so that two at once wait for each other instead of failing. */
async function lockAll({ tx }: Command, { from, moves }: Given): Promise<void> {
  // People first, as where a draft begins: how many each has is counted below.
  await sql`select 1 from users where id = any(${[from, ...moves.map(m => m.to)]}::uuid[])
    order by id for no key update`.execute(tx);
  const idsOf = (wanted: (holding: string) => boolean) => moves.filter(m => wanted(m.holding)).map(m => m.id);
  const projectIds = idsOf(h => h !== 'school' && h !== 'faculty');
  await sql`select 1 from projects where id = any(${projectIds}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  for (const unit of ['school', 'faculty'] as const) {
    const ids = idsOf(h => h === unit);
    await sql`select 1 from ${TABLES[unit]} where id = any(${ids}::uuid[]) order by id for update`.execute(
      tx,
    );
  }
}
const TABLES = { school: sql.table('schools'), faculty: sql.table('faculties') };

function nothingLeft(judged: readonly CheckedHandover[]): AppError {
  const errors = judged.map(({ refused }, n) => ({ path: `moves.${n}`, message: refused ?? '' }));
  return new AppError('rule', 'Nada de lo elegido se puede reasignar.', { errors });
}

interface Moving {
  readonly person: Person;
  readonly reason: string;
  readonly notify: boolean;
  readonly workflow: Workflow;
  /** Reviews: reviewers are told in words of their own, which name nobody. */
  readonly toldApart: Set<HeldRow>;
}

/** Seats and steps of one project, with one row in its history. Why a reviewer leaves stays with their review. */
async function moveInProject(
  run: Command,
  handovers: readonly Accepted<HeldProject>[],
  { person: from, reason, notify, workflow, toldApart }: Moving,
): Promise<void> {
  const first = handovers[0]?.held;
  if (!first) return;
  const notes: (string | null)[] = [];
  const changes: Record<string, readonly [string, string]> = {};
  for (const { held, to } of handovers) {
    notes.push(handoverNote(held, from, to));
    changes[held.holding] = [from.id, to.id];
    const handed = { project: held, from: from.id, to: to.id, reason, notify };
    if (held.holding === 'step') {
      if (await takeOver(run, handed, workflow)) toldApart.add(held);
      else await moveStep(run, held.id, from.id, to.id);
    } else notes.push(await moveSeat(run, held, to.id, workflow));
  }
  await writeEntry(run, {
    projectId: first.id,
    action: 'reassign',
    from: first.status,
    to: first.status,
    reason: handovers.every(({ held }) => isReview(held)) ? null : reason,
    note: notes.filter(Boolean).join(' '),
  });
  run.record({ action: 'project.reassign', objectType: 'project', objectId: first.id, changes });
}

/** Whether it is somebody else's to hand over, as a review with all that hangs on it. */
async function takeOver(run: Command, step: HandedStep, { effects }: Workflow): Promise<boolean> {
  for (const { reassign: handOver } of effects) if (await handOver?.(run, step)) return true;
  return false;
}

const moveStep = ({ tx }: Command, projectId: string, from: string, to: string) =>
  tx
    .updateTable('project_holders')
    .set({ user_id: to, principal_id: null, via: 'assigned' })
    .where('project_id', '=', projectId)
    .where('user_id', '=', from)
    .execute();

/**
 * Lead or alternate: the project's first section names them, so it is saved like any other. Whoever moves up from
 * alternate leaves that seat empty. Answers why the step under way went to somebody else, if it did.
 */
async function moveSeat(
  run: Command,
  { holding, id, kind }: HeldProject,
  to: string,
  workflow: Workflow,
): Promise<string | null> {
  const project = await readProject(run.tx, run.actor, { kind: kind ?? '', id });
  const stored = project.sections.identification;
  const before: SectionData['identification'] = { ...SECTIONS.identification.empty, ...stored?.data };
  const seats =
    holding === 'lead'
      ? { leadId: to, alternateId: before.alternateId === to ? null : before.alternateId }
      : { alternateId: to };
  const version = stored?.version ?? 0;
  const written = await storeSection(run, project, 'identification', version, {
    ...before,
    ...seats,
  });
  if (written === null) throw new AppError('conflict');
  return followTurn(run, { ...project, ...seats, leadId: seats.leadId ?? project.leadId }, to, workflow);
}

/**
 * The lead's turn goes to the new lead; a step that the new person, or a deputy in their place, would now hold in
 * their own project moves on.
 */
async function followTurn(
  run: Command,
  project: StoredProject,
  to: string,
  workflow: Workflow,
): Promise<string | null> {
  const group = holderGroup(project.status, project.subStep);
  const deciders = [...project.holderIds, ...project.deputies.map(d => d.principalId)];
  const inConflict = group === 'unit' && deciders.includes(to);
  if (group !== 'lead' && !inConflict) return null;
  const kind = definitionOf(workflow.kinds, project);
  const { tx } = run;
  const turn = await turnAt(tx, project, kind, { ...project, since: new Date(project.statusSince) });
  await writeHolders(tx, [{ projectId: project.id, holders: turn.holders }]);
  if (inConflict && turn.note) await announceTurn(run, project, turn);
  await tx.updateTable('projects').set({ office_turn: turn.office }).where('id', '=', project.id).execute();
  return turn.note;
}

/** Heads of units; the role comes and goes with them. */
async function moveUnits(
  run: Command,
  unit: Unit,
  handovers: readonly Accepted[],
  from: Person,
  reason: string,
): Promise<void> {
  if (handovers.length === 0) return;
  const ids = handovers.map(h => h.held.id);
  await setAndRecord(run, unit, from.id, reason, before => before.filter(id => !ids.includes(id)));
  for (const [to, given] of Map.groupBy(handovers, h => h.to.id))
    await setAndRecord(run, unit, to, reason, before => [...before, ...given.map(h => h.held.id)]);
  // Whoever has the unit's form open learns that it changed.
  await sql`update ${TABLES[unit]} set updated_at = now(), updated_by = ${run.actor.id}
    where id = any(${ids}::uuid[])`.execute(run.tx);
}

async function setAndRecord(
  run: Command,
  unit: Unit,
  userId: string,
  reason: string,
  next: (before: string[]) => string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${unit}_id`)} as id from ${sql.table(`${unit}_heads`)} where user_id = ${userId}`.execute(
    run.tx,
  );
  const pair = await setUnits(run, unit, userId, next(rows.map(r => r.id)));
  if (!pair) return;
  await sql`update users set updated_at = now(), updated_by = ${run.actor.id} where id = ${userId}`.execute(
    run.tx,
  );
  const changes = { [`${unit}Ids`]: pair, reason: [null, reason] as const };
  run.record({ action: 'user.reassigned', objectType: 'user', objectId: userId, changes });
}
