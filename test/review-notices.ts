import { endOfDay } from '../src/domain/kit/calendar.ts';
import type { ReviewEvent } from '../src/domain/notices/events.ts';

/** An event, who is told of it as what, and in which words. */
export type Example<E> = readonly [event: E, told: readonly string[], title: string, text: string];
/** Of every event that says the same to everybody. */
export type ExamplesOf<E extends { readonly kind: string }> = {
  readonly [K in E['kind']]: readonly Example<Extract<E, { kind: K }>>[];
};

export const DUE = endOfDay('2026-11-26').toISOString();
const LACKING = { invited: null, isLacking: true } as const;
const FOUND = { invited: 'Luz Paz', isLacking: false, suggestion: 'Ana Soto' } as const;
const declined = { kind: 'review_declined', actorId: 'reviewer', code: 'INC-1', suggestion: '' } as const;
const inviting = { kind: 'review_invited', actorId: null, reviewerId: 'reviewer' } as const;
const codesOf = (count: number) => Array.from({ length: count }, (_, n) => `INC-${n + 1}`);
const titled = (n: number) => codesOf(n).map(code => ({ code, title: 'Huerta', call: null }));

/** What reviewers, and the office about them, are told. */
export const REVIEW_EXAMPLES: ExamplesOf<ReviewEvent> = {
  review_ended: [
    [
      { kind: 'review_ended', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
      ['reviewer review'],
      'Ya no te toca evaluar',
      'INC-1 dejó de evaluarse: no tienes que hacer nada más.',
    ],
  ],
  review_invited: [
    [
      {
        ...inviting,
        ...{ proposals: [{ code: 'INC-1', title: 'Huerta', call: 'Fondo 2026' }], answerBy: DUE, due: DUE },
      },
      ['reviewer review'],
      'Te invitaron a evaluar',
      'La oficina te invita a evaluar INC-1 «Huerta» (Fondo 2026). Acepta, o rechaza con un motivo hasta el 26-11-2026. La evaluación vence el 26-11-2026.',
    ],
    [
      { ...inviting, proposals: titled(2), answerBy: null, due: null },
      ['reviewer review'],
      'Te invitaron a evaluar 2 propuestas',
      'La oficina te invita a evaluar INC-1 «Huerta» e INC-2 «Huerta». Acepta, o rechaza con un motivo.',
    ],
    [
      { ...inviting, proposals: titled(13), answerBy: null, due: null },
      ['reviewer review'],
      'Te invitaron a evaluar 13 propuestas',
      `La oficina te invita a evaluar ${codesOf(10)
        .map(code => `${code} «Huerta»`)
        .join(', ')} y 3 más. Acepta, o rechaza con un motivo.`,
    ],
  ],
  review_extended: [
    [
      { kind: 'review_extended', actorId: null, reviewerId: 'reviewer', code: 'INC-1', due: DUE },
      ['reviewer review'],
      'Hay más plazo',
      'La oficina extendió el plazo de INC-1 hasta el 26-11-2026.',
    ],
  ],
  review_replaced: [
    [
      { kind: 'review_replaced', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
      ['reviewer review'],
      'Ya no te toca evaluar',
      'La oficina retiró tu evaluación de INC-1.',
    ],
  ],
  review_returned: [
    [
      { kind: 'review_returned', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
      ['reviewer review'],
      'Te devolvieron una evaluación',
      'La oficina te devolvió tu evaluación de INC-1.',
    ],
  ],
  review_compared: [
    [
      {
        ...{ kind: 'review_compared', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
        until: '2026-12-02T02:59:59.999Z',
      },
      ['reviewer review'],
      'Compara tu evaluación con la otra',
      'Tu evaluación de INC-1 y la otra quedaron lejos. Léela, sin nombres, y mantén o revisa la tuya hasta el 01-12-2026.',
    ],
  ],
  review_restored: [
    [
      { kind: 'review_restored', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
      ['reviewer review'],
      'Se mantuvo tu evaluación',
      'No confirmaste a tiempo tu revisión de INC-1: quedó tu evaluación como la habías confirmado.',
    ],
  ],
  review_question: [
    [
      {
        ...{ kind: 'review_question', actorId: null, code: 'INC-1', due: DUE },
        ...{ question: '¿Quién riega?', leadId: 'lead', alternateId: 'alternate' },
      },
      ['alternate turn', 'lead turn'],
      'Te toca responder a quien evalúa',
      'Quien evalúa INC-1 te pregunta: «¿Quién riega?» Responde hasta el 26-11-2026.',
    ],
  ],
  review_question_answered: [
    [
      { kind: 'review_question_answered', actorId: null, reviewerId: 'reviewer', code: 'INC-1' },
      ['reviewer review'],
      'Respondieron tu pregunta',
      'El autor de INC-1 respondió la pregunta que le hiciste.',
    ],
  ],
  review_declined: [
    [
      { ...declined, ...LACKING, hasConflict: false, reason: 'Viajo en mayo.' },
      ['admin turn', 'otherAdmin turn'],
      'Te toca asignar evaluadores',
      'Soledad Cifuentes rechazó evaluar INC-1: Viajo en mayo.',
    ],
    [
      { ...declined, ...FOUND, actorId: 'admin', hasConflict: true, reason: 'Viajo en mayo.' },
      ['otherAdmin turn'],
      'Invitamos a otra persona a evaluar',
      'Beatriz Navarrete declaró un conflicto de interés en INC-1: Viajo en mayo. Sugiere a: Ana Soto. Invitamos en su lugar a Luz Paz.',
    ],
  ],
  review_unanswered: [
    [
      { kind: 'review_unanswered', actorId: null, code: 'INC-1', name: 'Ana Soto', ...LACKING },
      ['admin turn', 'otherAdmin turn'],
      'Te toca asignar evaluadores',
      'Ana Soto no respondió a tiempo si evalúa INC-1.',
    ],
  ],
  review_lapsed: [
    [
      { ...inviting, kind: 'review_lapsed', code: 'INC-1' },
      ['reviewer review'],
      'Venció tu invitación a evaluar',
      'No respondiste a tiempo si evalúas INC-1: ya no tienes que hacer nada.',
    ],
  ],
  review_lacking: [
    [
      { kind: 'review_lacking', actorId: null, code: 'INC-1', isGap: false },
      ['admin turn', 'otherAdmin turn'],
      'Te toca asignar evaluadores',
      'INC-1 necesita otra evaluación: le falta quien la evalúe.',
    ],
    [
      { kind: 'review_lacking', actorId: null, code: 'INC-1', isGap: true },
      ['admin turn', 'otherAdmin turn'],
      'Te toca asignar evaluadores',
      'INC-1 necesita otra evaluación: los puntajes quedaron muy lejos y nadie más está libre de conflicto.',
    ],
  ],
};
