import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Call, isUnresolved, takesProposals, windowRefusal } from '../../domain/calls/calls.ts';
import { RANKED, UNDER_WAY } from '../../domain/calls/proposals.ts';
import {
  type AwardRules,
  type Contender,
  limitRefusal,
  nextOnWaitlist,
  proposeAwards,
  rank,
} from '../../domain/calls/ranking.ts';
import { type Criterion, finalScore, heaviestOf, spreadOf } from '../../domain/calls/scoring.ts';
import { AWARDED, type Status, statusLabel } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { forbidden, notFound } from '../../domain/kit/problem.ts';
import { readCallBar } from '../../server/part-taking/queries.ts';
import { callById } from '../calls/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { requireId, type StoredProject } from '../project-record/subject/queries.ts';
import type { getRanking, Ranked } from './contract.ts';

interface RankingRow
  extends Omit<Ranked, 'score' | 'spread' | 'scores' | 'criteria' | 'rank' | 'proposed' | 'reason'> {
  readonly submittedAt: string;
  readonly reviews: { score: number; points: Record<string, number | null> }[];
}

export const rulesOfCall = ({ minimum, lines, quotas }: Call): AwardRules => ({ minimum, lines, quotas });

const UNIT = (row: string) =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'name', ${row}.name) end`);

/** A proposal with its reviews put together. */
export type RankedProposal = RankingRow & Contender & Pick<Ranked, 'spread' | 'scores' | 'criteria'>;

/** Proposals of a call in these statuses. */
export async function contendersOf(
  db: Database | Transaction,
  call: Call,
  statuses: readonly Status[],
): Promise<RankedProposal[]> {
  const { rows } = await sql<RankingRow>`
    select p.id, p.code, p.kind, p.title, p.status, p.version, p.line_id as "lineId",
      coalesce(p.amount_requested, 0) as amount, ${iso(sql`p.submitted_at`)} as "submittedAt",
      ${UNIT('s')} as school, ${UNIT('f')} as faculty,
      coalesce(r.reviews, '[]') as reviews
    from projects p left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id
      left join (
        select project_id, json_agg(json_build_object('score', score, 'points', points) order by confirmed_at) as reviews
        from reviews where state = ${lit.review('confirmed')} group by project_id
      ) r on r.project_id = p.id
    where p.call_id = ${call.id} and p.status = any(${[...statuses]})`.execute(db);
  return rows.map(row => summarise(row, call.rubric.criteria));
}

function summarise(row: RankingRow, criteria: readonly Criterion[]): RankedProposal {
  const scores = row.reviews.map(r => r.score);
  const pointsOf = (id: string) => row.reviews.map(r => r.points[id] ?? 0);
  const mean = (id: string) => finalScore(pointsOf(id)) ?? 0;
  const heaviest = heaviestOf(criteria);
  return {
    ...row,
    score: finalScore(scores),
    spread: spreadOf(scores),
    scores,
    criteria: Object.fromEntries(
      criteria.map(c => [c.id, { mean: mean(c.id), spread: spreadOf(pointsOf(c.id)) }]),
    ),
    heaviest: heaviest ? mean(heaviest.id) / heaviest.maxPoints : 0,
    submittedAt: row.submittedAt ?? '',
    facultyId: row.faculty?.id ?? null,
  };
}

export async function requireCall(db: Database | Transaction, id: string): Promise<Call> {
  const call = await callById(db, requireId(id));
  if (!call) throw notFound();
  return call;
}

/** What of its call a proposal awarded by hand would break; `null` when nothing. */
export async function awardRefusal(tx: Transaction, { id, status, call }: StoredProject) {
  if (!call) return null;
  const all = await contendersOf(tx, call, [status, ...AWARDED]);
  const chosen = all.find(c => c.id === id);
  const before = all.filter(c => AWARDED.includes(c.status));
  return chosen?.lineId ? limitRefusal(chosen, rulesOfCall(call), before) : null;
}

/** Who of the waitlist is next, now that an award of this call is free again. */
export async function nextUp(tx: Transaction, call: Call): Promise<RankedProposal | undefined> {
  if (call.state === 'closed') return undefined;
  const all = await contendersOf(tx, call, ['waitlisted', ...AWARDED]);
  const of = (wanted: boolean) => all.filter(c => AWARDED.includes(c.status) === wanted);
  return nextOnWaitlist(of(false), rulesOfCall(call), of(true));
}

/** Why a call cannot be resolved now; `null` when it can. Once resolved, only what an appeal brought back is left. */
export async function resolveRefusal(
  db: Database | Transaction,
  call: Call,
  now: Date,
): Promise<string | null> {
  if (takesProposals(call, now)) return 'La convocatoria todavía recibe propuestas.';
  if (call.state === 'preparation') return windowRefusal(call, now);
  if (!isUnresolved(call.state)) return null;
  const { rows } = await sql<{ status: Status; n: number }>`
    select status, count(*)::int as n from projects
    where call_id = ${call.id} and status = any(${[...UNDER_WAY]}) group by status order by status`.execute(
    db,
  );
  if (rows.length === 0) return null;
  const where = rows.map(r => `${r.n} «${statusLabel(r.status)}»`);
  return `Todavía hay propuestas que no llegan a la resolución: ${where.join(', ')}.`;
}

interface Around {
  acts: Ranking['acts'];
  appeals: Ranking['appeals'];
}
type Ranking = OutputOf<typeof getRanking>;

async function around(db: Database, callId: string): Promise<Around> {
  const { rows } = await sql<Around>`
    select
      coalesce((select json_agg(json_build_object('id', a.id, 'number', a.number, 'at', ${iso(sql`a.at`)},
        'by', u.name) order by a.number) from call_acts a join users u on u.id = a.actor_id
        where a.call_id = ${callId}), '[]') as acts,
      coalesce((select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title,
        'at', ${iso(sql`a.at`)}, 'upheld', a.upheld) order by a.at) from appeals a join projects p on p.id = a.project_id
        where p.call_id = ${callId}), '[]') as appeals`.execute(db);
  return rows[0] ?? { acts: [], appeals: [] };
}

/** Everybody whose evaluation is over, best first; what waits has what the rules propose beside what is awarded. */
export async function rankingRows(db: Database, call: Call): Promise<Ranked[]> {
  const all = rank(await contendersOf(db, call, RANKED));
  const before = all.filter(c => AWARDED.includes(c.status));
  const waiting = all.filter(c => c.status === 'resolution');
  const proposals = new Map(proposeAwards(waiting, rulesOfCall(call), before).map(p => [p.id, p]));
  return all.map((row, n) => ({
    ...row,
    rank: n + 1,
    proposed: proposals.get(row.id)?.result ?? null,
    reason: proposals.get(row.id)?.reason ?? '',
  }));
}

/** A call whose scores this person may read: whoever takes part in it learns them with everybody else. */
export async function requireJudged(db: Database, actor: Actor, id: string): Promise<Call> {
  const call = await requireCall(db, id);
  const bar = await readCallBar(db, actor, call.id);
  if (bar && !bar.last) throw forbidden('ver los puntajes de esta convocatoria', bar.reason);
  return call;
}

export async function rankingOf(db: Database, actor: Actor, id: string, now: Date): Promise<Ranking> {
  const call = await requireJudged(db, actor, id);
  const [rows, refusal, more] = await Promise.all([
    rankingRows(db, call),
    resolveRefusal(db, call, now),
    around(db, call.id),
  ]);
  const { name, year, state, minimum, rubric } = call;
  return {
    ...{ name, year, state, minimum, rows, refusal },
    ...more,
    criteria: rubric.criteria.map(({ id: key, name: label, maxPoints, weight }) => ({
      ...{ id: key, name: label, maxPoints, weight },
    })),
    lines: call.lines.map(({ id: lineId, name: label, budget, cap }) => ({
      ...{ id: lineId, name: label, budget, cap },
      awarded: rows
        .filter(r => r.lineId === lineId && AWARDED.includes(r.status))
        .reduce((sum, r) => sum + r.amount, 0),
    })),
  };
}
