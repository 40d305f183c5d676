import { holderGroup, type Status, type SubStep, statusLabel, WRITING } from '../kinds/statuses.ts';
import { formatList } from '../text/format.ts';
import type { TransitionAction } from '../workflow/transitions.ts';
import type { NoticeType } from './notice-types.ts';

/** Who is part of a project, and who had and has it. */
export interface Parties {
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly memberIds: readonly string[];
  /** Holders before it happened. */
  readonly heldBy: readonly string[];
  readonly holders: readonly string[];
  /** The outreach office held it, or holds it now. */
  readonly officeBefore: boolean;
  readonly office: boolean;
}

/** A step of the workflow, taken by a person or, without `actorId`, by itself. */
export interface StepEvent extends Parties {
  readonly kind: 'step';
  readonly action: TransitionAction;
  readonly from: Status;
  readonly to: Status;
  readonly subStep: SubStep | null;
  readonly actorId: string | null;
  /** An Admin acted for the lead. */
  readonly onBehalf: boolean;
  readonly observations: number;
}

/** The last step was taken back; `knew` were told of it and read it. */
export interface UndoEvent extends Parties {
  readonly kind: 'undo';
  readonly to: Status;
  readonly subStep: SubStep | null;
  readonly actorId: string | null;
  readonly knew: readonly string[];
}

/** Something about an observation between the one who made it and the project's own people. */
export interface ObservationEvent {
  readonly kind: 'observation';
  readonly what: 'answered' | 'resolved' | 'reopened';
  readonly actorId: string | null;
  readonly authorId: string;
  readonly leadId: string;
  readonly alternateId: string | null;
}

/** Something was handed over by the office; each side learns of it once, however much it is. */
export interface ReassignEvent {
  readonly kind: 'reassign';
  readonly actorId: string | null;
  readonly fromId: string;
  /** What each new person took over, in words: `PAC-2026-0042 (responsable)`. */
  readonly taken: readonly { readonly toId: string; readonly what: string }[];
}

export const REMINDERS = ['before', 'today', 'overdue'] as const;
/** Before the due date, on the day, after it. */
export type Reminder = (typeof REMINDERS)[number];

/** A date of the project comes near or has passed. */
export interface ReminderEvent {
  readonly kind: 'reminder';
  readonly actorId: null;
  readonly when: Reminder;
  /** Working days left. */
  readonly left: number;
  readonly status: Status;
  readonly holders: readonly string[];
  readonly office: boolean;
}

/** Anything else: who is told, of which type, in whose words. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly actorId: string | null;
  readonly type: NoticeType;
  readonly to: readonly string[];
  /** Every Admin too. */
  readonly office: boolean;
  /** What it means for the reader: `Te toca decidir un cambio`. */
  readonly title: string;
  /** What happened, with who did it: `Camila Rojas pidió cambiar el equipo.` */
  readonly text: string;
}

export type NoticeEvent =
  | StepEvent
  | UndoEvent
  | ObservationEvent
  | ReassignEvent
  | ReminderEvent
  | OtherEvent;

/** One person told of one event. */
export interface Notice {
  readonly userId: string;
  readonly type: NoticeType;
  /** What it means for this person. */
  readonly title: string;
  readonly text: string;
  /** Reason, comment and observations are shown to this person. */
  readonly private: boolean;
}

/** People an event may be told to or names; `office` asks for the active administrators besides. */
export function peopleOf(event: NoticeEvent): { ids: string[]; office: boolean } {
  const { actorId } = event;
  const known = actorId ? [actorId] : [];
  switch (event.kind) {
    case 'step':
    case 'undo': {
      const own = [event.leadId, ...(event.alternateId ? [event.alternateId] : []), ...event.memberIds];
      const knew = event.kind === 'undo' ? event.knew : [];
      return { ids: [...known, ...own, ...event.heldBy, ...event.holders, ...knew], office: event.office };
    }
    case 'observation':
      return {
        ids: [...known, event.authorId, event.leadId, ...(event.alternateId ? [event.alternateId] : [])],
        office: false,
      };
    case 'reassign':
      return { ids: [...known, event.fromId, ...event.taken.map(t => t.toId)], office: false };
    case 'reminder':
      return { ids: [...event.holders], office: event.office };
    case 'other':
      return { ids: [...known, ...event.to], office: event.office };
  }
}

interface Context {
  readonly nameOf: (id: string) => string;
  /** Active administrators; read only where the office holds the project. */
  readonly officeIds: readonly string[];
}

/**
 * Who is told what of an event, each person at most once and never of an act of their own. Whether the account is
 * active and what the person wants to be told is judged where the notices are written.
 */
export function noticesOf(event: NoticeEvent, context: Context): Notice[] {
  const told = new Map<string, Notice>();
  for (const notice of everyNotice(event, context))
    if (notice.userId !== event.actorId && !told.has(notice.userId)) told.set(notice.userId, notice);
  return [...told.values()];
}

