import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { among, lit } from '../../db/states.ts';
import {
  CALL_STATE_SLUGS,
  CALL_STATES,
  type Call,
  entryRefusal,
  missingToOpen,
  takesProposals,
  UNRESOLVED_CALLS,
} from '../../domain/calls/calls.ts';
import { CALL_COUNTS } from '../../domain/calls/proposals.ts';
import { AWARDED, type Status } from '../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { optionsOf } from '../../domain/kit/look-up.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { readCallBar } from '../../server/part-taking/queries.ts';
import { byTime, byWords } from '../../server/tables/groups.ts';
import { equal, lastChangeOf, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import { byKind } from '../kinds/queries.ts';
import type { CallDetail, CallRow, listCalls, openCalls } from './contract.ts';

/** As every instant leaves the database inside JSON. */
export const iso = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row of `calls c` with everything its rules need, as JSON; not its texts and files. */
export const callJson = precompile(sql`json_build_object(
  'id', c.id, 'name', c.name, 'year', c.year, 'kind', c.kind, 'state', c.state,
  'opensAt', ${iso('c.opens_at')}, 'closesAt', ${iso('c.closes_at')}, 'endorseUntil', ${iso('c.endorse_until')},
  'correctionDays', c.correction_days, 'evaluationUntil', ${iso('c.evaluation_until')},
  'resolutionAt', ${iso('c.resolution_at')}, 'appealDays', c.appeal_days,
  'answerDays', c.answer_days, 'invitationDays', c.invitation_days, 'waitlistUntil', c.waitlist_until,
  'committee', c.committee,
  'executionFrom', c.execution_from, 'executionTo', c.execution_to, 'blind', c.blind, 'reviews', c.reviews,
  'minimum', c.minimum, 'gap', c.gap, 'consensusDays', c.consensus_days, 'proposalsPerLead', c.proposals_per_lead,
  'blocksOverdue', c.blocks_overdue, 'rubric', c.rubric, 'questions', c.questions, 'documents', c.documents,
  'version', c.version, 'categoryCaps', c.category_caps, 'partnerMinimum', c.partner_minimum,
  'studentMinimum', c.student_minimum, 'instalments', c.instalments, 'reportDates', c.report_dates, 'graceDays', c.grace_days,
  'publishesResults', c.publishes_results,
  'lines', coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'cap', l.cap, 'budget', l.budget,
    'moved', l.moved) order by l.position) from call_lines l where l.call_id = c.id), '[]'),
  'quotas', coalesce((select json_agg(json_build_object('facultyId', q.faculty_id, 'quota', q.quota))
    from call_quotas q where q.call_id = c.id), '[]'))`);

/** What `callTitle` makes of a row of `calls k`; a test holds both to each other. */
export const callTitleOf = precompile(sql`(case when k.name ~ ('(^|\\D)' || k.year || '(\\D|$)') then k.name
  else k.name || ' ' || k.year end)`);

/** The call a project `p` applies to, as a JSON column; null without one. */
export const callColumn = precompile(sql`(select ${callJson} from calls c where c.id = p.call_id)`);

async function one(db: Database | Transaction, where: RawBuilder<unknown>): Promise<Call | null> {
  const { rows } = await sql<{ call: Call }>`select ${callJson} as call from calls c where ${where}`.execute(
    db,
  );
  return rows[0]?.call ?? null;
}

export const callById = (db: Database | Transaction, id: string): Promise<Call | null> =>
  one(db, sql`c.id = ${id}`);

/** The call a project applies to; null without one. */
export const callOf = (db: Database | Transaction, project: { id: string }): Promise<Call | null> =>
  one(db, sql`c.id = (select call_id from projects where id = ${project.id})`);

/** Calls that take proposals at an instant; the dates decide. */
export const takingAt = (at: Date | RawBuilder<Date>): RawBuilder<unknown> =>
  sql`c.state in ${among(UNRESOLVED_CALLS)} and c.opens_at <= ${at} and c.closes_at > ${at}`;

export async function openCallCounts(db: Database | Transaction, at: Date): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select c.kind, count(*)::int as n from calls c where ${takingAt(at)} group by c.kind`.execute(db);
  return Object.fromEntries(rows.map(r => [r.kind, r.n]));
}

const state = sql`array_position(array[${sql.join(CALL_STATE_SLUGS.map(slug => lit.call(slug)))}], c.state)`;
type Query = QueryOf<typeof listCalls>;

const VIEW: View<Query> = {
  from: sql`calls c`,
  select: sql`c.id, c.name, c.year, c.kind, c.state, ${iso('c.opens_at')} as "opensAt",
    ${iso('c.closes_at')} as "closesAt", (${takingAt(sql`now()`)}) as taking,
    (select count(*)::int from call_lines l where l.call_id = c.id) as lines,
    (select coalesce(sum(l.budget), 0)::bigint from call_lines l where l.call_id = c.id) as budget,
    (select count(*)::int from projects p where p.call_id = c.id and p.submitted_at is not null) as proposals,
    ${lastChangeOf('c')}`,
  sorts: {
    name: sql`plain(c.name)`,
    year: sql`c.year`,
    state,
    opens: sql`c.opens_at`,
    closes: sql`c.closes_at`,
    updated: sql`c.updated_at`,
  },
  sparse: ['opens', 'closes'],
  groups: {
    state: byWords(sql`c.state`, optionsOf(CALL_STATES)),
    kind: byKind(sql`c.kind`),
    year: byTime(sql`c.year::text`),
  },
  key: sql`c.id`,
};

/** What is in preparation is the office's alone. */
export const visibleCalls = (actor: Actor) =>
  isAdmin(actor) ? [] : [sql`c.state <> ${lit.call('preparation')}`];

export const callsList = listOf<Query, CallRow>(VIEW, (actor, query) => [
  ...visibleCalls(actor),
  ...matching('c.search', query.q),
  ...equal('c.state', query.state),
  ...equal('c.kind', query.kind),
  ...(query.year === undefined ? [] : [sql`c.year = ${query.year}`]),
]);

export async function callYears(db: Database, actor: Actor): Promise<{ years: number[] }> {
  const where = sql.join([sql`true`, ...visibleCalls(actor)], sql` and `);
  const { rows } = await sql<{ year: number }>`
    select distinct c.year from calls c where ${where} order by c.year desc`.execute(db);
  return { years: rows.map(r => r.year) };
}

export const CALL_COLUMNS: Columns<CallRow> = {
  nombre: row => row.name,
  anio: row => row.year,
  tipo: row => row.kind,
  estado: row => row.state,
  estado_texto: row => CALL_STATES[row.state],
  abre: row => instant(row.opensAt),
  cierra: row => instant(row.closesAt),
  recibe_propuestas: row => row.taking,
  lineas: row => row.lines,
  fondo: row => row.budget,
  propuestas: row => row.proposals,
  actualizada: row => instant(row.updatedAt),
  actualizada_por: row => row.updatedBy,
};

/** CLP that an awarded project `p` takes of its line; an award of before, which says no amount, took all it asked for. */
export const awardedAmount = precompile(sql`coalesce(p.amount_awarded, p.amount_requested, 0)`);
/**
 * CLP that any project `p` holds of its line: its award while it is awarded; once it left, what it was paid and has not
 * given back, or has spent.
 */
export const heldAmount = precompile(sql`case when p.status in ${among(AWARDED)} then ${awardedAmount}
  when exists (select from payments m where m.project_id = p.id) or exists (
    select from expenses e where e.project_id = p.id) then committed_money(p.id) else 0 end`);
/** The same of all projects of a row of `call_lines l`. */
export const awardedInLine = precompile(sql`(
  select coalesce(sum(${heldAmount}), 0)::bigint from projects p
  where p.call_id = l.call_id and p.line_id = l.id)`);

/** Of a row of `calls c`: its money between lines, which is the office's alone. */
const FUNDS = precompile(sql`json_build_object(
  'awarded', coalesce((select json_agg(json_build_object('lineId', l.id, 'amount', ${awardedInLine})
    order by l.position) from call_lines l where l.call_id = c.id), '[]'),
  'transfers', coalesce((select json_agg(json_build_object('id', t.id, 'from', a.name, 'to', b.name,
    'amount', t.amount, 'reason', t.reason, 'at', ${iso('t.at')}, 'by', u.name) order by t.id desc)
    from call_transfers t join call_lines a on a.id = t.from_line_id join call_lines b on b.id = t.to_line_id
      join users u on u.id = t.actor_id where t.call_id = c.id), '[]'))`);

interface Around {
  call: Call;
  publicText: string;
  files: CallDetail['files'];
  extensions: CallDetail['extensions'];
  funds: CallDetail['funds'];
  counts: NonNullable<CallDetail['counts']>;
  mine: CallDetail['mine'];
  copiedFrom: CallDetail['copiedFrom'];
}

export async function callDetail(db: Database, actor: Actor, id: string, now: Date): Promise<CallDetail> {
  const admin = isAdmin(actor);
  const count = (statuses: readonly Status[]) =>
    sql`(select count(*)::int from projects p where p.call_id = c.id and p.status = any(${[...statuses]}))`;
  const { rows } = await sql<Around>`
    select ${callJson} as call, c.public_text as "publicText",
      coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'size', x.size,
        'contentType', x.content_type) order by x.uploaded_at) from call_files x where x.call_id = c.id), '[]') as files,
      coalesce((select json_agg(json_build_object('closedAt', ${iso('e.closed_at')}, 'closesAt', ${iso('e.closes_at')},
        'reason', e.reason, 'at', ${iso('e.at')}, 'by', u.name) order by e.id desc)
        from call_extensions e join users u on u.id = e.actor_id where e.call_id = c.id), '[]') as extensions,
      ${admin ? FUNDS : sql`null`} as funds,
      json_build_object('drafts', ${count(CALL_COUNTS.drafts)}, 'received', ${count(CALL_COUNTS.received)},
        'inEvaluation', ${count(CALL_COUNTS.inEvaluation)}, 'decided', ${count(CALL_COUNTS.decided)}) as counts,
      coalesce((select json_agg(json_build_object('id', p.id, 'code', p.code, 'title', p.title, 'status', p.status)
        order by p.code) from projects p
        where p.call_id = c.id and ${actor.id} in (p.lead_id, p.alternate_id)), '[]') as mine,
      (select json_build_object('id', o.id, 'name', o.name) from calls o where o.id = c.copied_from) as "copiedFrom"
    from calls c where ${sql.join([sql`c.id = ${id}`, ...visibleCalls(actor)], sql` and `)}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  const { call, counts, ...around } = row;
  const barred = admin ? await readCallBar(db, actor, call.id) : null;
  return {
    ...around,
    barred,
    ...(call as Pick<CallDetail, keyof CallDetail & keyof Call>),
    // It has addresses of people from outside.
    committee: admin ? call.committee : { members: [], quorum: null },
    counts: admin ? counts : null,
    now: now.toISOString(),
    taking: takesProposals(call, now),
    startRefusal: entryRefusal(call, now),
    missing: admin && call.state === 'preparation' ? missingToOpen(call, now) : [],
  };
}

/** What a draft may apply to at an instant. */
export async function callsTaking(db: Database | Transaction, kind: string | undefined, now: Date) {
  const { rows } = await sql<OutputOf<typeof openCalls>['calls'][number]>`
    select c.id, c.name, c.kind, ${iso('c.closes_at')} as "closesAt",
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'cap', l.cap) order by l.position)
        from call_lines l where l.call_id = c.id), '[]') as lines
    from calls c where ${takingAt(now)} and (${kind ?? null}::text is null or c.kind = ${kind ?? null})
    order by c.closes_at, c.id`.execute(db);
  return { now: now.toISOString(), calls: rows };
}

export async function callFile(db: Database, actor: Actor, address: { call: string; file: string }) {
  const { rows } = await sql<{ key: string; name: string; size: number; contentType: string }>`
    select x.storage_key as key, x.name, x.size, x.content_type as "contentType"
    from call_files x join calls c on c.id = x.call_id
    where ${sql.join([sql`x.id = ${address.file}`, sql`c.id = ${address.call}`, ...visibleCalls(actor)], sql` and `)}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
