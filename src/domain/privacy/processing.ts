import { z } from 'zod';
import type { RetentionPeriods } from '../settings/retention.ts';
import { formatCount } from '../text/format.ts';
import { text, thingName } from '../text/rules.ts';
import { PROCESSING_ACTIVITIES } from './processing-activities.ts';

/** An activity of the register as the office writes it; names and lengths are the table's. */
export const processingFields = z.object({
  name: thingName(200, 1),
  purpose: text(2000, 1),
  /** Why the law allows it. */
  legalBasis: text(1000, 1),
  /** Of whom. */
  people: text(1000, 1),
  data: text(2000, 1),
  source: text(1000).default(''),
  recipients: text(1000).default(''),
  /** Abroad. */
  transfers: text(1000).default(''),
  kept: text(1000).default(''),
  security: text(2000).default(''),
});
export type ProcessingFields = z.output<typeof processingFields>;

/** What each field is called, in the order of screen, file and report. */
export const PROCESSING_LABELS = {
  name: 'Nombre',
  purpose: 'Finalidad',
  legalBasis: 'Base de licitud',
  people: 'Personas',
  data: 'Datos',
  source: 'Origen de los datos',
  recipients: 'Destinatarios',
  transfers: 'Transferencias al extranjero',
  kept: 'Conservación',
  security: 'Medidas de seguridad',
} as const satisfies Record<keyof ProcessingFields, string>;

export type ProcessingKey = keyof typeof PROCESSING_ACTIVITIES;
export const PROCESSING_KEYS = Object.keys(PROCESSING_ACTIVITIES) as ProcessingKey[];

const isKey = (key: string | null): key is ProcessingKey => key !== null && key in PROCESSING_ACTIVITIES;

/** Whether the office added it; the application's own are neither deleted nor taken out of use. */
export const isOfOffice = ({ key }: { readonly key: string | null }): boolean => key === null;

/** What the application holds of it now: `1.240 anotaciones en listas`; empty of what only the office knows. */
export function recordWords(key: string | null, records: number | null): string {
  if (!isKey(key) || records === null) return '';
  const { one, many } = PROCESSING_ACTIVITIES[key].counted;
  return formatCount(records, one, many);
}

const months = (n: number) => formatCount(n, 'mes', 'meses');
const days = (n: number) => formatCount(n, 'día', 'días');

/** What really happens to it with time. */
const RULES: Readonly<Record<ProcessingKey, (periods: RetentionPeriods) => string>> = {
  accounts: () => 'Sin plazo: hasta que la oficina anonimice a la persona.',
  projects: p =>
    `Sin plazo: con el proyecto. Las cargas de archivos sin terminar, ${days(p.uploadDays)} desde que empiezan.`,
  calls: () => 'Sin plazo: con la convocatoria y sus proyectos.',
  attendance: p =>
    `${months(p.attendanceMonths)} desde el término del proyecto; después quedan cantidades, sin nombres.`,
  surveys: p =>
    `${months(p.surveyMonths)} desde el cierre de la encuesta, las invitaciones y respuestas con nombre; los resultados quedan.`,
  certificates: () => 'Sin plazo: hasta que se anonimice a la persona.',
  partners: () => 'Sin plazo: hasta que la oficina los cambie o elimine.',
  spending: () => 'Sin plazo: con el proyecto.',
  notices: p =>
    `${months(p.mailMonths)} desde que se escribe un correo; ${months(p.noticeMonths)} desde que se lee una notificación.`,
  security: p =>
    `${days(p.sessionDays)} desde que termina una sesión o vence un token de acceso; ${months(p.addressMonths)} las direcciones de red. El resto de la auditoría queda.`,
  publication: () => 'Mientras dure el consentimiento: quien lo dio lo retira cuando quiera.',
  requests: () => 'Sin plazo: prueban que se respondió. Al anonimizar a la persona se borra quién fue.',
  imports: () => 'Sin plazo: hasta que se anonimice a la persona.',
};

/** The same as settings tell it today: `24 meses desde el término del proyecto`; null of what only the office knows. */
export const keptByRule = (key: string | null, periods: RetentionPeriods): string | null =>
  isKey(key) ? RULES[key](periods) : null;
