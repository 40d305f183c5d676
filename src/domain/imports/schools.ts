import { codeField, nameField } from './common.ts';
import { activeField, asIs, type ImportKind } from './field.ts';

export const SCHOOLS: ImportKind = {
  one: 'escuela',
  many: 'escuelas',
  ending: 'a',
  key: 'code',
  remembers: true,
  fields: [
    codeField('ENF', [
      ...['codigo escuela', 'codigo de la escuela', 'cod escuela', 'codigo departamento', 'codigo unidad'],
    ]),
    nameField('Escuela de Enfermería', [
      'nombre escuela',
      'nombre de la escuela',
      'escuela',
      ...[
        'departamento',
        'nombre departamento',
        'nombre del departamento',
        'unidad academica',
        'nombre unidad',
        'unidad',
      ],
      'name',
      'school',
    ]),
    {
      key: 'faculty',
      label: 'Facultad',
      required: true,
      headers: ['facultad', 'codigo facultad', 'nombre facultad', 'nombre de la facultad', 'faculty'],
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
        ...['correo director', 'correo del director', 'correo directora', 'email director', 'director a'],
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
