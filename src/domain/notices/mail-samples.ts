import { endOfDay } from '../kit/calendar.ts';
import { digestOf, type Letter, type LetterFacts, letterOf, welcomeOf } from './letters.ts';
import type { MailTemplate, MailText } from './mail-texts.ts';

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
  return letterOf({ ...FACTS, desk: template === 'review' }, text);
}
