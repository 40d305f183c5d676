import { catalogueCode, catalogueName } from '../catalogue.ts';
import { readableName } from '../names.ts';
import {
  activeField,
  asIs,
  by,
  type ImportKind,
  type Reading,
  readNumber,
  readYesNo,
  YES_NO,
} from './field.ts';

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
    {
      key: 'code',
      label: 'Código',
      required: true,
      headers: [
        'codigo',
        'cod',
        'codigo curso',
        'codigo asignatura',
        'cod asignatura',
        'codigo ramo',
        'sigla',
        'code',
      ],
      example: 'ENF101',
      read: by(catalogueCode),
      column: 'code',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: [
        'nombre',
        'nombre curso',
        'nombre del curso',
        'nombre asignatura',
        'asignatura',
        'curso',
        'ramo',
        'name',
        'course',
      ],
      example: 'Salud comunitaria I',
      read: by(catalogueName, readableName),
      column: 'name',
    },
    {
      key: 'school',
      label: 'Escuela',
      headers: ['escuela', 'codigo escuela', 'unidad academica', 'unidad', 'departamento', 'school'],
      example: 'ENF',
      read: asIs,
      column: 'school_id',
      reference: 'school',
      blankKeeps: true,
    },
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
      headers: ['creditos', 'creditos sct', 'sct', 'credits'],
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
