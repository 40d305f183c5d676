import { COUNTED } from '../execution/people.ts';
import { STATUSES, statusLabel } from '../kinds/statuses.ts';
import { COLUMN_OF_GROUP } from '../sections/columns/group-columns.ts';
import type { Option } from '../sections/field.ts';
import { type Register, type RegisterColumn, WHOLE } from './column.ts';
import { REGISTER_TITLES } from './names.ts';

export const STATUS_OPTIONS: readonly Option[] = STATUSES.map(value => ({
  value,
  label: statusLabel(value),
}));

/** By which the rows of all tables are joined. */
export const PROJECT_COLUMNS = {
  codigo: { meaning: 'Código del proyecto: no cambia nunca' },
  titulo: { meaning: 'Título del proyecto' },
  tipo: { meaning: 'Tipo de proyecto' },
  estado: { meaning: 'Estado del proyecto', options: STATUS_OPTIONS },
  periodo: { meaning: 'Año y semestre' },
  facultad: { meaning: 'Facultad de la escuela' },
  escuela: { meaning: 'Escuela del proyecto' },
} as const satisfies Readonly<Record<string, RegisterColumn>>;

/** A column for each group of people. */
export const groupColumns = (prefix: string, words: string): Record<string, RegisterColumn> =>
  Object.fromEntries(
    COUNTED.flatMap(({ label, groups }) =>
      groups.map(g => [
        `${prefix}_${COLUMN_OF_GROUP[g.value]}`,
        { meaning: `${label}: ${g.label}, ${words}`, type: 'people' } as const,
      ]),
    ),
  );

export const projects = {
  title: REGISTER_TITLES.projects,
  about: 'Cada proyecto con su unidad, fechas, personas, dinero e indicadores, para contar y cruzar.',
  scopes: WHOLE,
  tables: {
    projects: {
      title: 'Proyectos',
      row: 'Una fila por proyecto',
      columns: {
        ...PROJECT_COLUMNS,
        responsable: { meaning: 'Persona responsable' },
        alterno: { meaning: 'Responsable alterno' },
        convocatoria: { meaning: 'Convocatoria a la que postula' },
        historico: { meaning: 'Es de antes del sistema', type: 'yesNo' },
        inicio: { meaning: 'Fecha de inicio', type: 'day' },
        termino: { meaning: 'Fecha de término', type: 'day' },
        enviado: { meaning: 'Cuándo se envió por primera vez', type: 'instant' },
        vence: { meaning: 'Hasta cuándo hay plazo para el paso en que está', type: 'instant' },
        atrasado: { meaning: 'Ese plazo venció y a alguien le toca', type: 'yesNo' },
        comunas: { meaning: 'Comunas donde se hace', type: 'list' },
        regiones: { meaning: 'Regiones donde se hace', type: 'list' },
        ods: { meaning: 'Objetivos de Desarrollo Sostenible, por su número', type: 'list' },
        socios: { meaning: 'Organizaciones socias', type: 'list' },
        actividades: { meaning: 'Actividades registradas', type: 'number' },
        ...groupColumns('esperado', 'previstas'),
        ...groupColumns('real', 'que llegaron'),
        indicadores: { meaning: 'Indicadores con meta', type: 'number' },
        indicadores_medidos: { meaning: 'De ellos, con un valor aceptado', type: 'number' },
        indicadores_logrados: { meaning: 'De ellos, que alcanzaron su meta', type: 'number' },
        solicitado: { meaning: 'Solicitado al fondo de la convocatoria', type: 'pesos' },
        adjudicado: { meaning: 'Adjudicado', type: 'pesos' },
        presupuesto_fondo: { meaning: 'Presupuesto que paga el fondo', type: 'pesos' },
        presupuesto_unidad: { meaning: 'Presupuesto que paga la unidad', type: 'pesos' },
        presupuesto_socio_en_dinero: { meaning: 'Presupuesto que pagan socios', type: 'pesos' },
        presupuesto_socio_valorado: { meaning: 'Aportes valorados de socios', type: 'pesos' },
        gastado_fondo: { meaning: 'Gastado del fondo', type: 'pesos', readers: 'spending' },
        gastado_unidad: { meaning: 'Gastado de la unidad', type: 'pesos', readers: 'spending' },
        gastado_socio_en_dinero: {
          meaning: 'Gastado del dinero de socios',
          type: 'pesos',
          readers: 'spending',
        },
        gastado_socio_valorado: {
          meaning: 'Aportes valorados que se usaron',
          type: 'pesos',
          readers: 'spending',
        },
        pagado: { meaning: 'Pagado al proyecto por la universidad', type: 'pesos', readers: 'spending' },
        devuelto: { meaning: 'Reintegrado y aceptado', type: 'pesos', readers: 'spending' },
      },
    },
  },
} as const satisfies Register;

export const activities = {
  title: REGISTER_TITLES.activities,
  about: 'Lo que se hizo: cuándo, dónde y cuántas personas de cada grupo llegaron.',
  scopes: WHOLE,
  tables: {
    activities: {
      title: 'Actividades',
      row: 'Una fila por actividad registrada',
      columns: {
        ...PROJECT_COLUMNS,
        actividad: { meaning: 'Nombre de la actividad' },
        fecha: { meaning: 'Día en que se hizo', type: 'day' },
        desde: { meaning: 'Hora de inicio' },
        hasta: { meaning: 'Hora de término' },
        lugar: { meaning: 'Lugar' },
        comuna: { meaning: 'Comuna' },
        region: { meaning: 'Región de la comuna' },
        descripcion: { meaning: 'Qué se hizo' },
        del_plan: { meaning: 'Es parte del plan del proyecto', type: 'yesNo' },
        completa: { meaning: 'Con ella se completa esa parte del plan', type: 'yesNo' },
        ...groupColumns('contadas', 'contadas en la actividad'),
        en_lista: { meaning: 'Asistencias en su lista', type: 'people' },
        archivos: { meaning: 'Archivos que la respaldan', type: 'number' },
        registrada_por: { meaning: 'Quién la registró' },
        registrada: { meaning: 'Cuándo se registró', type: 'instant' },
      },
    },
  },
} as const satisfies Register;
