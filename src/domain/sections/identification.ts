import {
  choice,
  date,
  flag,
  inOrder,
  keywords,
  line,
  narrative,
  periodField,
  reference,
  references,
} from './field.ts';
import { section } from './section.ts';

const MODALITIES = [
  { value: 'in_person', label: 'Presencial' },
  { value: 'online', label: 'En línea' },
  { value: 'hybrid', label: 'Híbrida' },
] as const;

const ORIGINS = [
  { value: 'new', label: 'Proyecto nuevo' },
  { value: 'continuity', label: 'Continuidad de un proyecto anterior' },
] as const;

const MAX_MONTHS = 36;

/** Same day `months` later, or the last day of that month: 31-01 plus one month is 28-02. */
export function addMonths(isoDay: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = isoDay.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, lastDay)))
    .toISOString()
    .slice(0, 10);
}

export const identification = section({
  label: 'Identificación',
  help: 'Qué proyecto es, quién lo dirige, cuándo y en qué unidad.',
  fields: {
    title: line('Título', {
      min: 10,
      max: 200,
      required: true,
      copied: false,
      help: 'Un nombre que se entienda fuera de la universidad.',
    }),
    summary: narrative('Resumen', {
      min: 50,
      max: 1500,
      required: true,
      help: 'Qué se hará, con quién y para qué. Se publica si das tu consentimiento.',
    }),
    period: periodField('Período', { required: true, help: 'Semestre en que parte el proyecto.' }),
    startDate: date('Fecha de inicio', { required: true }),
    endDate: date('Fecha de término', {
      required: true,
      help: `A lo más ${MAX_MONTHS} meses después del inicio.`,
    }),
    leadId: reference('person', 'Responsable', {
      required: true,
      copied: false,
      help: 'Dirige el proyecto y lo envía.',
    }),
    alternateId: reference('person', 'Responsable alterno', {
      help: 'Edita y envía el proyecto igual que el responsable.',
    }),
    schoolId: reference('school', 'Escuela', {
      required: true,
      copied: false,
      help: 'Su Dirección revisa el proyecto. La facultad se deduce de la escuela.',
    }),
    careerIds: references('careers', 'Carreras', 30),
    modality: choice('Modalidad', MODALITIES),
    origin: choice('Origen', ORIGINS),
    previousProjectId: reference('project', 'Proyecto anterior', {
      required: true,
      copied: false,
      help: 'Debe estar cerrado.',
    }),
    themeId: reference('theme', 'Tema'),
    keywords: keywords('Palabras clave', 8, { help: 'Hasta 8. Sirven para encontrar el proyecto.' }),
    consentToPublish: flag('Consiento en publicar este proyecto en el catálogo público', {
      copied: false,
      help: 'Se muestran título, resumen, tema, unidad, carreras, cursos, convocatoria, período, fechas, comunas, ODS y organizaciones socias. Puedes retirarlo cuando quieras.',
    }),
  },
  refine(data, fail, past) {
    inOrder(data, 'startDate', 'endDate', fail);
    const last = data.startDate && addMonths(data.startDate, MAX_MONTHS);
    if (!past && last && data.endDate && data.endDate > last)
      fail('endDate', `El proyecto puede durar como máximo ${MAX_MONTHS} meses.`);
    if (data.leadId && data.leadId === data.alternateId)
      fail('alternateId', 'El responsable alterno debe ser otra persona.');
  },
  applies: (path, data) => path !== 'previousProjectId' || data.origin === 'continuity',
  rules(data, { previousStatus }) {
    if (data.origin !== 'continuity' || !data.previousProjectId || previousStatus === undefined) return [];
    const message = previousStatus === 'closed' ? null : 'El proyecto anterior debe estar cerrado.';
    return [{ path: 'previousProjectId', label: 'Proyecto anterior', message }];
  },
});
