import { type RawBuilder, sql } from 'kysely';
import { fixed } from '../../db/fixed.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Call } from '../../domain/calls.ts';

/** As every instant leaves the database inside JSON. */
const iso = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row of `calls c` with everything its rules need, as JSON; not its texts and files. */
export const callJson = fixed(sql`json_build_object(
  'id', c.id, 'name', c.name, 'year', c.year, 'kind', c.kind, 'state', c.state,
  'opensAt', ${iso('c.opens_at')}, 'closesAt', ${iso('c.closes_at')}, 'endorseUntil', ${iso('c.endorse_until')},
  'correctionDays', c.correction_days, 'evaluationUntil', ${iso('c.evaluation_until')},
  'resolutionAt', ${iso('c.resolution_at')}, 'appealDays', c.appeal_days,
  'executionFrom', c.execution_from, 'executionTo', c.execution_to, 'blind', c.blind, 'reviews', c.reviews,
  'minimum', c.minimum, 'gap', c.gap, 'proposalsPerLead', c.proposals_per_lead,
  'blocksOverdue', c.blocks_overdue, 'rubric', c.rubric, 'questions', c.questions, 'documents', c.documents,
  'version', c.version,
  'lines', coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'cap', l.cap, 'budget', l.budget)
    order by l.position) from call_lines l where l.call_id = c.id), '[]'),
  'quotas', coalesce((select json_agg(json_build_object('facultyId', q.faculty_id, 'quota', q.quota))
    from call_quotas q where q.call_id = c.id), '[]'))`);

/** The call a project `p` applies to, as a JSON column; null without one. */
export const callColumn = fixed(sql`(select ${callJson} from calls c where c.id = p.call_id)`);

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
export const takingAt = (at: Date): RawBuilder<unknown> =>
  sql`c.state in ('open', 'evaluation') and c.opens_at <= ${at} and c.closes_at > ${at}`;

export async function openCallCounts(db: Database | Transaction, at: Date): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select c.kind, count(*)::int as n from calls c where ${takingAt(at)} group by c.kind`.execute(db);
  return Object.fromEntries(rows.map(r => [r.kind, r.n]));
}
