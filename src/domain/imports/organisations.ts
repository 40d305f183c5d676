import { catalogueName } from '../catalogues/catalogue.ts';
import { guessOrganisationType } from '../catalogues/organisation-types.ts';
import { ORGANISATION_TYPES, organisationFields, rut } from '../catalogues/organisations.ts';
import { readableName, readablePerson } from '../text/names.ts';
import { activeField, asIs, by, type ImportField, type ImportKind, plainText } from './field.ts';
import { readWord } from './readings.ts';

const TYPES = [
  [
    'sector_publico',
    /^(sector publico|public[oa]|(servicio|institucion|organismo|entidad) public[oa]|municipal(idad)?|municipio|estado|gobierno)$/,
  ],
  ['empresa', /^(empresas?|empresa privada|pyme|sector privado|privad[oa]|sector productivo)$/],
  [
    'organizacion_social',
    /^(organizacion (social|comunitaria|territorial|funcional)|social|junta de vecinos|sociedad civil|comunitaria|territorial|funcional)$/,
  ],
  [
    'educacional',
    /^(establecimiento educacional|educacional|establecimiento educativo|educativ[oa]|educacion|escuela|colegio|liceo|jardin infantil)$/,
  ],
  ['salud', /^(salud|hospital|cesfam|consultorio|centro de salud|establecimiento de salud)$/],
  ['cultura', /^(cultura|cultural|museo|biblioteca)$/],
  ['ong', /^(ong|fundacion|corporacion|organizacion no gubernamental|sin fines de lucro)$/],
  ['persona', /^(persona|persona natural)$/],
] as const satisfies readonly (readonly [(typeof ORGANISATION_TYPES)[number]['value'], RegExp])[];

const contact = (
  key: 'contactName' | 'contactEmail' | 'contactPhone',
  label: string,
  headers: readonly string[],
  written?: (value: string) => string,
): ImportField => ({
  key,
  label,
  headers,
  example: '',
  read: by(organisationFields.shape[key], written),
  column: key.replace(/[A-Z]/, letter => `_${letter.toLowerCase()}`),
  stored: 'optional',
  blankKeeps: true,
});

/** Stands for the name of one without RUT. */
const nameless = (name: string) => `~${name}`;

/**
 * The directory of partners. A RUT tells them apart where there is one; a name alone means whoever has it, and a RUT that
 * nobody has the one of that name without RUT, so that what was typed without it is completed, not repeated.
 */
export const ORGANISATIONS: ImportKind = {
  one: 'organización',
  many: 'organizaciones',
  ending: 'a',
  key: 'name',
  fixed: [],
  keys(value) {
    const [number, name] = [value('rut'), plainText(value('name'))];
    return number
      ? { held: [number, name], sought: [number, nameless(name)] }
      : { held: [name, nameless(name)], sought: [name] };
  },
  remembers: false,
  // A file without the column: the name tells.
  derive: ({ name, type }) => (name && type === undefined ? { type: guessOrganisationType(name) } : {}),
  personal: ['contactName', 'contactEmail', 'contactPhone'],
  fields: [
    {
      key: 'name',
      label: 'Nombre',
      required: true,
      headers: [
        'nombre',
        'organizacion',
        'nombre organizacion',
        'nombre de la organizacion',
        'razon social',
        'socio',
        'socio comunitario',
        'institucion',
        ...[
          'nombre socio',
          'nombre del socio',
          'nombre institucion',
          'nombre de la institucion',
          'nombre entidad',
        ],
        ...['nombre de la entidad', 'entidad', 'entidad colaboradora', 'contraparte', 'empresa'],
        'name',
      ],
      example: 'Junta de vecinos Los Cóndores',
      read: by(catalogueName, readableName),
      column: 'name',
    },
    {
      key: 'rut',
      label: 'RUT',
      headers: [
        ...[
          'rut',
          'rut organizacion',
          'rut de la organizacion',
          'rut socio',
          'rut institucion',
          'rut entidad',
        ],
        ...['rut empresa', 'rol unico tributario'],
      ],
      example: '65.123.456-5',
      read: by(rut),
      column: 'rut',
      stored: 'optional',
      blankKeeps: true,
    },
    {
      key: 'type',
      label: 'Tipo',
      headers: [
        ...[
          'tipo',
          'tipo de organizacion',
          'tipo organizacion',
          'tipo entidad',
          'tipo de entidad',
          'tipo socio',
        ],
        ...['tipo de socio', 'tipo institucion', 'tipo de institucion', 'categoria', 'sector', 'type'],
      ],
      example: 'Organización social',
      read: readWord(
        TYPES,
        raw =>
          `No se reconoce el tipo «${raw}»: usa ${ORGANISATION_TYPES.map(({ label }) => label.toLowerCase().replace('ong', 'ONG')).join(', ')}.`,
      ),
      column: 'type',
      words: Object.fromEntries(ORGANISATION_TYPES.map(({ value, label }) => [value, label])),
    },
    {
      key: 'comuna',
      label: 'Comuna',
      headers: ['comuna', 'nombre comuna', 'codigo comuna', 'comuna organizacion', 'territorio'],
      example: 'Talcahuano',
      read: asIs,
      column: 'comuna_code',
      reference: 'comuna',
      blankKeeps: true,
    },
    contact(
      'contactName',
      'Contacto',
      [
        ...[
          'contacto',
          'nombre contacto',
          'nombre de contacto',
          'nombre del contacto',
          'persona de contacto',
        ],
        ...['representante', 'representante legal'],
      ],
      readablePerson,
    ),
    contact('contactEmail', 'Correo de contacto', [
      'correo de contacto',
      'correo contacto',
      'correo electronico',
      'correo',
      ...['email contacto', 'e mail', 'email', 'mail'],
    ]),
    contact('contactPhone', 'Teléfono', [
      ...['telefono', 'telefono contacto', 'telefono de contacto', 'celular', 'fono', 'fono contacto'],
    ]),
    activeField,
  ],
};
