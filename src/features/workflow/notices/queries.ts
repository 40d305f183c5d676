import type { Status } from '../../../domain/kinds/statuses.ts';
import type { Parties, ReassignEvent, StepEvent } from '../../../domain/notices/events.ts';
import type { Holding } from '../../../domain/workflow/reassignment.ts';
import type { Destination, TransitionAction } from '../../../domain/workflow/transitions.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import type { Turn } from '../transitions/queries.ts';

export type Held = Pick<Turn, 'holders' | 'office' | 'dueAt'>;

export const partiesOf = (p: StoredProject, { holders, office }: Held): Parties => ({
  leadId: p.leadId,
  alternateId: p.alternateId,
  memberIds: p.memberIds,
  // Reviewers are told in words of their own: they may not know whose project it is.
  heldBy: p.status === 'evaluation' ? [] : p.holderIds,
  holders: holders.filter(h => h.via !== 'reviewer').map(h => h.userId),
  officeBefore: p.officeTurn,
  office,
});

export interface StepFacts {
  readonly project: StoredProject;
  readonly action: TransitionAction;
  readonly to: Destination;
  readonly turn: Held;
  readonly onBehalf: boolean;
  /** What it is awarded by the step, as a sentence. */
  readonly award?: string | null;
  readonly at?: Date;
}

/** A step as those concerned are told of it; a preview asks whom that would be. */
export const stepEvent = ({
  project,
  action,
  to,
  turn,
  onBehalf,
  actorId,
  observations,
  award = null,
  at,
}: StepFacts & Pick<StepEvent, 'actorId' | 'observations'>): StepEvent => ({
  kind: 'step',
  ...partiesOf(project, turn),
  action,
  from: project.status,
  to: to.status,
  subStep: to.subStep,
  actorId,
  onBehalf,
  observations,
  call: project.call?.name ?? null,
  award,
  ...(at && { at: at.toISOString() }),
});

/** Something handed over, and to whom. */
export interface Taken {
  readonly held: {
    readonly holding: Holding;
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly kind: string | null;
    readonly status?: Status;
  };
  readonly to: { readonly id: string };
}

/** A reassignment as each side is told of it. */
export const reassignEvent = (
  actorId: string | null,
  fromId: string,
  handovers: readonly Taken[],
): ReassignEvent => ({
  kind: 'reassign',
  actorId,
  fromId,
  taken: handovers.map(({ held: { holding, code, name, status = null }, to }) => ({
    toId: to.id,
    holding,
    code,
    name,
    status,
  })),
});
