import { emptyOr } from '../catalogues/catalogue.ts';
import { STATUS_INFO } from '../kinds/statuses.ts';
import { EVENT_TYPES } from '../sections/event.ts';
import { VENTURE_STAGES } from '../sections/venture.ts';
import { text } from '../text/rules.ts';
import { schoolField } from './common.ts';
import { readDay } from './days.ts';
import {
  asIs,
  by,
  type ImportField,
  type ImportKind,
  partsOf,
  plainText,
  type Reading,
  type Reference,
} from './field.ts';
import { readPesos } from './money.ts';
import { readPerson } from './people.ts';
import { HEADERS, KINDS, STATES } from './project-words.ts';
import { readOption, readPeriod, readWhole, readWord, refuseEmpty } from './readings.ts';

/** As it was given, capitals and all: it is how the office knows the project. */
export const projectCode = emptyOr(
  40,
  value => /^[a-záéíóúüñ\d][a-záéíóúüñ\d ._/-]*$/i.test(value),
  'Usa letras, números, puntos, guiones, barras y espacios.',
  1,
);

/** Statuses a past project may have: those in which the application asks nothing of anybody but its lead. */
export const PAST_STATUSES: readonly string[] = STATES.map(([status]) => status);

function readGoals(raw: string): Reading {
  const words = raw.split(/[;|,\n]/).map(word => plainText(word).replace(/^(ods|objetivo) ?/, ''));
  const numbers = [...new Set(words.filter(Boolean))];
  const wrong = numbers.find(word => !/^([1-9]|1[0-7])$/.test(word));
  if (wrong !== undefined) return { error: 'Escribe los números de los ODS, de 1 a 17.' };
  return {
    value: numbers
      .map(Number)
      .sort((a, b) => a - b)
      .join(', '),
  };
}

/** Names of places are parted by commas too; those of organisations may hold one. */
const readPlaces = (raw: string): Reading => ({ value: partsOf(raw.replace(/[,/]/g, ';')).join('; ') });
const readPeople = (raw: string) => readWhole(raw, 10_000_000);
/** No award at all, where a sheet says nought. */
const readAward = (raw: string): Reading => {
  const reading = readPesos(raw);
  return 'value' in reading && reading.value === '0' ? { value: '' } : reading;
};
/** The first day of a month or year alone, or the last one. */
const readStart = (raw: string) => readDay(raw, { part: 'start' });
const readEnd = (raw: string) => readDay(raw, { part: 'end' });
const readHours = (raw: string) => readWhole(raw, 2000);

const figure = <K extends string>(
  key: K,
  label: string,
  headers: readonly string[],
  read: (raw: string) => Reading,
) => ({ key, label, headers, example: '', read });

const WHO = [
  {
    key: 'lead',
    label: 'Responsable',
    required: true,
    headers: HEADERS.lead,
    example: 'ana.perez@universidad.example',
    read: refuseEmpty(readPerson),
    column: 'lead_id',
    reference: 'person',
    past: true,
    blankKeeps: true,
  },
  {
    key: 'alternate',
    label: 'Responsable alterno',
    headers: HEADERS.alternate,
    example: '',
    read: readPerson,
    column: 'alternate_id',
    reference: 'person',
    past: true,
  },
  { ...schoolField('school_id'), past: true },
  {
    key: 'team',
    label: 'Equipo',
    headers: HEADERS.team,
    example: '',
    read: asIs,
    reference: 'team',
    blankKeeps: true,
  },
] as const satisfies readonly ImportField[];

const WHEN = [
  {
    key: 'period',
    label: 'Período',
    headers: HEADERS.period,
    example: '2019-1',
    read: readPeriod,
    column: 'period',
    stored: 'optional',
  },
  {
    key: 'startDate',
    label: 'Inicio',
    headers: HEADERS.startDate,
    example: '15-03-2019',
    read: readStart,
    column: 'start_date',
    stored: 'optional',
  },
  {
    key: 'endDate',
    label: 'Término',
    headers: HEADERS.endDate,
    example: '30-07-2019',
    read: readEnd,
    column: 'end_date',
    stored: 'optional',
  },
  {
    key: 'submittedOn',
    label: 'Postulado',
    headers: HEADERS.submittedOn,
    example: '',
    read: readStart,
  },
  {
    key: 'endedOn',
    label: 'Estado desde',
    headers: HEADERS.endedOn,
    example: '',
    read: readEnd,
  },
] as const satisfies readonly ImportField[];

const WITH = [
  {
    key: 'partners',
    label: 'Socios',
    headers: HEADERS.partners,
    example: '',
    read: asIs,
    reference: 'organisations',
    past: true,
  },
  {
    key: 'client',
    label: 'Organización que contrata',
    headers: HEADERS.client,
    example: '',
    read: asIs,
    reference: 'organisations',
    past: true,
  },
  {
    key: 'courses',
    label: 'Cursos',
    headers: HEADERS.courses,
    example: '',
    read: asIs,
    reference: 'offerings',
    within: 'period',
    past: true,
  },
  {
    key: 'careers',
    label: 'Carreras',
    headers: HEADERS.careers,
    example: '',
    read: asIs,
    reference: 'careers',
    past: true,
  },
  {
    key: 'comunas',
    label: 'Comunas',
    headers: HEADERS.comunas,
    example: 'Talcahuano',
    read: readPlaces,
    reference: 'comunas',
    past: true,
  },
  {
    key: 'theme',
    label: 'Tema',
    headers: HEADERS.theme,
    example: '',
    read: asIs,
    reference: 'theme',
    past: true,
  },
  figure('goals', 'ODS', HEADERS.goals, readGoals),
] as const satisfies readonly ImportField[];

