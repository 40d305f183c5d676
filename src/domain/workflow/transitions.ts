import type { StepStatus } from '../kinds/definition.ts';
import {
  CONTEST,
  isReviewStep,
  REVIEW_STEPS,
  STATUSES,
  type Status,
  type SubStep,
  UNIT_REVIEWS,
} from '../kinds/statuses.ts';
import { keysOf } from '../kit/look-up.ts';

/**
 * Who may act. `own`: lead or alternate. `holder`: has a holder row, or is of the office when the office holds it.
 * `last_actor`: who made the last transition. `system`: by itself, never a button.
 * An Admin does what `own` and `lead` do, on the lead's behalf.
 */
type Who = 'own' | 'lead' | 'holder' | 'admin' | 'last_actor' | 'system';

/** What must hold in the project, and what the person must give along. */
export type Condition =
  | 'complete'
  | 'observations_answered'
  | 'eligible'
  | 'corrected_once'
  | 'checked'
  | 'never_submitted'
  | 'submitted_once'
  | 'start_reached'
  | 'ready_to_start'
  | 'report_time'
  | 'report_complete'
  | 'dismissed'
  | 'appealed'
  | 'outside_call'
  | 'in_call'
  | 'undoable';
type Demand =
  | 'reason>=1'
  | 'reason>=10'
  | 'reason>=20'
  | 'observation>=1'
  | 'comment_optional'
  | 'checklist'
  | 'confirmation';
export type TransitionRequirement = Condition | Demand;

/** A status, or a place that depends on the kind and on where the project comes from. */
type Target = Status | 'next_step' | 'returned_from' | 'next_sub_step' | 'before_last' | 'chosen' | 'deleted';

/** Button text (`{place}` is the next step's name) and the words that complete "No tienes permiso para …". */
const ACTIONS = {
  submit: { label: 'Enviar a {place}', verb: 'enviar el proyecto' },
  endorse: { label: 'Dar visto bueno', verb: 'dar visto bueno' },
  admit: { label: 'Declarar admisible', verb: 'declarar admisible' },
  return: { label: 'Devolver con observaciones', verb: 'devolver con observaciones' },
  dismiss: { label: 'Declarar inadmisible', verb: 'declarar inadmisible' },
  reject: { label: 'Rechazar', verb: 'rechazar el proyecto' },
  lapse: { label: 'Rechazar por plazo vencido', verb: 'rechazar por plazo vencido' },
  finish_evaluation: { label: 'Terminar evaluación', verb: 'terminar la evaluación' },
  reopen_evaluation: { label: 'Reabrir evaluación', verb: 'reabrir la evaluación' },
  award: { label: 'Adjudicar', verb: 'adjudicar' },
  waitlist: { label: 'Dejar en lista de espera', verb: 'dejar en lista de espera' },
  not_award: { label: 'No adjudicar', verb: 'no adjudicar' },
  uphold_appeal: { label: 'Acoger apelación', verb: 'acoger la apelación' },
  start: { label: 'Iniciar ejecución', verb: 'iniciar la ejecución' },
  submit_final_report: { label: 'Enviar informe final a {place}', verb: 'enviar el informe final' },
  accept_final_report: { label: 'Aceptar informe final', verb: 'aceptar el informe final' },
  return_final_report: { label: 'Devolver informe con observaciones', verb: 'devolver el informe final' },
  suspend: { label: 'Suspender', verb: 'suspender el proyecto' },
  resume: { label: 'Reanudar', verb: 'reanudar el proyecto' },
  withdraw: { label: 'Retirar', verb: 'retirar el proyecto' },
  renounce: { label: 'Renunciar', verb: 'renunciar al proyecto' },
  cancel: { label: 'Cancelar proyecto', verb: 'cancelar el proyecto' },
  delete: { label: 'Eliminar borrador', verb: 'eliminar el borrador' },
  undo: { label: 'Deshacer', verb: 'deshacer' },
  override: { label: 'Cambiar estado', verb: 'cambiar el estado' },
} as const;
export type TransitionAction = keyof typeof ACTIONS;
export const TRANSITION_ACTIONS = keysOf(ACTIONS);
export const isTransitionAction = (value: string): value is TransitionAction => Object.hasOwn(ACTIONS, value);
export const actionLabel = (action: TransitionAction): string => ACTIONS[action].label;
export const actionVerb = (action: TransitionAction): string => ACTIONS[action].verb;

export interface Transition {
  readonly action: TransitionAction;
  readonly from: readonly Status[] | 'any';
  readonly to: Target;
  readonly who: readonly Who[];
  readonly requires: readonly TransitionRequirement[];
}

/** Proposals of a call are resolved together instead, by the act of their call. */
const ONE_BY_ONE: readonly TransitionRequirement[] = ['outside_call', 'comment_optional'];

