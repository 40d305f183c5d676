import { endOfDay } from '../kit/calendar.ts';
import { type CertificateFacts, certificateLetterOf } from './letters/certificate-letters.ts';
import { type DataRequestFacts, dataRequestLetterOf } from './letters/data-request-letters.ts';
import { type ResultFacts, resultLetterOf } from './letters/result-letters.ts';
import { type SurveyFacts, surveyLetterOf } from './letters/survey-letters.ts';
import { digestOf, type Letter, type LetterFacts, letterOf, welcomeOf } from './letters.ts';
import { type MailTemplate, type MailText, SURVEY_TEMPLATES } from './mail-texts.ts';
import type { Outcome } from './outcomes.ts';

const PROJECT = {
  kind: 'pacs',
  id: 'ejemplo',
  code: 'PAC-2026-0042',
  title: 'Autocuidado en Los Cóndores',
};

const FACTS: LetterFacts = {
  to: 'Patricia Contreras Vidal',
  title: 'Te toca revisar',
  text: 'Camila Rojas Fuentes envió el proyecto a Dirección.',
  project: PROJECT,
  status: 'En revisión de Dirección',
  holders: ['Patricia Contreras Vidal'],
  office: false,
  due: endOfDay('2026-11-26'),
  since: endOfDay('2026-11-20'),
  next: 'Después pasa por Decanato, y luego queda aprobado.',
  reason: 'Faltan precisiones en el presupuesto.',
  comment: 'Muy buen trabajo con la junta de vecinos.',
  observations: [{ section: 'Presupuesto', text: 'Detalla los materiales de cada taller.' }],
};

const SURVEY: SurveyFacts = {
  to: 'Rosa Alarcón Pizarro',
  title: 'Tu experiencia en los talleres',
  message: 'Gracias por participar en los talleres de este semestre.\nResponder toma unos cinco minutos.',
  project: PROJECT.title,
  until: endOfDay('2026-11-26'),
  anonymous: true,
};

const CERTIFICATES: CertificateFacts = {
  to: 'Rosa Alarcón Pizarro',
  certificates: [
    {
      ...{ folio: '2026-000042', title: 'Certificado de participación', code: '7K3M9QXF2B8DWT5H' },
      statement: `participó en 3 actividades del proyecto «${PROJECT.title}».`,
    },
  ],
};

const DATA_REQUEST: DataRequestFacts = {
  ...{
    to: 'Rosa Alarcón Pizarro',
    code: 'SD-2026-0042',
    right: 'access',
    what: 'answered',
    outcome: 'granted',
  },
  words: 'Te enviamos una copia de los datos que guardamos de ti: tu asistencia a tres actividades.',
  due: null,
};

/** A mail of this sort about people and a project that do not exist. */
export function sampleLetter(template: MailTemplate, text: MailText): Letter {
  const to = FACTS.to;
  if (template === 'digest') {
    const items = [
      { title: 'Aprobado', text: 'Marcela Figueroa Ponce dio visto bueno.', project: PROJECT },
      { title: 'Recibiste algo a tu cargo', text: 'Te traspasaron la Escuela de Enfermería.', project: null },
    ];
    return digestOf({ to, day: '21-11-2026', items }, text);
  }
  if (template === 'invitation' || template === 'welcome') {
    const email = 'patricia.contreras@universidad.example';
    return welcomeOf({ to, email, invited: template === 'invitation', roles: ['Evaluación'] }, text);
  }
  if (template === 'data_request') return dataRequestLetterOf(DATA_REQUEST, text);
  if (template === 'certificate') return certificateLetterOf(CERTIFICATES, text);
  const survey = SURVEY_TEMPLATES.find(one => one === template);
  if (survey) return surveyLetterOf(SURVEY, survey, text);
  return letterOf({ ...FACTS, desk: template === 'review' }, text);
}

const RESULT: ResultFacts = {
  to: 'Camila Rojas Fuentes',
  project: { ...PROJECT, kind: 'fexs', code: 'FEX-2026-0042' },
  call: { name: 'Fondo de extensión', year: 2026 },
  line: 'Salud comunitaria',
  score: 71.5,
  cutoff: 78.25,
  minimum: 60,
  place: { rank: 9, of: 24 },
  asked: 2_000_000,
  awarded: null,
  reason: 'No alcanza el presupuesto de su línea.',
  comments: ['El diagnóstico es sólido.', 'Precisa cómo medirás los resultados.'],
  appealUntil: null,
  provisionalUntil: endOfDay('2026-11-26'),
  waitlistUntil: '2027-03-01',
};
const SAMPLES: Readonly<Record<Outcome, Partial<ResultFacts>>> = {
  award: { score: 88, place: { rank: 3, of: 24 }, awarded: 1_800_000, reason: 'Por su lugar en la lista.' },
  waitlist: {},
  not_award: { score: 54, place: { rank: 19, of: 24 }, appealUntil: endOfDay('2026-11-26') },
  dismiss: {
    ...{ score: null, cutoff: null, minimum: null, place: null, asked: null, comments: [] },
    reason: 'Falta la carta de compromiso del socio.',
    appealUntil: endOfDay('2026-11-26'),
  },
};

/** The letter of such a result about people and a proposal that do not exist. */
export const sampleResultLetter = (outcome: Outcome, text: MailText): Letter =>
  resultLetterOf({ ...RESULT, ...SAMPLES[outcome] }, text);
