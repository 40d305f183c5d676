import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { standingLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { keysOf } from '../../../domain/kit/look-up.ts';
import { SECTION_COLUMNS, SOURCE_COLUMNS } from '../../../domain/sections/columns/columns.ts';
import { cursorRows } from '../../../server/tables/list.ts';
import { type Columns, day, instant } from '../../../server/tables/table-file.ts';
import { all, anyOf, visible } from '../../project-record/visibility/queries.ts';
import {
  type ExportedProject,
  exportJoins,
  exportJson,
  type StoredExport,
  showFor,
} from '../export/queries.ts';
import { conditionsOf, isOwn, type Paged, type ProjectFilters } from '../filters/queries.ts';
import { orderOf } from '../groups/queries.ts';

/** Everything the list would show on all its pages, with all that each project's page tells the reader. */
export function projectRows(
  db: Database,
  actor: Actor,
  { sort, status, ...filters }: ProjectFilters & Pick<Paged, 'sort'>,
): AsyncGenerator<readonly ExportedProject[]> {
  const order = orderOf({ sort, group: filters.group }, actor);
  const parts = visible(actor, status, { own: isOwn(filters) });
  const query = sql`select ${exportJson(actor)} as row from projects p ${exportJoins(actor)}
    where ${all([anyOf(parts), ...conditionsOf(filters, actor)])} order by ${order.by}`;
  return cursorRows<StoredExport, ExportedProject>(db, query, showFor(actor));
}

/** Of the project itself, in the list, too. */
const LISTED = {
  codigo: row => row.code,
  titulo: row => row.title,
  tipo: row => row.kind,
  estado: row => row.status,
  estado_texto: row => standingLabel(row),
  periodo: row => row.period,
  historico: row => row.historic,
  inicio: row => day(row.startDate),
  termino: row => day(row.endDate),
  escuela: row => row.school?.name,
  facultad: row => row.faculty?.name,
  responsable: row => row.lead.name,
  turno: row => [
    ...row.turn.people.map(one => one.name),
    ...(row.turn.office ? ['Oficina de Vinculación'] : []),
  ],
  turno_desde: row => instant(row.turn.since),
  vence: row => instant(row.turn.due),
  atrasado: row => row.turn.overdue,
  sigue: row => row.turn.next,
  enviado: row => instant(row.submittedAt),
  actualizado: row => instant(row.updatedAt),
} satisfies Columns<ExportedProject>;

const named = (row: ExportedProject, id: unknown) =>
  typeof id === 'string' ? row.known.nameOf(id) || null : null;

/** What the page tells above its sections. */
const ABOVE = {
  responsable_alterno: row => row.alternate,
  tema: row => named(row, row.sections.identification?.themeId),
  convocatoria: row => row.call,
  linea: row => named(row, row.sections.fund?.lineId),
  creado: row => instant(row.createdAt),
} satisfies Columns<ExportedProject>;

const sections: Columns<ExportedProject> = Object.fromEntries(
  SECTION_COLUMNS.map(({ name, section, cell }) => [
    name,
    (row: ExportedProject) => {
      const data = row.sections[section];
      return data && cell(data, row.known);
    },
  ]),
);

const spent: Columns<ExportedProject> = Object.fromEntries(
  keysOf(SOURCE_COLUMNS).map(source => [
    `gastado_${SOURCE_COLUMNS[source]}`,
    (row: ExportedProject) => row.spending?.[source],
  ]),
);

/** What it was given and what became of that. */
const MONEY = {
  monto_adjudicado: row => row.awarded,
  gastado_total: ({ spending }) =>
    spending && keysOf(SOURCE_COLUMNS).reduce((sum, source) => sum + spending[source], 0),
  ...spent,
  pagado: row => row.spending?.paid,
  devuelto: row => row.spending?.returned,
} satisfies Columns<ExportedProject>;

export const PROJECT_COLUMNS: Columns<ExportedProject> = { ...LISTED, ...ABOVE, ...sections, ...MONEY };
