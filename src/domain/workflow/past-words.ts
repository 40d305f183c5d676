import { keysOf } from '../kit/look-up.ts';
import { isTransitionAction, type TransitionAction } from './transitions.ts';

/** What else the history tells. */
type OtherEvent =
  | 'create'
  | 'import'
  | 'change_unit'
  | 'change_lead'
  | 'reassign'
  | 'handover'
  | 'extend'
  | 'allow_early_report'
  | 'open_sections'
  | 'request_change'
  | 'accept_change'
  | 'refuse_change'
  | 'withdraw_change'
  | 'move_budget';

/** Everything the history of a project keeps. */
export type HistoryAction = TransitionAction | OtherEvent;

/** What happened, for the history; the table's own words are those of buttons. */
const PAST: Record<HistoryAction, string> = {
  create: 'Creado',
  import: 'Importado',
  change_unit: 'Cambio de unidad',
  change_lead: 'Cambio de responsable',
  reassign: 'Reasignado',
  request_change: 'Cambio solicitado',
  accept_change: 'Cambio aceptado',
  refuse_change: 'Cambio rechazado',
  withdraw_change: 'Solicitud de cambio retirada',
  move_budget: 'Presupuesto movido entre categorías',
  handover: 'Cambio de quien revisa',
  extend: 'Plazo extendido',
  allow_early_report: 'Informe final anticipado permitido',
  open_sections: 'Más secciones abiertas para corregir',
  submit: 'Enviado',
  endorse: 'Visto bueno',
  admit: 'Declarado admisible',
  return: 'Devuelto con observaciones',
  dismiss: 'Declarado inadmisible',
  reject: 'Rechazado',
  lapse: 'Rechazado por plazo vencido',
  finish_evaluation: 'Evaluación terminada',
  reopen_evaluation: 'Evaluación reabierta',
  award: 'Adjudicado',
  waitlist: 'En lista de espera',
  not_award: 'No adjudicado',
  uphold_appeal: 'Apelación acogida',
  start: 'Ejecución iniciada',
  submit_final_report: 'Informe final enviado',
  accept_final_report: 'Informe final aceptado',
  return_final_report: 'Informe final devuelto',
  suspend: 'Suspendido',
  resume: 'Reanudado',
  withdraw: 'Retirado',
  renounce: 'Renuncia',
  cancel: 'Cancelado',
  delete: 'Eliminado',
  undo: 'Deshecho',
  override: 'Cambio de estado por la oficina',
};
export const HISTORY_ACTIONS = keysOf(PAST);
/** `return` → `Devuelto con observaciones`; an unknown event keeps its own name. */
export const pastLabel = (action: string) =>
  isTransitionAction(action) || Object.hasOwn(PAST, action) ? PAST[action as keyof typeof PAST] : action;
