import { catalogueCode, catalogueName } from '../catalogue.ts';
import { readableName } from '../names.ts';
import { activeField, asIs, by, type ImportKind } from './field.ts';

export const SCHOOLS: ImportKind = {
  one: 'escuela',
  many: 'escuelas',
  ending: 'a',
  key: 'code',
  remembers: true,
  fields: [
    {
      key: 'code',
      label: 'Código',
      required: true,
      headers: ['codigo', 'cod', 'codigo escuela', 'cod escuela', 'sigla', 'code'],
      example: 'ENF',
      read: by(catalogueCode),
      column: 'code',
    },
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: [
        'nombre',
        'nombre escuela',
        'nombre de la escuela',
        'escuela',
        'departamento',
        'name',
        'school',
      ],
      example: 'Escuela de Enfermería',
      read: by(catalogueName, readableName),
      column: 'name',
    },
    {
      key: 'faculty',
      label: 'Facultad',
      required: true,
      headers: ['facultad', 'codigo facultad', 'nombre facultad', 'faculty'],
      example: 'FCS',
      read: asIs,
      column: 'faculty_id',
      reference: 'faculty',
      blankKeeps: true,
    },
    {
      key: 'directors',
      label: 'Correos de la dirección',
      headers: [
        'direccion',
        'correo direccion',
        'correos de la direccion',
        'director',
        'directora',
        'directors',
      ],
      example: '',
      read: asIs,
      reference: 'people',
    },
    activeField,
  ],
};
