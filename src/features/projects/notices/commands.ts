import type { Parties } from '../../../domain/notices.ts';
import { SECTIONS, type SectionSlug } from '../../../domain/sections/index.ts';
import type { Destination, TransitionAction } from '../../../domain/workflow.ts';
import { announce, type Subject, unannounce } from '../../../server/announce.ts';
import type { Command } from '../../../server/command.ts';
import type { StoredProject } from '../subject/queries.ts';
import type { Turn } from '../transitions/queries.ts';

/** Whoever acts; nobody when a step is taken by itself. */
type Run = Pick<Command, 'tx' | 'now'> & { readonly actor: { readonly id: string } | null };

type Held = Pick<Turn, 'holders' | 'office' | 'dueAt'>;

const partiesOf = (p: StoredProject, { holders, office }: Held): Parties => ({
  leadId: p.leadId,
  alternateId: p.alternateId,
  memberIds: p.memberIds,
  heldBy: p.holderIds,
  holders: holders.map(h => h.userId),
  officeBefore: p.officeTurn,
  office,
});

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

interface Step {
  readonly project: StoredProject;
  readonly action: TransitionAction;
  readonly to: Destination;
  readonly turn: Turn;
  readonly historyId: number;
  readonly onBehalf: boolean;
  readonly given: {
    readonly reason?: string | undefined;
    readonly comment?: string | undefined;
    readonly observations?: readonly { readonly section: SectionSlug; readonly text: string }[] | undefined;
  };
}

/** Tells those concerned of a step, right after it was written. */
export async function announceStep(run: Run, step: Step): Promise<void> {
  const { project, action, to, turn, historyId, onBehalf, given } = step;
  const observations = (given.observations ?? []).map(o => ({
    section: SECTIONS[o.section].label,
    text: o.text,
  }));
  await announce(
    run,
    {
      kind: 'step',
      ...partiesOf(project, turn),
      action,
      from: project.status,
      to: to.status,
      subStep: to.subStep,
      actorId: run.actor?.id ?? null,
      onBehalf,
      observations: observations.length,
    },
    {
      ...subjectOf(project, to.status, turn),
      historyId,
      reason: given.reason ?? null,
      comment: given.comment ?? null,
      observations,
    },
  );
}

interface Undone {
  readonly project: StoredProject;
  /** What stands again. */
  readonly to: Pick<Destination, 'status' | 'subStep'>;
  readonly turn: Held;
  readonly undoneId: number;
  readonly historyId: number;
  readonly reason: string | undefined;
}

/** Takes back what nobody has seen of the undone step; whoever knew of it learns that it was undone. */
export async function announceUndo(run: Run, undone: Undone): Promise<void> {
  const { project, to, turn, undoneId, historyId, reason } = undone;
  const knew = await unannounce(run, undoneId);
  await announce(
    run,
    {
      kind: 'undo',
      ...partiesOf(project, turn),
      to: to.status,
      subStep: to.subStep,
      actorId: run.actor?.id ?? null,
      knew,
    },
    { ...subjectOf(project, to.status, turn), historyId, reason: reason ?? null },
  );
}

/** An observation was answered, resolved or opened again. */
export async function announceObservation(
  run: Run,
  project: StoredProject,
  what: 'answered' | 'resolved' | 'reopened',
  authorId: string,
): Promise<void> {
  const { leadId, alternateId, status, officeTurn, dueAt, holderIds } = project;
  const held = {
    holders: holderIds.map(userId => ({ userId, via: '' })),
    office: officeTurn,
    dueAt: dueAt === null ? null : new Date(dueAt),
  };
  const actorId = run.actor?.id ?? null;
  await announce(
    run,
    { kind: 'observation', what, actorId, authorId, leadId, alternateId },
    subjectOf(project, status, held),
  );
}
