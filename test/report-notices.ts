import type { ReportEvent } from '../src/domain/notices/execution-events.ts';
import type { ExamplesOf } from './review-notices.ts';

const sent = { kind: 'report_submitted', number: 2, makers: ['lead', 'admin'] } as const;
const decided = { kind: 'report_decided', number: 2, leadId: 'lead', alternateId: 'alternate' } as const;

/** What people are told of progress reports, and in which words. */
export const REPORT_EXAMPLES: ExamplesOf<ReportEvent> = {
  report_submitted: [
    [
      { ...sent, actorId: 'lead', isAgain: false, deciders: ['director'], office: false },
      ['director turn'],
      'Te toca revisar un informe de avance',
      'Camila Rojas envió el informe de avance 2.',
    ],
    [
      { ...sent, actorId: 'lead', isAgain: true, deciders: [], office: true },
      ['otherAdmin turn'],
      'Te toca revisar un informe de avance',
      'Camila Rojas envió de nuevo el informe de avance 2.',
    ],
    [
      { ...sent, actorId: 'director', isAgain: false, isPassedOn: true, deciders: [], office: true },
      ['otherAdmin turn'],
      'Te toca revisar un informe de avance',
      'Patricia Contreras aceptó el informe de avance 2: ahora lo decide la oficina.',
    ],
  ],
  report_decided: [
    [
      { ...decided, actorId: 'admin', isAccepted: true, observed: 0 },
      ['alternate decision', 'lead decision'],
      'Informe de avance aceptado',
      'Beatriz Navarrete aceptó el informe de avance 2.',
    ],
    [
      { ...decided, actorId: 'director', isAccepted: false, observed: 1 },
      ['alternate turn', 'lead turn'],
      'Informe de avance con observaciones',
      'Patricia Contreras devolvió el informe de avance 2 con 1 observación.',
    ],
  ],
};
