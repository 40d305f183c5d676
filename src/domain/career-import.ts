import type { z } from 'zod';
import { catalogueCode, catalogueName, optionalCode } from './catalogue.ts';
import { readableName } from './names.ts';
import { RULES } from './rule-messages.ts';
import { text } from './rules.ts';

/** What a spreadsheet of careers may tell; the first two are needed in every row. */
export const IMPORT_FIELDS = [
  { key: 'officialCode', label: 'Código único', required: true },
  { key: 'name', label: 'Nombre', required: true },
  { key: 'level', label: 'Nivel', required: false },
  { key: 'school', label: 'Escuela', required: false },
  { key: 'campus', label: 'Sede', required: false },
  { key: 'shift', label: 'Jornada', required: false },
  { key: 'code', label: 'Código interno', required: false },
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number]['key'];

/** Cells of a row as they stand in the file, by field; a field whose column is not used is absent. */
export type Source = Partial<Record<ImportField, string>>;
/** Column of each field, from 0. */
export type Mapping = Partial<Record<ImportField, number>>;

/** Headers each field goes by, best first, without accents, capitals or signs. */
const HEADERS: Record<ImportField, readonly string[]> = {
  officialCode: [
    'codigo unico',
    'codigo unico carrera',
    'codigo oficial',
    'codigo sies',
    'codigo carrera',
    'cod carrera',
    'codigo programa',
    'official code',
    'codigo',
    'cod',
    'code',
  ],
  name: [
    'nombre carrera',
    'nombre de la carrera',
    'nombre programa',
    'nombre del programa',
    'carrera',
    'programa',
    'nombre',
    'name',
    'career',
  ],
  level: ['nivel global', 'nivel', 'nivel carrera', 'tipo carrera', 'tipo programa', 'level'],
  school: [
    'escuela',
    'school',
    'unidad academica',
    'unidad',
    'departamento',
    'area',
    'area conocimiento',
    'area del conocimiento',
    'area de conocimiento',
  ],
  campus: ['sede', 'nombre sede', 'nombre de la sede', 'campus'],
  shift: ['jornada', 'horario', 'shift'],
  code: ['codigo interno', 'cod interno', 'codigo local', 'sigla'],
};

/** Text as it is compared: no accents, capitals or signs. */
export const plainText = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Which column is which, by its header. A column serves one field. */
export function recognise(columns: readonly string[]): Mapping {
  const headers = columns.map(plainText);
  const mapping: Mapping = {};
  for (const { key } of IMPORT_FIELDS) {
    const taken = Object.values(mapping);
    const known = HEADERS[key].find(name => headers.some((h, at) => h === name && !taken.includes(at)));
    if (known !== undefined) mapping[key] = headers.findIndex((h, at) => h === known && !taken.includes(at));
  }
  return mapping;
}

const LEVEL_WORDS = [
  ['postgrado', /post?grado|post?itulo|magister|master|doctor|diplomado|especiali/],
  ['tecnico', /tecnic/],
  ['pregrado', /pregrado|profesional|licenciatur|bachiller|plan comun|universitari/],
] as const;

/** Level from whatever words a register uses; undefined when none is known. Empty is pregrado. */
export function readLevel(raw: string): 'tecnico' | 'pregrado' | 'postgrado' | undefined {
  const words = plainText(raw);
  if (words === '') return 'pregrado';
  return LEVEL_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
}

export function readShift(raw: string): 'diurna' | 'vespertina' | 'otra' | null {
  const words = plainText(raw);
  if (words === '') return null;
  if (/diurn/.test(words)) return 'diurna';
  return /vespertin|nocturn/.test(words) ? 'vespertina' : 'otra';
}

/** What a row says once read; `schoolName` is readable, empty when the row names none. */
export interface CareerCells {
  officialCode: string;
  name: string;
  level: 'tecnico' | 'pregrado' | 'postgrado';
  schoolName: string;
  campus: string;
  shift: 'diurna' | 'vespertina' | 'otra' | null;
  code: string;
}
export interface CellError {
  field: ImportField;
  message: string;
}

const campus = text(120);

/** Reads a row's cells; `name` replaces the name made readable from the file. */
export function readCareer(source: Source, name?: string): { cells: CareerCells; errors: CellError[] } {
  const errors: CellError[] = [];
  const checked = (field: ImportField, schema: z.ZodType<string>, value: string): string => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    errors.push({ field, message: result.error.issues[0]?.message ?? RULES.other });
    return value;
  };
  const level = readLevel(source.level ?? '');
  if (!level) {
    const message = `No se reconoce el nivel «${source.level}»: usa técnico, pregrado o postgrado.`;
    errors.push({ field: 'level', message });
  }
  const schoolName = source.school ? checked('school', catalogueName, readableName(source.school)) : '';
  return {
    cells: {
      officialCode: checked('officialCode', catalogueCode, source.officialCode ?? ''),
      name: checked('name', catalogueName, name ?? readableName(source.name ?? '')),
      level: level ?? 'pregrado',
      schoolName,
      campus: checked('campus', campus, readableName(source.campus ?? '')),
      shift: readShift(source.shift ?? ''),
      code: checked('code', optionalCode, source.code ?? ''),
    },
    errors,
  };
}
