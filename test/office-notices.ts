import type {
  AgreementEvent,
  CertificateEvent,
  PublicationEvent,
  SurveyEvent,
} from '../src/domain/notices/events.ts';
import type { ExamplesOf } from './review-notices.ts';

const certificateOf = (n: number) => ({
  folio: `2026-0000${n}`,
  title: 'Certificado de participación',
  statement: 'dirigió el proyecto «Huerta».',
});
const certificatesOf = (count: number) => Array.from({ length: count }, (_, n) => certificateOf(20 + n));
const issued = { kind: 'certificates_ready', actorId: null, userId: 'member' } as const;

/** Examples of what is about no single project. */
export const OFFICE_EXAMPLES: ExamplesOf<AgreementEvent | SurveyEvent | CertificateEvent | PublicationEvent> =
  {
    publication_decided: [
      [
        {
          kind: 'publication_decided',
          actorId: 'admin',
          isWithheld: true,
          leadId: 'lead',
          alternateId: null,
        },
        ['lead decision'],
        'Tu proyecto se retiró del catálogo público',
        'Beatriz Navarrete lo retiró: nadie de fuera lo ve.',
      ],
      [
        {
          kind: 'publication_decided',
          actorId: 'admin',
          isWithheld: false,
          leadId: 'lead',
          alternateId: null,
        },
        ['lead decision'],
        'Tu proyecto puede volver al catálogo público',
        'Beatriz Navarrete lo dejó volver: se ve si diste tu consentimiento.',
      ],
    ],
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
    certificates_ready: [
      [
        { ...issued, certificates: [{ folio: '2026-000031', title: 'Certificado', statement: '' }] },
        ['member certificates'],
        'Tienes un certificado nuevo',
        'Certificado 2026-000031.',
      ],
      [
        { ...issued, certificates: [certificateOf(19)] },
        ['member certificates'],
        'Tienes un certificado nuevo',
        'Certificado de participación 2026-000019: dirigió el proyecto «Huerta».',
      ],
      [
        { ...issued, certificates: [certificateOf(19), certificateOf(20)] },
        ['member certificates'],
        'Tienes 2 certificados nuevos',
        'Son los certificados 2026-000019 y 2026-000020.',
      ],
      [
        { ...issued, certificates: [certificateOf(19), ...certificatesOf(12)] },
        ['member certificates'],
        'Tienes 13 certificados nuevos',
        'Son los certificados 2026-000019, 2026-000020, 2026-000021, 2026-000022, 2026-000023, 2026-000024, 2026-000025, 2026-000026, 2026-000027, 2026-000028 y 3 más.',
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