const wordsOf = (options: readonly { readonly value: string; readonly label: string }[]) =>
  Object.fromEntries(options.map(({ value, label }) => [value, label]));

/** What only some kinds have. */
const SPECIAL = [
  {
    ...figure('eventType', 'Tipo de actividad', ['tipo de actividad', 'actividad'], readOption(EVENT_TYPES)),
    words: wordsOf(EVENT_TYPES),
  },
  figure('place', 'Lugar', ['lugar', 'recinto', 'lugar de la actividad'], by(text(300))),
  figure('capacity', 'Cupos', ['cupos', 'aforo'], raw => readWhole(raw, 1_000_000)),
  figure('venture', 'Emprendimiento', ['emprendimiento', 'nombre del emprendimiento'], by(text(150))),
  {
    ...figure(
      'stage',
      'Etapa del emprendimiento',
      ['etapa del emprendimiento', 'etapa'],
      readOption(VENTURE_STAGES),
    ),
    words: wordsOf(VENTURE_STAGES),
  },
] as const satisfies readonly ImportField[];

const FIGURES = [
  figure('beneficiaries', 'Beneficiarios directos', HEADERS.beneficiaries, readPeople),
  figure('indirect', 'Beneficiarios indirectos', HEADERS.indirect, readPeople),
  figure('students', 'Estudiantes', HEADERS.students, readPeople),
  figure('budget', 'Presupuesto', HEADERS.budget, readPesos),
  figure('hours', 'Horas de servicio', HEADERS.hours, readHours),
  {
    ...figure('requested', 'Monto solicitado', HEADERS.requested, readPesos),
    column: 'amount_requested',
    stored: 'number',
  },
  {
    ...figure('awarded', 'Monto adjudicado', HEADERS.awarded, readAward),
    column: 'amount_awarded',
    stored: 'number',
    blankKeeps: true,
  },
  figure('contractAmount', 'Monto del contrato', HEADERS.contractAmount, readPesos),
] as const satisfies readonly ImportField[];

const FIELDS = [
  {
    key: 'code',
    label: 'Código',
    required: true,
    headers: HEADERS.code,
    example: 'VCM-2019-014',
    read: by(projectCode),
    column: 'code',
  },
  {
    key: 'kind',
    label: 'Tipo',
    required: true,
    headers: HEADERS.kind,
    example: 'Extensión',
    read: readWord(KINDS, raw => `No se reconoce el tipo «${raw}»: usa PAC, EXT, FEX, CON o INC.`),
    column: 'kind',
    words: { pacs: 'PAC', exts: 'EXT', fexs: 'FEX', cons: 'CON', incs: 'INC' },
  },
  {
    key: 'status',
    label: 'Estado',
    required: true,
    headers: HEADERS.status,
    example: 'Cerrado',
    read: readWord(
      STATES,
      raw =>
        `No se reconoce el estado «${raw}»: usa cerrado, en ejecución, rechazado, no adjudicado, retirado o cancelado.`,
    ),
    column: 'status',
    words: Object.fromEntries(Object.entries(STATUS_INFO).map(([status, { label }]) => [status, label])),
  },
  {
    key: 'title',
    label: 'Título',
    required: true,
    headers: HEADERS.title,
    example: 'Huertos en la escuela de Los Cóndores',
    read: by(text(200, 3)),
    column: 'title',
  },
  {
    key: 'summary',
    label: 'Resumen',
    headers: HEADERS.summary,
    example: '',
    read: by(text(1500)),
    column: 'summary',
  },
  ...WHO,
  ...WHEN,
  ...WITH,
  figure('objective', 'Objetivo general', HEADERS.objective, by(text(1000))),
  ...FIGURES,
  ...SPECIAL,
] as const satisfies readonly ImportField[];

type Field = (typeof FIELDS)[number];
/** Every column that a past project may have; none at all where a key is not known to the compiler. */
export type ProjectField = string extends Field['key'] ? never : Field['key'];
/** Those that name other rows. */
export type ProjectReference = Extract<Field, { reference: Exclude<Reference, 'team'> }>['key'];

export const PROJECTS: ImportKind = {
  one: 'proyecto histórico',
  many: 'proyectos históricos',
  ending: 'o',
  key: 'code',
  remembers: true,
  personal: ['lead', 'alternate', 'team'],
  creates: ['school', 'organisation'],
  columns: ['kind_version', 'status_since', 'submitted_at', 'search_text', 'historic'],
  fields: FIELDS,
};
