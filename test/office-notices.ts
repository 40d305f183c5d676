import type {
  AgreementEvent,
  CertificateEvent,
  DataRequestEvent,
  PublicationEvent,
  SurveyEvent,
} from '../src/domain/notices/events.ts';
import { DUE, type ExamplesOf } from './review-notices.ts';

const certificateOf = (n: number) => ({
  folio: `2026-0000${n}`,
  title: 'Certificado de participación',
  statement: 'dirigió el proyecto «Huerta».',
});
const certificatesOf = (count: number) => Array.from({ length: count }, (_, n) => certificateOf(20 + n));
const issued = { kind: 'certificates_ready', actorId: null, userId: 'member' } as const;

const asked = { code: 'SD-2026-0007', right: 'access' } as const;
const waiting = { ...asked, kind: 'data_request_waiting', due: DUE, makers: ['admin'] } as const;

/** Examples of what is about no single project. */
export const OFFICE_EXAMPLES: ExamplesOf<
  AgreementEvent | SurveyEvent | CertificateEvent | PublicationEvent | DataRequestEvent
> = {
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
  data_request_waiting: [
    [
      { ...waiting, actorId: 'lead', reminder: null },
      ['otherAdmin turn'],
      'Te toca responder una solicitud de datos personales',
      'La solicitud de acceso SD-2026-0007 se responde hasta el 26-11-2026.',
    ],
    [
      { ...waiting, actorId: null, reminder: 'overdue', makers: [] },
      ['admin reminder', 'otherAdmin reminder'],
      'El plazo está vencido',
      'La solicitud de acceso SD-2026-0007 venció el 26-11-2026 y sigue sin respuesta.',
    ],
  ],
  data_request_settled: [
    [
      { ...asked, kind: 'data_request_settled', actorId: 'admin', isAnswered: true, userId: 'member' },
      ['member decision'],
      'Respondimos tu solicitud de datos personales',
      'La oficina respondió tu solicitud de acceso SD-2026-0007.',
    ],
    [
      { ...asked, kind: 'data_request_settled', actorId: 'admin', isAnswered: false, userId: 'member' },
      ['member decision'],
      'Tu solicitud de datos personales tiene más plazo',
      'La oficina amplió el plazo para responder tu solicitud de acceso SD-2026-0007.',
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
