import { catalogueCode, catalogueName, optionalCode } from '../catalogues/catalogue.ts';
import { readableName } from '../text/names.ts';
import { text } from '../text/rules.ts';
import { activeField, asIs, by, type ImportKind, plainText, type Reading } from './field.ts';

const LEVEL_WORDS = [
  ['postgrado', /post?grado|post?itulo|magister|master|doctor|diplomado|especiali/],
  ['tecnico', /tecnic|\btns\b/],
  ['pregrado', /pregrado|profesional|licenciatur|bachiller|plan comun|universitari/],
] as const;

/** Level from whatever words a register uses. Empty is pregrado. */
export function readLevel(raw: string): Reading {
  const words = plainText(raw);
  if (words === '') return { value: 'pregrado' };
  const level = LEVEL_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
  if (level) return { value: level };
  return { error: `No se reconoce el nivel «${raw}»: usa técnico, pregrado o postgrado.` };
}

export function readShift(raw: string): Reading {
  const words = plainText(raw);
  if (words === '') return { value: '' };
  if (/^d$|diurn/.test(words)) return { value: 'diurna' };
  return { value: /^v$|vespertin|nocturn/.test(words) ? 'vespertina' : 'otra' };
}

/** Headers of a career's code; the last ones may as well be those of any code. */
const CODES = [
  'codigo unico',
  'codigo unico carrera',
  'codigo oficial',
  'codigo sies',
  'codigo carrera',
  'cod carrera',
  'codigo de la carrera',
  'codigo de carrera',
  'codigo programa',
  'id carrera',
  'official code',
  'codigo',
  'cod',
  'code',
];
const NAMES = [
  'nombre carrera',
  'nom carrera',
  'desc carrera',
  'nombre de la carrera',
  'nombre de carrera',
  'nombre programa',
  'nombre del programa',
  'carrera',
  'programa',
  'nombre',
  'name',
  'career',
];
const UNITS = [
  ...[
    'escuela',
    'school',
    'nombre escuela',
    'escuela departamento',
    'nombre unidad',
    'desc unidad',
    'unidad academica',
    'unidad',
    'departamento',
  ],
];
const AREAS = ['area', 'area conocimiento', 'area del conocimiento', 'area de conocimiento'];

export const CAREERS: ImportKind = {
  one: 'carrera',
  many: 'carreras',
  ending: 'a',
  key: 'officialCode',
  remembers: true,
  creates: ['faculty', 'school'],
  // A column of faculties alone: each is its own school.
  derive: texts => (texts.school || !texts.faculty ? {} : { school: texts.faculty }),
  fields: [
    {
      key: 'officialCode',
      label: 'Código único',
      required: true,
      headers: CODES,
      example: 'I87S1C101J1V1',
      read: by(catalogueCode),
      column: 'official_code',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: NAMES,
      example: 'Enfermería',
      read: by(catalogueName, readableName),
      column: 'name',
    },
    {
      key: 'level',
      label: 'Nivel',
      // The global one of the register counts technicians among undergraduates.
      headers: [
        ...[
          'nivel',
          'nivel carrera',
          'nivel de la carrera',
          'nivel de formacion',
          'tipo carrera',
          'tipo de carrera',
        ],
        ...['tipo programa', 'tipo de programa', 'nivel global', 'level'],
      ],
      example: 'Pregrado',
      read: readLevel,
      column: 'level',
      initial: 'pregrado',
      words: { tecnico: 'Técnico', pregrado: 'Pregrado', postgrado: 'Postgrado' },
    },
    {
      key: 'school',
      label: 'Escuela',
      headers: UNITS,
      doubtful: AREAS,
      example: 'Escuela de Enfermería',
      read: raw => (raw === '' ? { value: '' } : by(catalogueName, readableName)(raw)),
      column: 'school_id',
      reference: 'school',
      blankKeeps: true,
    },
    {
      key: 'faculty',
      label: 'Facultad',
      headers: ['facultad', 'nombre facultad', 'faculty'],
      example: 'Facultad de Ciencias de la Salud',
      read: asIs,
      reference: 'faculty',
      onlyNew: true,
    },
    {
      key: 'campus',
      label: 'Sede',
      headers: ['sede', 'nombre sede', 'nombre de la sede', 'sede campus', 'campus sede', 'campus'],
      example: 'Casa Central',
      read: by(text(120), readableName),
      column: 'campus',
      stored: 'optional',
    },
    {
      key: 'shift',
      label: 'Jornada',
      headers: ['jornada', 'regimen', 'horario', 'shift'],
      example: 'Diurna',
      read: readShift,
      column: 'shift',
      stored: 'optional',
      words: { diurna: 'Diurna', vespertina: 'Vespertina', otra: 'Otra' },
    },
    {
      key: 'code',
      label: 'Código interno',
      headers: ['codigo interno', 'cod interno', 'codigo local', 'sigla'],
      example: 'ENF-01',
      read: by(optionalCode),
      column: 'code',
      stored: 'optional',
    },
    activeField,
  ],
};