/** In order of weight: the first notice a person appears in is the one they get. */
function everyNotice(event: NoticeEvent, context: Context): Notice[] {
  switch (event.kind) {
    case 'step':
      return stepNotices(event, context);
    case 'undo':
      return undoNotices(event, context);
    case 'observation':
      return observationNotices(event, context);
    case 'reassign':
      return reassignNotices(event, context);
    case 'reminder': {
      const text = `${reminderWords(event)} ${turnTitle(event.status)}.`;
      const to = [...event.holders, ...(event.office ? context.officeIds : [])];
      // Reviewers find theirs at their desk, which is where such a notice leads.
      const type = event.status === 'evaluation' && !event.office ? 'review' : 'reminder';
      return to.map(notice(type, REMINDER_TITLES[event.when], text));
    }
    case 'other':
      return [...event.to, ...(event.office ? context.officeIds : [])].map(
        notice(event.type, event.title, event.text),
      );
  }
}

const notice =
  (type: NoticeType, title: string, text: string, isPrivate = true) =>
  (userId: string): Notice => ({ userId, type, title, text, private: isPrivate });

/** Acts that take a project from somebody who was at work on it. */
const TAKES_AWAY: readonly TransitionAction[] = ['override', 'withdraw', 'cancel', 'lapse'];
/** Where the lead has to act again, rather than to learn of a decision. */
const SENT_BACK: readonly TransitionAction[] = ['return', 'return_final_report'];

function stepNotices(event: StepEvent, context: Context): Notice[] {
  const { action, to, subStep, leadId, alternateId, memberIds, heldBy, holders } = event;
  const text = stepText(event, context);
  const own = [leadId, ...(alternateId ? [alternateId] : [])];
  const decided = stepTitle(event);
  const leadTurn = holderGroup(to, subStep) === 'lead';
  const sentBack = SENT_BACK.includes(action) || (action === 'override' && WRITING.includes(to));
  const turnTo = leadTurn && !sentBack ? [] : holders;
  const office = event.office
    ? context.officeIds.filter(id => !own.includes(id) && !memberIds.includes(id))
    : [];
  const title = action === 'return_final_report' ? 'Te toca corregir el informe final' : turnTitle(to);
  const former = TAKES_AWAY.includes(action) ? heldBy.filter(id => !own.includes(id)) : [];
  return [
    ...[...turnTo, ...office].map(notice('turn', title, text)),
    ...own.map(notice('decision', decided, text)),
    ...memberIds.map(notice('team', decided, text)),
    ...former.map(notice('decision', 'Ya no te toca', text, false)),
  ];
}

function undoNotices(event: UndoEvent, context: Context): Notice[] {
  const text = `${who(event.actorId, context)} deshizo el último paso.`;
  const holds = (id: string) =>
    event.holders.includes(id) || (event.office && context.officeIds.includes(id));
  return event.knew.map(id =>
    holds(id)
      ? notice('turn', turnTitle(event.to), text)(id)
      : notice('decision', 'Se deshizo el último paso', text, false)(id),
  );
}

function observationNotices(event: ObservationEvent, context: Context): Notice[] {
  const by = who(event.actorId, context);
  if (event.what === 'answered')
    return [event.authorId].map(
      notice('observation', 'Respondieron tu observación', `${by} respondió observaciones que hiciste.`),
    );
  const own = [event.leadId, ...(event.alternateId ? [event.alternateId] : [])];
  return event.what === 'resolved'
    ? own.map(notice('observation', 'Observación resuelta', `${by} dio por resuelta una observación.`))
    : own.map(notice('observation', 'Observación reabierta', `${by} volvió a abrir una observación.`));
}

function reassignNotices({ actorId, fromId, taken }: ReassignEvent, context: Context): Notice[] {
  const by = who(actorId, context);
  const from = context.nameOf(fromId);
  const groups = [...Map.groupBy(taken, t => t.toId)];
  const left = groups.map(
    ([toId, things]) => `a ${context.nameOf(toId)}: ${listed(things.map(t => t.what))}`,
  );
  return [
    ...groups.map(([toId, things]) =>
      notice(
        'reassignment',
        'Recibiste algo a tu cargo',
        `${by} te traspasó lo que tenía ${from}: ${listed(things.map(t => t.what))}.`,
      )(toId),
    ),
    notice('reassignment', 'Ya no está a tu cargo', `${by} traspasó ${left.join('; ')}.`)(fromId),
  ];
}

const MOST_LISTED = 20;
function listed(things: readonly string[]): string {
  const rest = things.length - MOST_LISTED;
  return formatList(rest > 0 ? [...things.slice(0, MOST_LISTED), `${rest} más`] : things);
}

const who = (id: string | null, { nameOf }: Context) => (id ? nameOf(id) : 'El sistema');

