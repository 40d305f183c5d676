import { type Status, statusLabel } from '../../kinds/statuses.ts';
import { formatDateTime, formatDay } from '../../text/format.ts';
import { placeOf } from '../../workflow/next-steps.ts';
import type { TransitionAction } from '../../workflow/transitions.ts';
import type {
  DueExtendedEvent,
  HandoverEvent,
  OtherTurn,
  ReminderEvent,
  StepEvent,
  UndoEvent,
} from '../events.ts';
import type { Reminder } from '../reminders.ts';
import { callVoice, joinAtMost, type NameOf, nameActor, type Words } from './words.ts';

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
/** What a status asks of its holder, in words: `Te toca revisar`. `report` is the progress report that is due. */
export const turnTitle = (status: Status, report?: number): string =>
  report === undefined ? TURN_TITLES[status] : `Te toca enviar el informe de avance ${report}`;

/** What a reminder is called, whatever is due. */
export const REMINDER_TITLES: Record<Reminder, string> = {
  before: 'El plazo vence pronto',
  today: 'El plazo vence hoy',
  overdue: 'El plazo está vencido',
};
function timeLeft({ when, left }: ReminderEvent): string {
  if (when === 'overdue') return 'El plazo ya venció.';
  if (when === 'today') return 'El plazo vence hoy.';
  // Due on a weekend or holiday.
  if (left === 0) return 'El plazo vence antes del próximo día hábil.';
  return left > 1 ? `El plazo vence en ${left} días hábiles.` : 'El plazo vence el próximo día hábil.';
}

/** What something that waits besides steps asks for. */
export const OTHER_TURNS: Record<OtherTurn, string> = {
  change: 'Te toca decidir un cambio pedido',
  appeal: 'Te toca responder una apelación',
  question: 'Te toca responder a quien evalúa',
  action_item: 'Te toca cumplir un acuerdo de una reunión',
  measurement: 'Te toca aceptar mediciones de indicadores',
  statement: 'Te toca seguir con una rendición',
  refund: 'Te toca seguir con un reintegro',
  report: 'Te toca seguir con un informe de avance',
};
const asksFor = ({ turn, what, status, report }: ReminderEvent): string =>
  `${turn ? OTHER_TURNS[turn] : turnTitle(status, report)}${what === undefined ? '' : `: «${what}»`}`;

export const describeReminder = (event: ReminderEvent): Words => ({
  title: REMINDER_TITLES[event.when],
  text: `${timeLeft(event)} ${asksFor(event)}.`,
});

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

/** What happened, as a sentence with the person's name. */
function stepText(event: StepEvent, nameOf: NameOf): string {
  const { action, actorId, from, to, subStep, observations, onBehalf, leadId } = event;
  const alone = actorId === null ? BY_ITSELF[action] : undefined;
  if (alone) return withAward(event, alone);
  const count = observations === 1 ? '1 observación' : `${observations || 'sus'} observaciones`;
  const place = action === 'submit' ? placeOf({ status: to, subStep }) : statusLabel(to);
  const words = STEP_WORDS[action]
    .replace('{observations}', count)
    .replace('{from}', statusLabel(from))
    .replace('{to}', place);
  const by = RESULTS.includes(action) ? callVoice(event.call) : nameActor(actorId, nameOf);
  return withAward(event, `${by} ${words}${onBehalf ? `, en nombre de ${nameOf(leadId)}` : ''}.`);
}

const withAward = ({ award }: StepEvent, text: string) => (award ? `${text} ${award}` : text);

/** What a call decides of its proposals, rather than the person who writes it down. */
const RESULTS: readonly TransitionAction[] = [
  ...(['admit', 'dismiss', 'finish_evaluation', 'reopen_evaluation'] as const),
  ...(['award', 'waitlist', 'not_award', 'uphold_appeal'] as const),
];

/** What was sent has arrived, and when. `null` for a step that sends nothing. */
function receiptOf({ action, from, call, at }: StepEvent, text: string): Words | null {
  if (action !== 'submit' && action !== 'submit_final_report') return null;
  const sent = from === 'returned' ? 'corrección' : call ? 'propuesta' : 'proyecto';
  const title = `Recibimos tu ${action === 'submit' ? sent : 'informe final'}`;
  const where = call ? ` a «${call}»` : '';
  return { title, text: at ? `${text} Llegó${where} el ${formatDateTime(new Date(at))}.` : text };
}

/** What a step means for the project's own people, for whoever has it now and for whoever had it before. */
export function describeStep(
  event: StepEvent,
  nameOf: NameOf,
): Record<'own' | 'turn' | 'former', Words> & { readonly receipt: Words | null } {
  const text = stepText(event, nameOf);
  const turn =
    event.action === 'return_final_report' ? 'Te toca corregir el informe final' : turnTitle(event.to);
  return {
    own: { title: stepTitle(event), text },
    turn: { title: turn, text },
    former: { title: 'Ya no te toca', text },
    receipt: receiptOf(event, text),
  };
}

/** What an undone step means for whoever has the project again, and for the others who knew of it. */
export function describeUndo({ to, report }: UndoEvent, by: string): Record<'turn' | 'former', Words> {
  const text = `${by} deshizo el último paso.`;
  return {
    turn: { title: turnTitle(to, report), text },
    former: { title: 'Se deshizo el último paso', text },
  };
}

const MOST_NAMED = 5;

/** The only step is named by what it asks, several by how many they are. */
export function describeHandover({ steps }: HandoverEvent): Words {
  const [first, ...more] = steps;
  if (more.length > 0) {
    const codes = steps.map(s => s.code);
    return {
      title: `Te tocan ${steps.length} proyectos`,
      text: `Cambió quien revisa: ahora tienes ${joinAtMost(codes, MOST_NAMED)}.`,
    };
  }
  const why = [first.isNewUnit && 'El proyecto cambió de unidad.', first.note];
  return { title: turnTitle(first.status), text: why.filter(Boolean).join(' ') };
}

export const describeExtension = ({ day }: DueExtendedEvent, by: string): Words => ({
  title: 'Hay más plazo',
  text: `${by} extendió el plazo hasta el ${formatDay(day)}.`,
});

/** What somebody did with many projects at once, before how many they are. */
export const JOINT_ACTS = {
  override: 'cambió el estado de',
  undo: 'deshizo el cambio de estado de',
} as const;
