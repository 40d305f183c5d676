import { catalogueCode } from '../catalogues/catalogue.ts';
import { text } from '../text/rules.ts';
import { activeField, by, type ImportKind } from './field.ts';
import { readPerson } from './people.ts';
import { readPeriod, readWhole, refuseEmpty } from './readings.ts';

const MOST_ENROLLED = 100_000;

/** Courses as they are given: a section in a period. Periods of long ago had teachers who are no longer here. */
export const OFFERINGS: ImportKind = {
  one: 'oferta',
  many: 'ofertas',
  ending: 'a',
  table: 'course_offerings',
  key: 'course',
  fixed: ['course', 'period', 'section'],
  keys(value) {
    const parts = [value('course'), value('period'), value('section').toUpperCase()];
    const key = parts.includes('') ? '' : parts.join('/');
    return { held: [key], sought: [key] };
  },
  remembers: false,
  personal: ['teacher'],
  fields: [
    {
      key: 'course',
      label: 'Curso',
      required: true,
      headers: [
        'curso',
        'codigo curso',
        'codigo',
        'codigo asignatura',
        'asignatura',
        'sigla',
        'nrc',
        'course',
      ],
      example: 'ENF-310',
      read: by(catalogueCode),
      column: 'course_id',
      reference: 'course',
      past: true,
    },
    {
      key: 'period',
      label: 'Período',
      required: true,
      headers: ['periodo', 'semestre', 'periodo academico', 'period'],
      example: '2019-1',
      read: refuseEmpty(readPeriod),
      column: 'period',
    },
    {
      key: 'section',
      label: 'Sección',
      required: true,
      headers: ['seccion', 'paralelo', 'grupo', 'section'],
      example: '1',
      read: by(text(20, 1)),
      column: 'section',
    },
    {
      key: 'teacher',
      label: 'Correo del docente',
      headers: ['correo del docente', 'correo docente', 'docente', 'profesor', 'correo', 'teacher'],
      example: '',
      read: readPerson,
      column: 'teacher_id',
      reference: 'person',
      past: true,
      blankKeeps: true,
    },
    {
      key: 'enrolled',
      label: 'Estudiantes inscritos',
      headers: ['estudiantes inscritos', 'inscritos', 'estudiantes', 'matricula', 'cupo', 'enrolled'],
      example: '32',
      read: raw => readWhole(raw, MOST_ENROLLED),
      column: 'enrolled',
      stored: 'number',
      blankKeeps: true,
      initial: '0',
    },
    activeField,
  ],
};
