import { formatList } from './format.ts';
import type { LastTransition, ProjectSubject, Refused } from './permissions.ts';
import { type Condition, type TransitionRequirement, UNDO_HOURS, UNDOABLE } from './workflow.ts';

const refused = (reason: string): Refused => ({ allowed: false, reason });
const hidden = (reason: string): Refused => ({ allowed: false, reason, hidden: true });

const counted = (n: number, one: string, many: string) => (n === 1 ? one : many.replace('{n}', String(n)));

/** The refusal of each condition not met; `null` where it is. */
const CONDITIONS: Readonly<Record<Condition, (s: ProjectSubject) => Refused | null>> = {
  complete: s =>
    s.missingCount === 0
      ? null
      : refused(
          counted(
            s.missingCount,
            'Falta 1 dato: complétalo antes de enviar.',
            'Faltan {n} datos: complétalos antes de enviar.',
          ),
        ),
  observations_answered: s =>
    s.openObservations === 0
      ? null
      : refused(
          `${counted(s.openObservations, 'Queda 1 observación', 'Quedan {n} observaciones')} por responder.`,
        ),
  eligible: s => (s.callRefusals[0] ? refused(s.callRefusals.join(' ')) : null),
  corrected_once: s =>
    s.correctedOnce
      ? refused('Ya se devolvió una vez para corregir: decláralo admisible o inadmisible.')
      : null,
  checked: s =>
    s.unchecked.length > 0 ? refused(`Falta revisar en admisibilidad: ${formatList(s.unchecked)}.`) : null,
  never_submitted: s =>
    s.submittedAt === null ? null : hidden('Este borrador ya fue enviado una vez: puedes retirarlo.'),
  submitted_once: s =>
    s.submittedAt === null ? hidden('Este borrador nunca fue enviado: puedes eliminarlo.') : null,
  ready_to_start: s =>
    s.missingToStart.length === 0 ? null : refused(`Falta para iniciar: ${formatList(s.missingToStart)}.`),
  report_complete: s =>
    s.missingInReport === 0
      ? null
      : refused(
          counted(
            s.missingInReport,
            'Al informe final le falta 1 dato: complétalo antes de enviar.',
            'Al informe final le faltan {n} datos: complétalos antes de enviar.',
          ),
        ),
  dismissed: s => (s.dismissed ? null : hidden('Solo se puede apelar una declaración de inadmisibilidad.')),
  outside_call: s =>
    s.resolvedTogether
      ? hidden('Se resuelve junto con las demás propuestas de su convocatoria, en un solo acto.')
      : null,
  undoable: s => undoRefusal(s.lastTransition, s.now),
};

function undoRefusal(last: LastTransition | null, now: Date): Refused | null {
  if (!last || !UNDOABLE.some(a => a === last.action)) return hidden('No hay nada que deshacer.');
  if (!last.undoable) return hidden('Ya no se puede deshacer: pide a la oficina que cambie el estado.');
  const hours = (now.getTime() - last.at.getTime()) / 3_600_000;
  return hours <= UNDO_HOURS
    ? null
    : hidden(`Pasaron más de ${UNDO_HOURS} horas: pide a la oficina que cambie el estado.`);
}

/** Why a requirement that the project itself must meet is not met; `null` where it is, or where a person gives it. */
export const unmetCondition = (requirement: TransitionRequirement, s: ProjectSubject): Refused | null =>
  Object.hasOwn(CONDITIONS, requirement) ? CONDITIONS[requirement as Condition](s) : null;
