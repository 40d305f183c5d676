import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { barOf } from '../../../domain/access/part-taking.ts';
import { checklistOf } from '../../../domain/calls/admissibility.ts';
import type { Call } from '../../../domain/calls/calls.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, instant } from '../../../server/tables/table-file.ts';
import { iso } from '../../project-record/rows/queries.ts';
import {
  type ProjectAddress,
  readProject,
  type StoredProject,
} from '../../project-record/subject/queries.ts';
import type { Checks, listWaiting, WaitingRow } from './contract.ts';

const OWN_ITEMS = checklistOf({ documents: [] }).length;
type Query = QueryOf<typeof listWaiting>;

const VIEW: View<Query> = {
  from: sql`projects p`,
  joins: sql`join users l on l.id = p.lead_id left join schools s on s.id = p.school_id
    left join calls c on c.id = p.call_id left join call_lines n on n.id = p.line_id
    left join admissibility_checks a on a.project_id = p.id`,
  select: sql`p.id, p.code, p.kind, p.title, p.status, json_build_object('id', l.id, 'name', l.name) as lead,
    case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end as school,
    case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as call,
    n.name as line, p.amount_requested as amount, ${iso(sql`p.submitted_at`)} as "receivedAt",
    ${iso(sql`p.due_at`)} as due,
    (select count(*)::int from jsonb_each(coalesce(a.items, '{}')) i where (i.value ->> 'ok')::boolean) as checked,
    ${OWN_ITEMS} + (select count(*)::int from jsonb_array_elements(coalesce(c.documents, '[]')) d
      where (d ->> 'required')::boolean) as total,
    exists (select from project_history h where h.project_id = p.id and h.action = ${lit.action('return')}
      and h.from_status = ${lit.status('admissibility')} and h.undone_at is null) as corrected`,
  sorts: {
    due: sql`p.due_at`,
    code: sql`p.code`,
    title: sql`plain(p.title)`,
    received: sql`p.submitted_at`,
    amount: sql`p.amount_requested`,
  },
  sparse: ['due', 'received', 'amount'],
  key: sql`p.id`,
};

function waits(status: Query['status']): RawBuilder<unknown> {
  const [here, corrected] = [
    sql`p.status = ${lit.status('admissibility')}`,
    sql`(p.status = ${lit.status('returned')} and p.returned_from = ${lit.status('admissibility')})`,
  ];
  if (status === undefined) return sql`(${here} or ${corrected})`;
  return status === 'returned' ? corrected : here;
}

export const waitingList = listOf<Query, WaitingRow>(VIEW, (_actor, query) => [
  waits(query.status),
  ...matching(sql`plain(p.code || ' ' || p.title)`, query.q),
  ...(query.call ? [sql`p.call_id = ${query.call}`] : []),
]);

export const WAITING_COLUMNS: Columns<WaitingRow> = {
  codigo: row => row.code,
  titulo: row => row.title,
  tipo: row => row.kind,
  estado: row => row.status,
  estado_texto: row => statusLabel(row.status),
  responsable: row => row.lead.name,
  escuela: row => row.school?.name,
  convocatoria: row => row.call?.name,
  linea: row => row.line,
  monto_solicitado: row => row.amount,
  recibida: row => instant(row.receivedAt),
  vence: row => instant(row.due),
  revisados: row => row.checked,
  requisitos: row => row.total,
  corregida: row => row.corrected,
};

/** A proposal to a call, for the desk; one without a call has no checklist. */
export async function readChecked(
  db: Database | Transaction,
  actor: Actor,
  address: ProjectAddress,
): Promise<StoredProject & { call: Call }> {
  const project = await readProject(db, actor, address);
  if (!project.call) throw notFound();
  return { ...project, call: project.call };
}

export async function checksOf(
  db: Database | Transaction,
  actor: Actor,
  project: StoredProject & { call: Call },
): Promise<Checks> {
  const stored = await db
    .selectFrom('admissibility_checks')
    .select(['items', 'version'])
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  const items = (stored?.items ?? {}) as Record<string, { ok: boolean; note: string }>;
  return {
    version: stored?.version ?? 0,
    open: project.status === 'admissibility',
    barred: barOf(actor, project, 'office'),
    items: checklistOf(project.call).map(i => ({ ok: false, note: '', ...items[i.id], ...i })),
  };
}
