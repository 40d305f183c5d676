import { COUNTED_GROUPS, type CountedGroup } from '../../../../domain/execution/people.ts';
import { CSV_MARK, csvLine } from '../../../../domain/text/csv.ts';
import type { ActivityRow } from '../../contract.ts';

/** Names of columns that a spreadsheet may rely on. */
const GROUP_COLUMNS: Readonly<Record<CountedGroup, string>> = {
  students: 'estudiantes',
  academics: 'academicos',
  staff: 'funcionarios',
  alumni: 'titulados',
  age0to14: 'edad_0_14',
  age15to29: 'edad_15_29',
  age30to59: 'edad_30_59',
  age60plus: 'edad_60_mas',
  women: 'mujeres',
  men: 'hombres',
  other: 'otro_sexo',
  indigenous: 'pueblos_originarios',
  disability: 'discapacidad',
  migrants: 'migrantes',
  rural: 'ruralidad',
  imprisoned: 'privados_de_libertad',
  direct: 'directos',
  indirect: 'indirectos',
};

const COLUMNS: readonly string[] = [
  ...['codigo_proyecto', 'fecha', 'inicio', 'termino', 'nombre', 'actividad_del_plan', 'completa_el_plan'],
  ...['lugar', 'enlace', 'comuna', 'codigo_comuna', 'asistencias', 'personas_unicas', 'sin_identificar'],
  ...COUNTED_GROUPS.map(g => GROUP_COLUMNS[g]),
  ...['fotos', 'documentos', 'registrada_por'],
];

/** Activities of a project as a file for spreadsheets; `planned` are the names of the plan's activities by id. */
export function fileOfActivities(
  code: string,
  activities: readonly ActivityRow[],
  planned: ReadonlyMap<string, string>,
): { blob: Blob; name: string } {
  const lines = activities.map(a =>
    csvLine([
      ...[code, a.day, a.startsAt, a.endsAt, a.name, planned.get(a.planItemId ?? '') ?? ''],
      ...[a.completes ? 'sí' : 'no', a.place, a.link, a.comuna?.name ?? '', a.comuna?.code ?? ''],
      ...[a.attendance.attendances, a.attendance.people, a.attendance.unidentified],
      ...COUNTED_GROUPS.map(g => a.counts[g] ?? null),
      ...[a.photos, a.documents, a.author.name],
    ]),
  );
  return {
    blob: new Blob([CSV_MARK, csvLine(COLUMNS), ...lines], { type: 'text/csv' }),
    name: `actividades-${code}.csv`,
  };
}
