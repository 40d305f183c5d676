import { COUNTED, COUNTED_OPTIONS } from '../execution/people.ts';
import type { Option } from '../sections/field.ts';
import { TEAM_ROLES } from '../sections/team.ts';
import { type Register, WHOLE } from './column.ts';
import { REGISTER_TITLES } from './names.ts';
import { PROJECT_COLUMNS } from './project.ts';

const CLASSES: readonly Option[] = COUNTED.map(({ field, label }) => ({ value: field, label }));

export const people = {
  title: REGISTER_TITLES.people,
  about:
    'A quiénes llegó cada proyecto, por grupo, y quiénes lo hicieron. De grupos sensibles hay solo cantidades.',
  scopes: WHOLE,
  tables: {
    groups: {
      title: 'Personas por grupo',
      row: 'Una fila por proyecto y grupo del que se sabe algo',
      columns: {
        ...PROJECT_COLUMNS,
        clase: { meaning: 'Por qué se agrupan', options: CLASSES },
        grupo: { meaning: 'Grupo de personas', options: COUNTED_OPTIONS },
        previstas: { meaning: 'Personas que se esperaba', type: 'people' },
        llegaron: { meaning: 'Personas que llegaron, según lo registrado', type: 'people' },
      },
    },
    team: {
      title: 'Equipo',
      row: 'Una fila por integrante de cada proyecto, responsable y alterno incluidos',
      columns: {
        ...PROJECT_COLUMNS,
        nombre: { meaning: 'Nombre de la persona' },
        rol: { meaning: 'Rol en el proyecto', options: TEAM_ROLES },
        de_la_universidad: { meaning: 'Tiene cuenta en la universidad', type: 'yesNo' },
        organizacion: { meaning: 'Organización, si es de otra' },
        horas_por_semana: { meaning: 'Horas por semana', type: 'number' },
        desde: { meaning: 'Desde cuándo', type: 'day' },
        hasta: { meaning: 'Hasta cuándo', type: 'day' },
      },
    },
  },
} as const satisfies Register;
