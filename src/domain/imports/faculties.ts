import { codeField, nameField } from './common.ts';
import { activeField, asIs, type ImportKind } from './field.ts';

export const FACULTIES: ImportKind = {
  one: 'facultad',
  many: 'facultades',
  ending: 'a',
  key: 'code',
  remembers: true,
  fields: [
    codeField('FCS', ['codigo facultad', 'codigo de la facultad', 'cod facultad']),
    nameField('Facultad de Ciencias de la Salud', [
      'nombre facultad',
      'nombre de la facultad',
      'facultad',
      'name',
      'faculty',
    ]),
    {
      key: 'deans',
      label: 'Correos del decanato',
      headers: [
        ...[
          'decanato',
          'correo decanato',
          'correos del decanato',
          'correo decano',
          'correo del decano',
          'correo decana',
        ],
        ...['email decano', 'decano a', 'decano', 'decana', 'deans'],
      ],
      example: '',
      read: asIs,
      reference: 'people',
    },
    activeField,
  ],
};
