import { codeField, nameField, schoolField } from './common.ts';
import { activeField, asIs, type ImportKind, type Reading, readNumber, readYesNo, YES_NO } from './field.ts';

const MOST_CREDITS = 999;

/** As the form takes them: from 0, in steps of a tenth. */
function readCredits(raw: string): Reading {
  const reading = readNumber(raw);
  if ('error' in reading || reading.value === '') return reading;
  const credits = Number(reading.value);
  if (credits < 0 || credits > MOST_CREDITS) return { error: `Escribe un número de 0 a ${MOST_CREDITS}.` };
  return /\.\d\d/.test(reading.value) ? { error: 'Usa como máximo un decimal.' } : reading;
}

export const COURSES: ImportKind = {
  one: 'curso',
  many: 'cursos',
  ending: 'o',
  key: 'code',
  remembers: true,
  fields: [
    codeField('ENF101', [
      ...['codigo curso', 'codigo del curso', 'cod curso', 'codigo asignatura', 'codigo de la asignatura'],
      ...['codigo de asignatura', 'cod asignatura', 'codigo ramo', 'codigo modulo'],
    ]),
    nameField('Salud comunitaria I', [
      'nombre curso',
      'nombre del curso',
      'nombre asignatura',
      'nombre de la asignatura',
      'nombre de asignatura',
      'nombre del ramo',
      'asignatura',
      'curso',
      'ramo',
      'name',
      'course',
    ]),
    schoolField('school_id'),
    {
      key: 'careers',
      label: 'Carreras',
      headers: ['carreras', 'carrera', 'codigo carrera', 'programas', 'programa', 'careers'],
      example: '',
      read: asIs,
      reference: 'careers',
    },
    {
      key: 'credits',
      label: 'Créditos',
      headers: [
        'creditos',
        'creditos sct',
        'sct chile',
        'n creditos',
        'numero de creditos',
        'sct',
        'credits',
      ],
      example: '4,5',
      read: readCredits,
      column: 'credits',
      stored: 'number',
    },
    {
      key: 'serviceLearning',
      label: 'Aprendizaje-servicio',
      headers: ['aprendizaje servicio', 'a s', 'tiene aprendizaje servicio', 'tiene a s', 'service learning'],
      example: 'Sí',
      read: readYesNo,
      column: 'service_learning',
      stored: 'boolean',
      blankKeeps: true,
      initial: 'false',
      words: YES_NO,
    },
    activeField,
  ],
};
