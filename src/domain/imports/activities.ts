import { COUNTED_OPTIONS, type CountedGroup } from '../execution/people.ts';
import { AGE_BANDS, INTERNAL_GROUPS, PRIORITY_GROUPS, REACHES, SEXES } from '../sections/participants.ts';
import { labelIn } from '../text/format.ts';
import { text } from '../text/rules.ts';
import { asIs, by, type ImportField, type ImportKind, plainText } from './field.ts';
import { dayField, pastKeys, projectField } from './past-rows.ts';
import { readWhole } from './readings.ts';

/** Of one group at one activity, as its form has it. */
const MOST_PEOPLE = 1_000_000;

/** What else offices call a group. */
const CALLED: Partial<Record<CountedGroup, readonly string[]>> = {
  students: ['alumnos', 'estudiantes participantes'],
  academics: ['docentes', 'profesores', 'academicos participantes'],
  staff: ['administrativos', 'funcionarias y funcionarios'],
  alumni: ['egresados', 'exalumnos'],
  direct: ['beneficiarios', 'directos', 'asistentes', 'participantes'],
  indirect: ['indirectos'],
  women: ['femenino'],
  men: ['masculino'],
};

function countField(group: { readonly value: CountedGroup }): ImportField {
  const label = labelIn(COUNTED_OPTIONS, group.value);
  const name = plainText(label);
  return {
    key: group.value,
    label,
    headers: [
      ...[name, `n ${name}`, `numero de ${name}`, `cantidad de ${name}`],
      ...(CALLED[group.value] ?? []),
    ],
    example: '',
    read: raw => readWhole(raw, MOST_PEOPLE),
  };
}

/** Groups of people in the order of the template: first those that most spreadsheets have. */
export const COUNT_FIELDS = [
  ...INTERNAL_GROUPS,
  ...REACHES,
  ...SEXES,
  ...AGE_BANDS,
  ...PRIORITY_GROUPS,
] as const;

/** What past projects did: an activity is known by its project, its name and its day. */
export const ACTIVITIES: ImportKind = {
  one: 'actividad de proyectos anteriores',
  many: 'actividades de proyectos anteriores',
  ending: 'a',
  key: 'activity',
  fixed: ['project', 'activity', 'day'],
  keys: pastKeys('activity'),
  remembers: true,
  unaudited: ['activity', 'place'],
  columns: ['counts'],
  fields: [
    projectField,
    {
      key: 'activity',
      label: 'Actividad',
      required: true,
      headers: ['actividad', 'nombre de la actividad', 'nombre actividad', 'nombre', 'hito', 'activity'],
      example: 'Taller de compostaje',
      read: by(text(200, 3)),
      column: 'name',
    },
    dayField('12-05-2019', ['fecha de la actividad', 'fecha actividad']),
    {
      key: 'place',
      label: 'Lugar',
      headers: ['lugar', 'recinto', 'lugar de la actividad', 'place'],
      example: 'Escuela Los Cóndores',
      read: by(text(200)),
      column: 'place',
    },
    {
      key: 'comuna',
      label: 'Comuna',
      headers: ['comuna', 'codigo comuna'],
      example: 'Talcahuano',
      read: asIs,
      column: 'comuna_code',
      reference: 'comuna',
    },
    ...COUNT_FIELDS.map(countField),
  ],
};
