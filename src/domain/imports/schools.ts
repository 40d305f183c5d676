import { codeField, nameField } from './common.ts';
import { activeField, asIs, type ImportKind } from './field.ts';

export const SCHOOLS: ImportKind = {
  one: 'escuela',
  many: 'escuelas',
  ending: 'a',
  key: 'code',
  remembers: true,
  fields: [
    codeField('ENF', ['codigo escuela', 'cod escuela']),
    nameField('Escuela de Enfermería', [
      'nombre escuela',
      'nombre de la escuela',
      'escuela',
      'departamento',
      'name',
      'school',
    ]),
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
