import { catalogueCode, catalogueName } from '../catalogues/catalogue.ts';
import { readableName } from '../text/names.ts';
import { asIs, by, type ImportField } from './field.ts';

/** The code by which a catalogue knows its rows; `headers` are those of its own. */
export const codeField = (example: string, headers: readonly string[]): ImportField => ({
  key: 'code',
  label: 'Código',
  required: true,
  headers: ['codigo', 'cod', ...headers, 'sigla', 'code'],
  example,
  read: by(catalogueCode),
  column: 'code',
});

export const nameField = (example: string, headers: readonly string[]): ImportField => ({
  key: 'name',
  label: 'Nombre',
  required: true,
  headers: ['nombre', ...headers],
  example,
  read: by(catalogueName, readableName),
  column: 'name',
});

/** The school a row belongs to, by code or name. */
export const schoolField = (column: string) =>
  ({
    key: 'school',
    label: 'Escuela',
    headers: [
      'escuela',
      'codigo escuela',
      'nombre escuela',
      'unidad academica',
      'nombre unidad',
      'desc unidad',
      'unidad',
      'departamento',
      'dependencia',
      'school',
    ],
    example: 'ENF',
    read: asIs,
    column,
    reference: 'school',
    blankKeeps: true,
  }) as const satisfies ImportField;
