import type { SectionData } from '../index.ts';

type Counts = SectionData['participants'];

/** As groups of people are called in columns, by the field that has them. */
export const GROUP_COLUMNS: { readonly [F in keyof Counts]: Readonly<Record<keyof Counts[F], string>> } = {
  internal: { students: 'estudiantes', academics: 'academicos', staff: 'funcionarios', alumni: 'titulados' },
  byAge: {
    age0to14: 'edad_cero_a_catorce',
    age15to29: 'edad_quince_a_veintinueve',
    age30to59: 'edad_treinta_a_cincuenta_y_nueve',
    age60plus: 'edad_sesenta_o_mas',
  },
  bySex: { women: 'mujeres', men: 'hombres', other: 'otro_sexo' },
  priority: {
    indigenous: 'pueblos_originarios',
    disability: 'discapacidad',
    migrants: 'migrantes',
    rural: 'ruralidad',
    imprisoned: 'privados_de_libertad',
  },
  reach: { direct: 'directos', indirect: 'indirectos' },
};
const { internal, byAge, bySex, priority, reach } = GROUP_COLUMNS;

/** The same of any group. */
export const COLUMN_OF_GROUP = { ...internal, ...byAge, ...bySex, ...priority, ...reach } as const;