/** Every transition of every kind. An action may have several rows, with different origins. */
export const TRANSITIONS = [
  {
    action: 'submit',
    from: ['draft'],
    to: 'next_step',
    who: ['own'],
    requires: ['eligible', 'complete', 'observations_answered'],
  },
  {
    action: 'submit',
    from: ['returned'],
    to: 'returned_from',
    who: ['own'],
    requires: ['eligible', 'complete', 'observations_answered'],
  },
  {
    action: 'endorse',
    from: ['director_review', 'dean_review'],
    to: 'next_step',
    who: ['holder'],
    requires: ['comment_optional'],
  },
  {
    action: 'admit',
    from: ['admissibility'],
    to: 'next_step',
    who: ['admin'],
    requires: ['checked', 'checklist'],
  },
  {
    action: 'return',
    from: ['director_review', 'dean_review'],
    to: 'returned',
    who: ['holder', 'admin'],
    requires: ['observation>=1'],
  },
  {
    action: 'return',
    from: ['admissibility'],
    to: 'returned',
    who: ['holder', 'admin'],
    requires: ['corrected_once', 'observation>=1'],
  },
  { action: 'dismiss', from: ['admissibility'], to: 'rejected', who: ['admin'], requires: ['reason>=1'] },
  {
    action: 'reject',
    // The office dismisses instead, which can be appealed.
    from: UNIT_REVIEWS,
    to: 'rejected',
    who: ['holder', 'admin'],
    requires: ['reason>=20'],
  },
  { action: 'lapse', from: ['returned'], to: 'rejected', who: ['system'], requires: [] },
  {
    action: 'finish_evaluation',
    from: ['evaluation'],
    to: 'resolution',
    who: ['admin', 'system'],
    requires: [],
  },
  {
    action: 'reopen_evaluation',
    from: ['resolution'],
    to: 'evaluation',
    who: ['admin'],
    requires: ['reason>=1'],
  },
  { action: 'award', from: ['resolution'], to: 'approved', who: ['admin'], requires: ONE_BY_ONE },
  {
    action: 'award',
    from: ['waitlisted'],
    to: 'approved',
    who: ['admin', 'system'],
    requires: ['comment_optional'],
  },
  {
    action: 'waitlist',
    from: ['resolution'],
    to: 'waitlisted',
    who: ['admin'],
    requires: ['in_call', ...ONE_BY_ONE],
  },
  { action: 'not_award', from: ['resolution'], to: 'not_awarded', who: ['admin'], requires: ONE_BY_ONE },
  {
    action: 'not_award',
    from: ['waitlisted'],
    to: 'not_awarded',
    who: ['admin', 'system'],
    requires: ['comment_optional'],
  },
  {
    action: 'uphold_appeal',
    from: ['not_awarded'],
    to: 'resolution',
    who: ['admin'],
    requires: ['appealed', 'reason>=1'],
  },
  {
    action: 'uphold_appeal',
    from: ['rejected'],
    to: 'admissibility',
    who: ['admin'],
    requires: ['dismissed', 'appealed', 'reason>=1'],
  },
  {
    action: 'start',
    from: ['approved'],
    to: 'running',
    who: ['lead', 'system'],
    requires: ['ready_to_start', 'start_reached'],
  },
  {
    action: 'submit_final_report',
    from: ['running'],
    to: 'final_report',
    who: ['lead'],
    requires: ['report_complete', 'observations_answered', 'report_time'],
  },
  {
    action: 'accept_final_report',
    from: ['final_report'],
    to: 'next_sub_step',
    who: ['holder'],
    requires: ['comment_optional'],
  },
  {
    action: 'return_final_report',
    from: ['final_report'],
    to: 'running',
    who: ['holder'],
    requires: ['observation>=1'],
  },
  { action: 'suspend', from: ['running'], to: 'suspended', who: ['admin'], requires: ['reason>=1'] },
  { action: 'resume', from: ['suspended'], to: 'running', who: ['admin'], requires: ['reason>=1'] },
  {
    action: 'withdraw',
    from: ['draft', 'returned', ...REVIEW_STEPS, 'evaluation', 'resolution', 'waitlisted'],
    to: 'withdrawn',
    who: ['lead'],
    requires: ['submitted_once', 'reason>=1'],
  },
  { action: 'renounce', from: ['approved'], to: 'withdrawn', who: ['lead'], requires: ['reason>=1'] },
  {
    action: 'cancel',
    from: ['approved', 'running', 'suspended'],
    to: 'cancelled',
    who: ['admin'],
    requires: ['reason>=1'],
  },
  {
    action: 'delete',
    from: ['draft'],
    to: 'deleted',
    who: ['lead'],
    requires: ['never_submitted', 'confirmation'],
  },
  {
    action: 'undo',
    from: 'any',
    to: 'before_last',
    who: ['last_actor'],
    requires: ['undoable', 'reason>=1'],
  },
  { action: 'override', from: 'any', to: 'chosen', who: ['admin'], requires: ['reason>=10'] },
] as const satisfies readonly Transition[];

