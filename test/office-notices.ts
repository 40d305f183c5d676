import type { AgreementEvent, SurveyEvent } from '../src/domain/notices/events.ts';
import type { ExamplesOf } from './review-notices.ts';

/** Examples of what is about no single project. */
export const OFFICE_EXAMPLES: ExamplesOf<AgreementEvent | SurveyEvent> = {
  agreement_ending: [
    [
      {
        ...{ kind: 'agreement_ending', actorId: null },
        agreements: [{ number: '12/2024', organisation: 'Municipalidad de Tomé', endsOn: '2027-02-24' }],
      },
      ['admin reminder', 'otherAdmin reminder'],
      'Un convenio vence pronto',
      'El convenio 12/2024 con Municipalidad de Tomé vence el 24-02-2027.',
    ],
    [
      {
        ...{ kind: 'agreement_ending', actorId: null },
        agreements: [
          { number: '12/2024', organisation: 'Municipalidad de Tomé', endsOn: '2027-02-24' },
          { number: '3', organisation: 'CESFAM Lota', endsOn: '2027-02-25' },
        ],
      },
      ['admin reminder', 'otherAdmin reminder'],
      '2 convenios vencen pronto',
      'Vencen 2 convenios: 12/2024 con Municipalidad de Tomé (24-02-2027) y 3 con CESFAM Lota (25-02-2027).',
    ],
  ],
  survey_ready: [
    [
      {
        ...{ kind: 'survey_ready', actorId: null, title: 'Satisfacción 2026', answers: 12 },
        ...{ leadId: 'lead', alternateId: null },
      },
      ['lead team'],
      'Los resultados de una encuesta están listos',
      '«Satisfacción 2026» cerró con 12 respuestas.',
    ],
    [
      {
        ...{ kind: 'survey_ready', actorId: null, title: 'Satisfacción 2026', answers: 1 },
        ...{ leadId: null, alternateId: null },
      },
      ['admin team', 'otherAdmin team'],
      'Una encuesta terminó con pocas respuestas',
      '«Satisfacción 2026» cerró con 1 respuesta: los resultados se muestran desde 5.',
    ],
  ],
};
