import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import type { Call } from '../../../domain/calls.ts';
import type { OutputOf } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/problem.ts';
import { type AwardRules, type Contender, proposeAwards, ranked } from '../../../domain/ranking.ts';
import { type Criterion, finalScore, heaviestOf, type Marks, spreadOf } from '../../../domain/scoring.ts';
import { callById } from '../../calls/queries.ts';
import { iso } from '../queries.ts';
import { knownId } from '../subject/queries.ts';
import type { getRanking, Ranked } from './contract.ts';

interface Stored extends Omit<Ranked, 'score' | 'spread' | 'criteria' | 'rank' | 'proposed' | 'reason'> {
  readonly submittedAt: string;
  readonly reviews: { score: number; marks: Marks }[];
}

export const rulesOfCall = ({ minimum, lines, quotas }: Call): AwardRules => ({ minimum, lines, quotas });

const UNIT = (row: string) =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'name', ${row}.name) end`);

/** A proposal with its reviews put together. */
export type Judged = Stored & Contender & Pick<Ranked, 'spread' | 'criteria'>;

/** Proposals of a call in these statuses. */
export async function contendersOf(
  db: Database | Transaction,
  call: Call,
  statuses: readonly string[],
): Promise<Judged[]> {
  const { rows } = await sql<Stored>`
    select p.id, p.code, p.kind, p.title, p.status, p.version, p.line_id as "lineId",
      coalesce(p.amount_requested, 0) as amount, ${iso(sql`p.submitted_at`)} as "submittedAt",
      ${UNIT('s')} as school, ${UNIT('f')} as faculty,
      coalesce(r.reviews, '[]') as reviews
    from projects p left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id
      left join (
        select project_id, json_agg(json_build_object('score', score, 'marks', marks) order by confirmed_at) as reviews
        from reviews where state = 'confirmed' group by project_id
      ) r on r.project_id = p.id
    where p.call_id = ${call.id} and p.status = any(${[...statuses]})`.execute(db);
  return rows.map(row => judged(row, call.rubric.criteria));
}

function judged(row: Stored, criteria: readonly Criterion[]): Judged {
  const scores = row.reviews.map(r => r.score);
  const mean = (id: string) => finalScore(row.reviews.map(r => r.marks[id]?.points ?? 0)) ?? 0;
  const heaviest = heaviestOf(criteria);
  return {
    ...row,
    score: finalScore(scores),
    spread: spreadOf(scores),
    criteria: Object.fromEntries(criteria.map(c => [c.id, mean(c.id)])),
    heaviest: heaviest ? mean(heaviest.id) / heaviest.maxPoints : 0,
    submittedAt: row.submittedAt ?? '',
    facultyId: row.faculty?.id ?? null,
  };
}

export async function knownCall(db: Database | Transaction, id: string): Promise<Call> {
  const call = await callById(db, knownId(id));
  if (!call) throw notFound();
  return call;
}

export async function rankingOf(db: Database, id: string): Promise<OutputOf<typeof getRanking>> {
  const call = await knownCall(db, id);
  const rows = ranked(await contendersOf(db, call, ['resolution']));
  const proposals = new Map(proposeAwards(rows, rulesOfCall(call)).map(p => [p.id, p]));
  return {
    name: call.name,
    minimum: call.minimum,
    lines: call.lines.map(({ id: lineId, name, budget, cap }) => ({ id: lineId, name, budget, cap })),
    rows: rows.map((row, n) => ({
      ...row,
      rank: n + 1,
      proposed: proposals.get(row.id)?.result ?? 'not_award',
      reason: proposals.get(row.id)?.reason ?? '',
    })),
  };
}
