import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { barOf } from '../../domain/access/part-taking.ts';
import { type Correction, checklistOf, isLateEndorsement } from '../../domain/calls/admissibility.ts';
import type { Call } from '../../domain/calls/calls.ts';
import { STATUSES, statusLabel } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { SECTION_SLUGS } from '../../domain/sections/index.ts';
import { byName } from '../../server/tables/groups.ts';
import { listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type ProjectAddress, readProject, type StoredProject } from '../project-record/subject/queries.ts';
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
  groups: { call: byName(sql`p.call_id::text`, sql`c.name`, 'Sin convocatoria') },
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

interface Sent {
  readonly sections: Record<string, Record<string, unknown>>;
  readonly changedFiles: string[];
}

/** What differs of a proposal from what was sent before it came back last; `null` where it never did. */
export async function correctionOf(
  db: Database | Transaction,
  { id, sections }: StoredProject,
): Promise<Correction | null> {
  const { rows } = await sql<Sent>`
    select s.sections, array(select distinct x.document_type from files x
      where x.project_id = ${id} and x.uploaded_at > h.at) as "changedFiles"
    from project_history h join project_snapshots s on s.history_id = h.id
    where h.project_id = ${id} and h.action = ${lit.action('submit')} and h.undone_at is null and h.id < (
      select max(r.id) from project_history r where r.project_id = ${id} and r.action = ${lit.action('return')}
        and r.undone_at is null)
    order by h.id desc limit 1`.execute(db);
  const [sent] = rows;
  if (!sent) return null;
  return {
    documents: sent.changedFiles,
    sections: SECTION_SLUGS.filter(
      slug => !isDeepStrictEqual(written(sections[slug]?.data), written(sent.sections[slug])),
    ),
  };
}

/** Without what is derived from other sections. */
const written = ({ amountRequested: _derived, ...data }: Record<string, unknown> = {}) => data;

type Endorsement = Checks['endorsements'][number];

/** The last endorsement of each step. */
async function endorsementsOf(
  db: Database | Transaction,
  { id, call }: StoredProject,
): Promise<Endorsement[]> {
  const { rows } = await sql<Omit<Endorsement, 'late'>>`
    select distinct on (h.from_status) h.from_status as status, ${iso(sql`h.at`)} as at,
      case when u.id is null then null else json_build_object('id', u.id, 'name', u.name) end as by
    from project_history h left join users u on u.id = h.actor_id
    where h.project_id = ${id} and h.action = ${lit.action('endorse')} and h.undone_at is null
    order by h.from_status, h.id desc`.execute(db);
  const order = (status: Endorsement['status']) => STATUSES.indexOf(status);
  return rows
    .map(row => ({ ...row, late: isLateEndorsement(call, new Date(row.at)) }))
    .sort((a, b) => order(a.status) - order(b.status));
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
  const [correction, endorsements] = [await correctionOf(db, project), await endorsementsOf(db, project)];
  const items = (stored?.items ?? {}) as Record<string, { ok: boolean; note: string }>;
  return {
    version: stored?.version ?? 0,
    // As every other answer writes an instant, with all its milliseconds.
    receivedAt: project.submittedAt && new Date(project.submittedAt).toISOString(),
    endorseUntil: project.call.endorseUntil,
    endorsements,
    corrected: correction && [...correction.sections],
    open: project.status === 'admissibility',
    barred: barOf(actor, project, 'office'),
    items: checklistOf(project.call).map(i => ({ ok: false, note: '', ...items[i.id], ...i })),
  };
}
