import type { SpendingEvent } from '../src/domain/notices/execution-events.ts';
import type { ExamplesOf } from './review-notices.ts';

const own = { leadId: 'lead', alternateId: 'alternate' };

/** What of the money of a project people are told, and in which words. */
export const SPENDING_EXAMPLES: ExamplesOf<SpendingEvent> = {
  statement_submitted: [
    [
      {
        ...{ kind: 'statement_submitted', actorId: 'lead', number: 2, total: 1_250_000, isAgain: false },
        makers: ['lead', 'admin'],
      },
      ['otherAdmin turn'],
      'Te toca revisar una rendición',
      'Camila Rojas envió la rendición 2, por $1.250.000.',
    ],
    [
      {
        ...{ kind: 'statement_submitted', actorId: 'lead', number: 1, total: -500, isAgain: true },
        makers: ['lead'],
      },
      ['admin turn', 'otherAdmin turn'],
      'Te toca revisar una rendición',
      'Camila Rojas envió de nuevo la rendición 1, por -$500.',
    ],
  ],
  statement_decided: [
    [
      { ...{ kind: 'statement_decided', actorId: 'admin', number: 2, isApproved: true, noted: 0 }, ...own },
      ['alternate decision', 'lead decision'],
      'Rendición aprobada',
      'Beatriz Navarrete aprobó la rendición 2.',
    ],
    [
      { ...{ kind: 'statement_decided', actorId: 'admin', number: 2, isApproved: true, noted: 1 }, ...own },
      ['alternate decision', 'lead decision'],
      'Rendición aprobada',
      'Beatriz Navarrete aprobó la rendición 2, con 1 gasto rechazado.',
    ],
    [
      { ...{ kind: 'statement_decided', actorId: 'admin', number: 3, isApproved: false, noted: 4 }, ...own },
      ['alternate turn', 'lead turn'],
      'Rendición con observaciones',
      'Beatriz Navarrete devolvió la rendición 3 con 4 observaciones.',
    ],
  ],
  statement_reopened: [
    [
      { ...{ kind: 'statement_reopened', actorId: 'admin', number: 1 }, ...own },
      ['alternate decision', 'lead decision'],
      'Rendición reabierta',
      'Beatriz Navarrete reabrió la rendición 1: se revisa otra vez.',
    ],
  ],
  refund_submitted: [
    [
      { kind: 'refund_submitted', actorId: 'lead', amount: 85_000, makers: ['lead'] },
      ['admin turn', 'otherAdmin turn'],
      'Te toca revisar un reintegro',
      'Camila Rojas envió un reintegro de $85.000.',
    ],
  ],
  refund_decided: [
    [
      { ...{ kind: 'refund_decided', actorId: 'admin', amount: 85_000, isAccepted: true }, ...own },
      ['alternate decision', 'lead decision'],
      'Reintegro aceptado',
      'Beatriz Navarrete aceptó el reintegro de $85.000.',
    ],
    [
      { ...{ kind: 'refund_decided', actorId: 'admin', amount: 85_000, isAccepted: false }, ...own },
      ['alternate turn', 'lead turn'],
      'Reintegro devuelto',
      'Beatriz Navarrete devolvió el reintegro de $85.000.',
    ],
  ],
  payment_recorded: [
    [
      { ...{ kind: 'payment_recorded', actorId: 'admin', amount: 1_500_000 }, ...own },
      ['alternate decision', 'lead decision'],
      'Pago registrado',
      'Beatriz Navarrete registró un pago de $1.500.000.',
    ],
  ],
};
