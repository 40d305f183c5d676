import { keysOf } from '../kit/look-up.ts';
import type { StepStatus } from './definition.ts';
/** Who holds a project: acts next, gets the reminders. `unit` are the assigned heads, `office` any Admin. */
export type HolderGroup = 'lead' | 'unit' | 'office' | 'reviewers' | 'nobody';

/**
 * What a project goes through: its lead writes it, it is reviewed step by step and weighed against others of its call;
 * a result that is no award, the award itself, the execution up to its close; an end before that.
 */
type Stage = 'writing' | 'review' | 'contest' | 'result' | 'award' | 'execution' | 'ended';

interface StatusInfo {
  readonly label: string;
  readonly stage: Stage;
  readonly holder: HolderGroup;
  /** No action of the ordinary course leads on from here. */
  readonly final: boolean;
}

/** Every status of every kind, in the order of a project's life. */
export const STATUS_INFO = {
  draft: { label: 'Borrador', stage: 'writing', holder: 'lead', final: false },
  director_review: { label: 'En revisión de Dirección', stage: 'review', holder: 'unit', final: false },
  dean_review: { label: 'En revisión de Decanato', stage: 'review', holder: 'unit', final: false },
  admissibility: { label: 'En admisibilidad', stage: 'review', holder: 'office', final: false },
  evaluation: { label: 'En evaluación', stage: 'contest', holder: 'reviewers', final: false },
  resolution: { label: 'En resolución', stage: 'contest', holder: 'office', final: false },
  returned: { label: 'Con observaciones', stage: 'writing', holder: 'lead', final: false },
  waitlisted: { label: 'En lista de espera', stage: 'result', holder: 'office', final: false },
  approved: { label: 'Aprobado', stage: 'award', holder: 'lead', final: false },
  running: { label: 'En ejecución', stage: 'execution', holder: 'lead', final: false },
  suspended: { label: 'Suspendido', stage: 'execution', holder: 'office', final: false },
  final_report: { label: 'Informe final en revisión', stage: 'execution', holder: 'unit', final: false },
  closed: { label: 'Cerrado', stage: 'execution', holder: 'nobody', final: true },
  rejected: { label: 'Rechazado', stage: 'ended', holder: 'nobody', final: true },
  not_awarded: { label: 'No adjudicado', stage: 'result', holder: 'nobody', final: true },
  withdrawn: { label: 'Retirado', stage: 'ended', holder: 'nobody', final: true },
  cancelled: { label: 'Cancelado', stage: 'ended', holder: 'nobody', final: true },
} as const satisfies Record<string, StatusInfo>;

export type Status = keyof typeof STATUS_INFO;

export const STATUSES = keysOf(STATUS_INFO);
export const isStatus = (value: string): value is Status => Object.hasOwn(STATUS_INFO, value);
export const statusLabel = (status: Status): string => STATUS_INFO[status].label;
export const isFinal = (status: Status): boolean => STATUS_INFO[status].final;

/** While in `final_report`: who reviews now. While running: where a report sent back re-enters. */
export const SUB_STEPS = ['director', 'office'] as const;
export type SubStep = (typeof SUB_STEPS)[number];

/** Who holds a project in this status. */
export const holderGroup = (status: Status, subStep: SubStep | null = null): HolderGroup =>
  status === 'final_report' && subStep === 'office' ? 'office' : STATUS_INFO[status].holder;

const inStages = (...stages: readonly Stage[]): readonly Status[] =>
  STATUSES.filter(s => stages.includes(STATUS_INFO[s].stage));

/** The Ficha is written, or corrected. */
export const WRITING = inStages('writing');
/** Steps before a proposal is scored: whoever holds them can send it back. */
export const REVIEW_STEPS = inStages('review');
export const isReviewStep = (status: Status) => REVIEW_STEPS.includes(status);
/** Steps of review that the heads of a unit hold. */
export const UNIT_REVIEWS = REVIEW_STEPS.filter(s => STATUS_INFO[s].holder === 'unit');
/** Statuses in which somebody reviews: what can be an overdue step. */
export const REVIEWED: readonly Status[] = [...inStages('review', 'contest'), 'final_report'];
/** The evaluation has not begun. */
export const BEFORE_EVALUATION = inStages('writing', 'review');
/** Scored, and resolved with the other proposals of the call. */
export const CONTEST = inStages('contest');
/** From here on the result is known, and whoever reviewed blindly may know whose proposal it was. */
export const RESOLVED = inStages('result', 'award', 'execution');
/** Approved and not given up since: what has money of a call, and what anybody of the university reads. */
export const AWARDED = inStages('award', 'execution');
/** The execution has begun: figures are, or were, measured. */
export const STARTED = inStages('execution');
/** What a later project may name as the one before it. */
export const PRECEDING = STARTED.filter(s => s !== 'suspended');
/** Statuses in which there is something for lead and alternate to choose. */
export const FILLED_IN = STATUSES.filter(s => STATUS_INFO[s].holder === 'lead');
/** Statuses in which the frozen parts of a Ficha change by a request. */
export const CHANGEABLE = AWARDED.filter(s => FILLED_IN.includes(s));
/** Statuses in which what a project does is recorded: its end is not sent yet. */
export const RECORDING = AWARDED.filter(s => FILLED_IN.includes(s) || s === 'suspended');
/** Statuses in which what was measured is accepted or returned: until the project is closed. */
export const MEASURED = AWARDED.filter(s => !isFinal(s));
/** Statuses in which money is accounted for: also of what was cancelled, whose money was paid or spent. */
export const ACCOUNTED: readonly Status[] = [...MEASURED, 'cancelled'];
/** Statuses in which the office pays: once it has started, until it is closed. */
export const PAYABLE = STARTED.filter(s => !isFinal(s));
/** Sent, and without a result of any kind. */
export const UNDECIDED = STATUSES.filter(s => s !== 'draft' && !isFinal(s) && !RESOLVED.includes(s));
/** Stands still or has ended, for a reason that somebody gave. */
export const STOPPED: readonly Status[] = ['returned', 'suspended', ...inStages('ended')];

/** Whether projects of this kind come to a step. */
export const hasStep = (
  { steps }: { readonly steps: readonly { readonly status: StepStatus }[] },
  status: StepStatus,
): boolean => steps.some(s => s.status === status);
/** Its end is sent, or it was given up: what was paid and not accounted for is given back. Before, it is still spent. */
export const isRestDue = (status: Status): boolean => !RECORDING.includes(status);
export const isDraft = (status: Status): boolean => status === 'draft';
export const isReturned = (status: Status): boolean => status === 'returned';
export const isRunning = (status: Status): boolean => status === 'running';
/** Its final report was sent back with observations, and is corrected now. */
export const isReportReturned = (p: { readonly status: Status; readonly subStep: SubStep | null }): boolean =>
  p.status === 'running' && p.subStep !== null;
/** What its status is called, with a report that was sent back told from the execution. */
export const standingLabel = (p: { readonly status: Status; readonly subStep: SubStep | null }): string =>
  isReportReturned(p) ? 'Informe con observaciones' : statusLabel(p.status);
/** Its result comes with the next act of its call. */
export const isInResolution = (status: Status): boolean => status === 'resolution';