const TURN_TITLES: Record<Status, string> = {
  draft: 'Te toca completar el borrador',
  director_review: 'Te toca revisar',
  dean_review: 'Te toca revisar',
  admissibility: 'Te toca revisar la admisibilidad',
  evaluation: 'Te toca evaluar',
  resolution: 'Te toca resolver',
  returned: 'Te toca responder las observaciones',
  waitlisted: 'Te toca seguir la lista de espera',
  approved: 'Te toca iniciar la ejecución',
  running: 'Te toca enviar el informe final',
  suspended: 'Te toca decidir si se reanuda',
  final_report: 'Te toca revisar el informe final',
  closed: 'Proyecto cerrado',
  rejected: 'Proyecto rechazado',
  not_awarded: 'Proyecto no adjudicado',
  withdrawn: 'Proyecto retirado',
  cancelled: 'Proyecto cancelado',
};
/** What a status asks of its holder, in words: `Te toca revisar`. */
export const turnTitle = (status: Status): string => TURN_TITLES[status];

const REMINDER_TITLES: Record<Reminder, string> = {
  before: 'El plazo vence pronto',
  today: 'El plazo vence hoy',
  overdue: 'El plazo está vencido',
};
function reminderWords({ when, left }: ReminderEvent): string {
  if (when === 'overdue') return 'El plazo ya venció.';
  if (when === 'today') return 'El plazo vence hoy.';
  // Due on a weekend or holiday.
  if (left === 0) return 'El plazo vence antes del próximo día hábil.';
  return left > 1 ? `El plazo vence en ${left} días hábiles.` : 'El plazo vence el próximo día hábil.';
}

/** What a step means for the project's own people. */
const stepTitle = ({ action, to, subStep }: StepEvent): string =>
  STEP_TITLES[action] ??
  (to === 'final_report' && subStep === 'office' ? 'Informe final en la oficina' : statusLabel(to));
const STEP_TITLES: Partial<Record<TransitionAction, string>> = {
  award: 'Adjudicado',
  resume: 'Reanudado',
  admit: 'Declarado admisible',
  dismiss: 'Declarado inadmisible',
  lapse: 'Rechazado por plazo vencido',
};

const STEP_WORDS: Record<TransitionAction, string> = {
  submit: 'envió el proyecto a {to}',
  endorse: 'dio visto bueno',
  admit: 'declaró admisible el proyecto',
  return: 'devolvió el proyecto con {observations}',
  dismiss: 'declaró inadmisible el proyecto',
  reject: 'rechazó el proyecto',
  lapse: 'rechazó el proyecto por plazo vencido',
  finish_evaluation: 'terminó la evaluación',
  reopen_evaluation: 'reabrió la evaluación',
  award: 'adjudicó el proyecto',
  waitlist: 'dejó el proyecto en lista de espera',
  not_award: 'no adjudicó el proyecto',
  uphold_appeal: 'acogió la apelación',
  start: 'inició la ejecución',
  submit_final_report: 'envió el informe final',
  accept_final_report: 'aceptó el informe final',
  return_final_report: 'devolvió el informe final con {observations}',
  suspend: 'suspendió el proyecto',
  resume: 'reanudó el proyecto',
  withdraw: 'retiró el proyecto',
  renounce: 'renunció al proyecto',
  cancel: 'canceló el proyecto',
  delete: 'eliminó el borrador',
  undo: 'deshizo el último paso',
  override: 'cambió el estado de «{from}» a «{to}»',
};
const BY_ITSELF: Partial<Record<TransitionAction, string>> = {
  lapse: 'Venció el plazo para corregir y el proyecto quedó rechazado.',
  start: 'Llegó la fecha de inicio y el proyecto pasó a ejecución.',
  finish_evaluation: 'Se completaron las evaluaciones.',
  not_award: 'Terminó la convocatoria y el proyecto no se adjudicó.',
  award: 'Se liberó un cupo y el proyecto subió desde la lista de espera.',
};
const TO_PLACES: Partial<Record<Status, string>> = {
  director_review: 'Dirección',
  dean_review: 'Decanato',
  admissibility: 'admisibilidad',
  evaluation: 'evaluación',
  resolution: 'resolución',
};

/** What happened, as a sentence with the person's name. */
function stepText(event: StepEvent, context: Context): string {
  const { action, actorId, from, to, observations, onBehalf, leadId } = event;
  const alone = actorId === null ? BY_ITSELF[action] : undefined;
  if (alone) return alone;
  const count = observations === 1 ? '1 observación' : `${observations || 'sus'} observaciones`;
  const place = action === 'submit' ? (TO_PLACES[to] ?? statusLabel(to)) : statusLabel(to);
  const words = STEP_WORDS[action]
    .replace('{observations}', count)
    .replace('{from}', statusLabel(from))
    .replace('{to}', place);
  return `${who(actorId, context)} ${words}${onBehalf ? `, en nombre de ${context.nameOf(leadId)}` : ''}.`;
}
