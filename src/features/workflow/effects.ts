import type { Database } from '../../db/pool.ts';
import type { GivenMoney, ProjectMoney } from '../../domain/calls/award-money.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import type { Status } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OtherTurn } from '../../domain/notices/events.ts';
import type { Letter } from '../../domain/notices/letters.ts';
import type { TransitionAction } from '../../domain/workflow/transitions.ts';
import type { Command } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Subject } from '../../server/notices/announce.ts';
import type { KindLookup } from '../kinds/queries.ts';
import type { StoredProject } from '../project-record/subject/queries.ts';

/** A person's command, or what happens by itself. */
export type Run = Command<Actor | null>;

/** What is asked for, before anything of the project is read. */
export interface AskedStep {
  readonly id: string;
  readonly action: string;
  /** One of several taken at once, whose caller holds what they share. */
  readonly inBatch: boolean;
}

/** What an override gives along. */
interface ChosenStatus extends GivenMoney {
  readonly to?: Status | undefined;
}

/** A step that has just been written. */
export interface TakenStep {
  /** As it stood before. */
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly action: TransitionAction;
  readonly reason: string;
  /** Where it stands now. */
  readonly to: Status;
  /** The step's row in the history. */
  readonly historyId: number;
  /** When the request arrived. */
  readonly receivedAt: Date;
  readonly workflow: Workflow;
}

/** A step that is about to be told, with the money the project has once it is taken. */
export interface ToldStep {
  readonly project: StoredProject;
  readonly action: TransitionAction;
  readonly reason: string | null;
  readonly comment: string | null;
  readonly money: ProjectMoney;
}

export interface HandedStep {
  readonly project: Pick<StoredProject, 'id' | 'status'>;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** Whether both sides are told. */
  readonly notify: boolean;
}

/** Something besides a step that waits for somebody, with who that is now. */
export interface WaitingTurn {
  readonly turn: OtherTurn;
  readonly id: string;
  /** Which one, where a project may have several that wait for the same person. */
  readonly what?: string;
  readonly project: Subject['project'];
  readonly status: Status;
  readonly holders: readonly string[];
  readonly office: boolean;
  /** Of the office, who made what waits: decided by them only as the last ones. */
  readonly makers?: readonly string[];
  readonly since: Date;
  readonly due: Date;
}

/**
 * What a part of the house adds to what the workflow does, in the same transaction: so the workflow knows none of them
 * by name. Those that add anything stand in one list in `app.ts`.
 */
export interface Effects {
  /** Holds, before the project, what must be held with it: a call first, then people. */
  readonly lock?: (run: Command, step: AskedStep) => Promise<void>;
  /** Why a permitted step cannot be taken all the same, as a sentence; `null` when it can. */
  readonly refuse?: (
    run: Command,
    step: Pick<TakenStep, 'project' | 'kind' | 'action'> &
      Pick<AskedStep, 'inBatch'> & { readonly given: ChosenStatus },
  ) => Promise<string | null>;
  /** What lead and alternate are sent of these steps in place of the usual mail, by project; kept with the step. */
  readonly letters?: (run: Run, steps: readonly ToldStep[]) => Promise<ReadonlyMap<string, Letter>>;
  readonly after?: (run: Run, step: TakenStep) => Promise<void>;
  /** What waits besides steps and is due before an instant: it is reminded of as steps are. */
  readonly waiting?: (db: Database, before: Date) => Promise<readonly WaitingTurn[]>;
  /** A project is due later. Answers whether its holders have been told, in words that only this part knows. */
  readonly extend?: (run: Command, project: StoredProject, due: Date, reason: string) => Promise<boolean>;
  /** A step goes from one of its holders to another. Answers whether it was this part's, and both have been told. */
  readonly reassign?: (run: Command, step: HandedStep) => Promise<boolean>;
}

/** What steps are taken by: every version of every kind, and what follows from a step elsewhere. */
export interface Workflow {
  readonly kinds: KindLookup;
  readonly effects: readonly Effects[];
}

/** What routes and jobs that take steps are built with. */
export interface WorkflowDeps extends Deps {
  readonly effects: readonly Effects[];
}
