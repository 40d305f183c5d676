import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { standingLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { cursorRows } from '../../../server/tables/list.ts';
import { type Columns, day, instant } from '../../../server/tables/table-file.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { rowJoins, rowJson, type StoredRow, showRow } from '../../project-record/rows/queries.ts';
import { all, anyOf, visible } from '../../project-record/visibility/queries.ts';
import { conditionsOf, isOwn, ORDERS, type Paged, type ProjectFilters } from '../filters/queries.ts';

/** Everything the list would show on all its pages. */
export function projectRows(
  db: Database,
  actor: Actor,
  { sort, status, ...filters }: ProjectFilters & Pick<Paged, 'sort'>,
): AsyncGenerator<readonly ProjectRow[]> {
  const order = ORDERS[sort];
  const parts = visible(actor, status, { own: isOwn(filters) });
  const query = sql`select ${rowJson} as row from projects p ${rowJoins} 
    where ${all([anyOf(parts), ...conditionsOf(filters, actor)])} order by ${order.by}`;
  return cursorRows<StoredRow, ProjectRow>(db, query, async rows => {
    const kindOf = await kindLookup(db);
    return rows.map(row => showRow(row, actor, kindOf));
  });
}

export const PROJECT_COLUMNS: Columns<ProjectRow> = {
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
};
