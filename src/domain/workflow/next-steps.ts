import { STEP_PLACES, type StepStatus } from '../kinds/definition.ts';
import { isFinal, isReportReturned, type Status } from '../kinds/statuses.ts';
import { formatList } from '../text/format.ts';
import {
  actionLabel,
  type Destination,
  destination,
  nextStep,
  type Standing,
  type Transition,
} from './transitions.ts';

/** Where a step leads, as in "Enviar a …". */
export function placeOf({ status, subStep }: Pick<Destination, 'status' | 'subStep'>): string {
  if (status === 'final_report') return subStep === 'office' ? 'la oficina' : 'Dirección';
  return Object.hasOwn(STEP_PLACES, status) ? STEP_PLACES[status as StepStatus] : 'revisión';
}

/** Button text of a transition for this project, e.g. `Enviar a Dirección`. */
export function buttonLabel(transition: Transition, project: Standing): string {
  const to = destination(transition, project);
  const label = actionLabel(transition.action);
  return to ? label.replace('{place}', placeOf(to)) : label;
}

/** The ordinary way on, in words: `Al enviarlo pasa por Dirección y Decanato, y luego queda aprobado.` */
export function whatComesNext(project: Standing): string {
  const { status, returnedFrom, subStep } = project;
  if (isFinal(status)) return 'No queda ningún paso.';
  if (isReportReturned(project))
    return `Al responder y enviar, el informe vuelve a ${placeOf({ status: 'final_report', subStep })}.`;
  const fixed = NEXT_WORDS[status];
  if (fixed) return fixed;
  if (status === 'final_report')
    return subStep === 'office'
      ? 'Al aceptar el informe, el proyecto se cierra.'
      : 'Al aceptar el informe, pasa a la oficina.';
  if (status === 'returned') {
    const back = placeOf({ status: returnedFrom ?? nextStep(project, 'draft'), subStep: null });
    return `Al responder y enviar, vuelve a ${back}.`;
  }
  return courseWords(project);
}

function courseWords({ status, steps }: Standing): string {
  const rest = steps.slice(steps.findIndex(s => s.status === status) + 1).map(s => s.status);
  const end = rest.includes('resolution') ? 'se resuelve' : 'queda aprobado';
  const through = rest.filter(s => s !== 'resolution').map(s => STEP_PLACES[s]);
  const first = status === 'draft' ? 'Al enviarlo' : 'Después';
  return through.length === 0
    ? `${first} ${end}.`
    : `${first} pasa por ${formatList(through)}, y luego ${end}.`;
}
const NEXT_WORDS: Partial<Record<Status, string>> = {
  resolution: 'Después queda adjudicado, en lista de espera o no adjudicado.',
  waitlisted: 'Si se libera un cupo, queda aprobado.',
  approved: 'Después empieza la ejecución.',
  running: 'Al terminar, envía el informe final.',
  suspended: 'La oficina puede reanudarlo o cancelarlo.',
};