/** What undo may take back. */
export const UNDOABLE: readonly TransitionAction[] = [
  'submit',
  'endorse',
  'admit',
  'dismiss',
  'return',
  'reject',
  'withdraw',
  'suspend',
  'resume',
  'override',
];
export const UNDO_HOURS = 24;

const ROWS: readonly Transition[] = TRANSITIONS;
/** The rows that lead on from a status. */
export const transitionsFrom = (status: Status): Transition[] =>
  ROWS.filter(t => t.from === 'any' || t.from.includes(status));
/** What an action of the history is by the table; nothing of what is none of its steps. */
export const rowOf = (action: string): Transition | undefined => ROWS.find(t => t.action === action);
export const transitionFor = (action: TransitionAction, status: Status): Transition | undefined =>
  transitionsFrom(status).find(t => t.action === action);

const leadsFrom = (rows: readonly Transition[]) =>
  STATUSES.filter(s => rows.some(t => t.from !== 'any' && t.from.includes(s)));
const leadsTo = (rows: readonly Transition[]) => STATUSES.filter(s => rows.some(t => t.to === s));
const SENDING_BACK = ROWS.filter(t => t.requires.includes('observation>=1'));
/** Steps that send a project back to its lead with observations. */
export const RETURNS: readonly TransitionAction[] = SENDING_BACK.map(t => t.action);
/** Here somebody reads what the lead has sent, and may send it back with observations. */
export const RETURNABLE = leadsFrom(SENDING_BACK);
/** Here the lead answers the observations. */
export const SENT_BACK = leadsTo(SENDING_BACK);
const APPEALS = ROWS.filter(t => t.action === 'uphold_appeal');
/** Results that an appeal may overturn. */
export const APPEALABLE = leadsFrom(APPEALS);
/** Where an appeal that was upheld takes the proposal. */
export const REOPENED = leadsTo(APPEALS);

/** What a project's course depends on: its kind's steps and where it stands. */
export interface Standing {
  readonly steps: readonly { readonly status: StepStatus }[];
  readonly status: Status;
  readonly subStep: SubStep | null;
  /** While returned: the status to come back to. */
  readonly returnedFrom: Status | null;
}

/** The step after `status` for this kind; after the last one, `approved`. From anywhere before review, the first. */
export function nextStep(kind: Pick<Standing, 'steps'>, status: Status): StepStatus | 'approved' {
  const at = kind.steps.findIndex(s => s.status === status);
  return kind.steps[at + 1]?.status ?? 'approved';
}

/** Statuses a project of this kind can be in; what override may choose from. */
export function statusesOf(kind: Pick<Standing, 'steps'>): Status[] {
  const steps: readonly Status[] = kind.steps.map(s => s.status);
  const stepwise = [...REVIEW_STEPS, ...CONTEST];
  const withResolution: readonly Status[] = ['waitlisted', 'not_awarded'];
  return STATUSES.filter(s => {
    if (stepwise.includes(s)) return steps.includes(s);
    return steps.includes('resolution') || !withResolution.includes(s);
  });
}

/** Why override cannot move a project there; `null` where it can. */
export function choiceRefusal(project: Pick<Standing, 'steps' | 'status'>, to: Status | undefined) {
  if (!to || !statusesOf(project).includes(to)) return 'Elige un estado de este tipo de proyecto.';
  return to === project.status ? 'El proyecto ya está en ese estado.' : null;
}

export interface Destination {
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly returnedFrom: Status | null;
}

/**
 * Where a transition leads. `null` where only the caller knows: what undo puts back, what override chose,
 * a draft that is deleted. A report sent back keeps its sub-step while running, and re-enters there.
 */
export function destination(transition: Pick<Transition, 'to'>, project: Standing): Destination | null {
  switch (transition.to) {
    case 'next_step':
      return arriving(nextStep(project, project.status), project);
    case 'returned_from':
      return arriving(project.returnedFrom ?? nextStep(project, 'draft'), project);
    case 'next_sub_step':
      return project.subStep === 'office'
        ? arriving('closed', project)
        : { ...arriving('final_report', project), subStep: 'office' };
    case 'before_last':
    case 'chosen':
    case 'deleted':
      return null;
    case 'running':
      return project.status === 'final_report'
        ? { ...arriving('running', project), subStep: project.subStep }
        : arriving('running', project);
    default:
      return arriving(transition.to, project);
  }
}

/** The stored values that go with arriving at a status; also what an override writes. */
export function arriving(status: Status, from: Pick<Standing, 'status' | 'subStep'>): Destination {
  const isExecuted = (s: Status) => s === 'running' || s === 'suspended';
  // A report that was sent back stays so through a suspension; one put elsewhere by hand was not sent back.
  const kept = isExecuted(status) && isExecuted(from.status) ? from.subStep : null;
  return {
    status,
    subStep: status === 'final_report' ? (from.subStep ?? 'director') : kept,
    returnedFrom: status === 'returned' && isReviewStep(from.status) ? from.status : null,
  };
}
