import { catalogueCode, catalogueName } from '../catalogue.ts';
import { readableName } from '../names.ts';
import { activeField, asIs, by, type ImportKind } from './field.ts';

export const FACULTIES: ImportKind = {
  one: 'facultad',
  many: 'facultades',
  ending: 'a',
  key: 'code',
  remembers: true,
  fields: [
    {
      key: 'code',
      label: 'Código',
      required: true,
      headers: ['codigo', 'cod', 'codigo facultad', 'cod facultad', 'sigla', 'code'],
      example: 'FCS',
      read: by(catalogueCode),
      column: 'code',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: ['nombre', 'nombre facultad', 'nombre de la facultad', 'facultad', 'name', 'faculty'],
      example: 'Facultad de Ciencias de la Salud',
      read: by(catalogueName, readableName),
      column: 'name',
    },
    {
      key: 'deans',
      label: 'Correos del decanato',
      headers: ['decanato', 'correo decanato', 'correos del decanato', 'decano', 'decana', 'deans'],
      example: '',
      read: asIs,
      reference: 'people',
    },
    activeField,
  ],
};
