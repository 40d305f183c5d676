import { localDay } from '../kit/calendar.ts';
import { hide, type Refused, refuse } from '../kit/verdict.ts';
import { formatDay, formatList } from '../text/format.ts';
import { type Condition, type TransitionRequirement, UNDO_HOURS, UNDOABLE } from './transitions.ts';

export interface LastTransition {
  readonly id: string | number;
  readonly actorId: string | null;
  readonly at: Date;
  readonly action: string;
  /** False once something automatic followed, or an act or certificate was issued. */
  readonly undoable: boolean;
  /** Why a submit is not taken back once it could no longer be made: a sentence; null where it could. */
  readonly tooLate: string | null;
}

/** Everything about a project that the conditions of a transition ask for. */
export interface ConditionFacts {
  readonly submittedAt: Date | null;
  readonly lastTransition: LastTransition | null;
  /** What `completeness()` found missing. */
  readonly missingCount: number;
  /** Observations the lead has not answered. */
  readonly openObservations: number;
  /** Rules of its call that a proposal does not meet yet, and what the admissibility desk has not checked. */
  readonly callRefusals: readonly string[];
  readonly unchecked: readonly string[];
  /** Sent back by the admissibility desk, which it does once. */
  readonly correctedOnce: boolean;
  /** Day `yyyy-mm-dd` the project starts; null while it has none. */
  readonly startDate: string | null;
  /** Labels of what has to be there before the project runs, e.g. a signed contract. */
  readonly missingToStart: readonly string[];
  /** Day `yyyy-mm-dd` from which the final report may be sent; null where it may at any time. */
  readonly reportFrom: string | null;
  /** Figures, verifiers and evidence the final report lacks. */
  readonly missingInReport: number;
  /** Its result comes with the act that resolves its whole call. */
  readonly resolvedTogether: boolean;
  /** Applies to a call, which is what has a waitlist. */
  readonly inCall: boolean;
  /** Rejected by a declaration of inadmissibility, which can be appealed. */
  readonly dismissed: boolean;
  /** The step is a part of the answer to an open appeal. */
  readonly answersAppeal: boolean;
  readonly now: Date;
}

const countWords = (n: number, one: string, many: string) => (n === 1 ? one : many.replace('{n}', String(n)));

/** The refusal of each condition not met; `null` where it is. */
const CONDITIONS: Readonly<Record<Condition, (s: ConditionFacts) => Refused | null>> = {
  complete: s =>
    s.missingCount === 0
      ? null
      : refuse(
          countWords(
            s.missingCount,
            'Falta 1 dato: complétalo antes de enviar.',
            'Faltan {n} datos: complétalos antes de enviar.',
          ),
        ),
  observations_answered: s =>
    s.openObservations === 0
      ? null
      : refuse(
          `${countWords(s.openObservations, 'Queda 1 observación', 'Quedan {n} observaciones')} por responder.`,
        ),
  eligible: s => (s.callRefusals[0] ? refuse(s.callRefusals.join(' ')) : null),
  corrected_once: s =>
    s.correctedOnce
      ? refuse('Ya se devolvió una vez para corregir: decláralo admisible o inadmisible.')
      : null,
  checked: s =>
    s.unchecked.length > 0 ? refuse(`Falta revisar en admisibilidad: ${formatList(s.unchecked)}.`) : null,
  never_submitted: s =>
    s.submittedAt === null ? null : hide('Este borrador ya fue enviado una vez: puedes retirarlo.'),
  submitted_once: s =>
    s.submittedAt === null ? hide('Este borrador nunca fue enviado: puedes eliminarlo.') : null,
  start_reached: s =>
    s.startDate === null || s.startDate <= localDay(s.now)
      ? null
      : refuse(`El proyecto empieza el ${formatDay(s.startDate)}: se inicia desde ese día.`),
  ready_to_start: s =>
    s.missingToStart.length === 0 ? null : refuse(`Falta para iniciar: ${formatList(s.missingToStart)}.`),
  report_time: s =>
    s.reportFrom === null || s.reportFrom <= localDay(s.now)
      ? null
      : refuse(
          `El proyecto y sus actividades terminan el ${formatDay(s.reportFrom)}: el informe final se envía desde ese día, o antes si la oficina lo permite.`,
        ),
  report_complete: s =>
    s.missingInReport === 0
      ? null
      : refuse(
          countWords(
            s.missingInReport,
            'Al informe final le falta 1 dato: complétalo antes de enviar.',
            'Al informe final le faltan {n} datos: complétalos antes de enviar.',
          ),
        ),
  dismissed: s => (s.dismissed ? null : hide('Solo se puede apelar una declaración de inadmisibilidad.')),
  appealed: s => (s.answersAppeal ? null : hide('Se acoge al responder la apelación del proyecto.')),
  in_call: s => (s.inCall ? null : hide('Sin convocatoria no hay lista de espera.')),
  outside_call: s =>
    s.resolvedTogether
      ? hide('Se resuelve junto con las demás propuestas de su convocatoria, en un solo acto.')
      : null,
  undoable: s => undoRefusal(s.lastTransition, s.now),
};

function undoRefusal(last: LastTransition | null, now: Date): Refused | null {
  if (!last || !UNDOABLE.some(a => a === last.action)) return hide('No hay nada que deshacer.');
  if (!last.undoable) return hide('Ya no se puede deshacer: pide a la oficina que cambie el estado.');
  const hours = (now.getTime() - last.at.getTime()) / 3_600_000;
  if (hours > UNDO_HOURS)
    return hide(`Pasaron más de ${UNDO_HOURS} horas: pide a la oficina que cambie el estado.`);
  return last.tooLate === null ? null : refuse(last.tooLate);
}

/** Why a requirement that the project itself must meet is not met; `null` where it is, or where a person gives it. */
export const unmetCondition = (requirement: TransitionRequirement, s: ConditionFacts): Refused | null =>
  Object.hasOwn(CONDITIONS, requirement) ? CONDITIONS[requirement as Condition](s) : null;
