import {
  holderGroup,
  isFinal,
  RESOLVED,
  STATUSES,
  type Status,
  type SubStep,
  statusLabel,
} from '../kinds/statuses.ts';
import { isAcademic, isAdmin, isDean, isDirector, isReviewer, type Role } from '../kit/actor.ts';
import type { UserState } from '../kit/user-states.ts';

/** What a person may hand over: projects led, as alternate, steps held, units headed. */
export const HOLDINGS = ['lead', 'alternate', 'step', 'school', 'faculty'] as const;
export type Holding = (typeof HOLDINGS)[number];

/** Projects that ended keep the names they ended with. */
export const HANDED_OVER: readonly Status[] = STATUSES.filter(s => !isFinal(s));

export interface Successor {
  readonly id: string;
  readonly name: string;
  readonly state: UserState;
  readonly roles: readonly Role[];
  /** Becomes head of a unit by the same act, and with it gets its role. */
  readonly willHead: boolean;
}

interface HeldProject {
  readonly holding: 'lead' | 'alternate' | 'step';
  readonly status: Status;
  readonly subStep: SubStep | null;
  readonly leadId: string;
  readonly alternateId: string | null;
  /** Everybody who takes part. */
  readonly partIds: readonly string[];
  readonly holderIds: readonly string[];
  readonly actedAsDirectorIds: readonly string[];
  /** Invited, at work or done: with it, or with what competes with it. */
  readonly reviewerIds: readonly string[];
}
interface HeldUnit {
  readonly holding: 'school' | 'faculty';
  readonly headIds: readonly string[];
}
export type Held = HeldProject | HeldUnit;
export const isUnit = (held: { readonly holding: Holding }): held is HeldUnit =>
  held.holding === 'school' || held.holding === 'faculty';

const STATES = { pending: 'está pendiente de habilitar', blocked: 'está bloqueada' } as const;

/** Why this person cannot take that over; `null` when they can. Spanish, for the list of what is left out. */
export function successionRefusal(held: Held, to: Successor, fromId: string): string | null {
  if (to.id === fromId) return 'Es la misma persona.';
  if (to.state !== 'active') return `La cuenta de ${to.name} ${STATES[to.state]}.`;
  if (isUnit(held)) return held.headIds.includes(to.id) ? `${to.name} ya es titular de esta unidad.` : null;
  return held.holding === 'step' ? stepRefusal(held, to) : seatRefusal(held, to);
}

function seatRefusal({ holding, leadId, status, reviewerIds }: HeldProject, to: Successor): string | null {
  if (holding === 'alternate' && leadId === to.id) return `${to.name} ya es responsable de este proyecto.`;
  if (reviewerIds.includes(to.id) && !RESOLVED.includes(status))
    return `Conflicto de interés: ${to.name} evalúa este proyecto u otro de su convocatoria.`;
  const leads = isAcademic(to) || isDirector(to) || isDean(to) || isAdmin(to) || to.willHead;
  return leads ? null : `${to.name} no tiene un rol con el que se dirijan proyectos.`;
}

function stepRefusal(held: HeldProject, to: Successor): string | null {
  if (held.partIds.includes(to.id)) return `Conflicto de interés: ${to.name} dirige o integra este proyecto.`;
  if (held.status === 'dean_review' && held.actedAsDirectorIds.includes(to.id))
    return `${to.name} ya dio visto bueno por la Dirección.`;
  if (held.holderIds.includes(to.id)) return `${to.name} ya tiene este paso.`;
  if (holderGroup(held.status, held.subStep) === 'reviewers')
    return isReviewer(to) ? null : `${to.name} no tiene el rol de Evaluación.`;
  return isDirector(to) || isDean(to) || to.willHead
    ? null
    : `${to.name} no tiene el rol de Dirección ni el de Decanato.`;
}

const SEATS = { lead: 'Responsable', alternate: 'Responsable alterno' } as const;

/** What happened, for the history: `Responsable: de Ana Soto a Luis Paz.` Its authors read it, who may not know who reviews. */
export const handoverNote = (
  { holding, status }: Pick<HeldProject, 'holding' | 'status'>,
  from: { readonly name: string },
  to: { readonly name: string },
): string =>
  holding === 'step' && status === 'evaluation'
    ? 'La evaluación de una persona pasó a otra.'
    : `${holding === 'step' ? `Paso «${statusLabel(status)}»` : SEATS[holding]}: de ${from.name} a ${to.name}.`;
