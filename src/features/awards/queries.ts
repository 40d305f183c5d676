import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { type GivenMoney, needsAward } from '../../domain/calls/award-money.ts';
import {
  type Call,
  isUnresolved,
  isWaitlistOver,
  moneyOf,
  takesProposals,
  windowRefusal,
} from '../../domain/calls/calls.ts';
import { ADMITTED, RANKED, UNDER_WAY } from '../../domain/calls/proposals.ts';
import {
  type AwardRules,
  asFinal,
  type Contender,
  meritRefusal,
  nextOnWaitlist,
  type Proposed,
  proposeAwards,
  rank,
  awardRefusal as refusalOfAward,
} from '../../domain/calls/ranking.ts';
import {
  type Criterion,
  finalScore,
  heaviestOf,
  reviewsNeeded,
  spreadOf,
} from '../../domain/calls/scoring.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import { AWARDED, isInResolution, type Status, statusLabel } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { forbidden, notFound } from '../../domain/kit/problem.ts';
import { formatMoney } from '../../domain/text/format.ts';
import { freeOf, readCallBar } from '../../server/part-taking/queries.ts';
import { awardedAmount, callById, heldAmount } from '../calls/queries.ts';
import { readCommitted } from '../payments/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { requireId, type StoredProject } from '../project-record/subject/queries.ts';
import { standingBefore } from '../workflow/steps/queries.ts';
import { overdueAt } from './appeals/queries.ts';
import type { getRanking, Ranked } from './contract.ts';

interface RankingRow
  extends Omit<
    Ranked,
    | 'score'
    | 'spread'
    | 'scores'
    | 'criteria'
    | 'heaviest'
    | 'reviewsNeeded'
    | 'rank'
    | 'proposed'
    | 'proposedLineId'
    | 'reason'
  > {
  readonly reviews: { score: number; points: Record<string, number | null> }[];
  /** Its reviewers still compare scores too far apart: no third review is asked for yet. */
  readonly seeksConsensus: boolean;
}

/** What there is to award: without what projects that left keep of their line. */
export async function readRules(db: Database | Transaction, call: Call): Promise<AwardRules> {
  const { minimum, reviews, lines, quotas } = call;
  const kept = await readKept(db, call);
  return {
    ...{ minimum, reviews, quotas },
    lines: lines.map(l => ({ id: l.id, cap: l.cap, budget: moneyOf(l) - (kept.get(l.id) ?? 0) })),
  };
}

/** CLP of the lines of a call that projects hold which are not awarded (any more), of those lines that have any. */
async function readKept(db: Database | Transaction, { id }: Call): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; kept: number }>`
    select p.line_id as id, sum(${heldAmount})::bigint as kept from projects p
    where p.call_id = ${id} and p.line_id is not null and p.status not in ${among(AWARDED)}
    group by p.line_id`.execute(db);
  return new Map(rows.map(({ id: line, kept }) => [line, kept]));
}

const UNIT = (row: string) =>
  sql.raw(`case when ${row}.id is not null then json_build_object('id', ${row}.id, 'name', ${row}.name) end`);

/** The twin of `awardedAmount` for a project that was read: CLP of its line that it has by an award. */
export const spentOn = ({ status, amountAwarded, amountAsked }: SpentFacts): number =>
  AWARDED.includes(status) ? (amountAwarded ?? amountAsked ?? 0) : 0;
type SpentFacts = Pick<StoredProject, 'status' | 'amountAwarded' | 'amountAsked'>;

/** Of what was sent before the amount was derived: the budget's sum where it is another. */
const BUDGETED = sql`case when p.amount_typed then (
  select nullif(fund_total(data), coalesce(p.amount_requested, 0)) from project_sections
  where project_id = p.id and section = 'budget') end`;

/** Asked for each proposal: put together first, a call that has just come is searched once for each of its proposals. */
const REVIEWS = sql`coalesce((
  select json_agg(json_build_object('score', v.score, 'points', v.points) order by v.confirmed_at)
  from reviews v where v.project_id = p.id and v.state = ${lit.review('confirmed')}), '[]')`;

/** A proposal with its reviews put together. */
export type RankedProposal = Omit<RankingRow, 'reviews' | 'awarded'> &
  Contender &
  Pick<Ranked, 'spread' | 'scores' | 'criteria'>;

/** Proposals of a call in these statuses; of them those `p` for which `condition` holds. */
export async function contendersOf(
  db: Database | Transaction,
  call: Call,
  statuses: readonly Status[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<RankedProposal[]> {
  const { rows } = await sql<RankingRow>`
    select p.id, p.code, p.kind, p.title, p.status, p.version, p.line_id as "lineId",
      coalesce(p.amount_requested, 0) as amount, case when p.status in ${among(AWARDED)} then ${awardedAmount} end as awarded,
      case when p.status in ${among(AWARDED)} then 0 else ${heldAmount} end as held,
      ${BUDGETED} as budgeted, ${iso(sql`p.submitted_at`)} as "submittedAt",
      exists (select from appeals a where a.project_id = p.id and a.upheld) as upheld,
      exists (select from review_consensus k where k.project_id = p.id and k.closed_at is null) as "seeksConsensus",
      ${UNIT('s')} as school, ${UNIT('f')} as faculty,
      ${REVIEWS} as reviews
    from projects p left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id
    where p.call_id = ${call.id} and p.status = any(${[...statuses]}) and ${condition}`.execute(db);
  return rows.map(row => summarise(row, call.rubric.criteria));
}

function summarise({ reviews, awarded, ...row }: RankingRow, criteria: readonly Criterion[]): RankedProposal {
  const scores = reviews.map(r => r.score);
  const pointsOf = (id: string) => reviews.map(r => r.points[id] ?? 0);
  const mean = (id: string) => finalScore(pointsOf(id)) ?? 0;
  const heaviest = heaviestOf(criteria);
  return {
    ...row,
    ...(awarded !== null && { awarded }),
    reviewCount: reviews.length,
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

/** What a proposal awarded by hand would break, of its call or else of its kind; `null` when nothing. */
export async function awardRefusal(
  tx: Transaction,
  { id, status, call }: StoredProject,
  { rubric }: Pick<KindDefinition, 'rubric'>,
  { amount, lineId }: GivenMoney,
): Promise<string | null> {
  if (!call) return rubric ? meritRefusal(await meritOf(tx, id), rubric) : null;
  const all = await contendersOf(tx, call, [status, ...AWARDED]);
  const chosen = all.find(c => c.id === id);
  if (!chosen) return null;
  // Sent before an amount was asked for, it may have none.
  if (amount !== undefined && chosen.amount > 0 && amount > chosen.amount) return askedLess(chosen.amount);
  if (lineId !== undefined && lineId !== chosen.lineId) return 'Se adjudica en su línea.';
  const before = all.filter(c => c.id !== id && AWARDED.includes(c.status));
  const costing = amount === undefined ? chosen : { ...chosen, awarded: amount };
  return refusalOfAward(costing, await readRules(tx, call), before);
}

export const askedLess = (asked: number): string =>
  `Pide ${formatMoney(asked)}: se adjudica ese monto o uno menor.`;

async function meritOf(tx: Transaction, id: string): Promise<Pick<Contender, 'score' | 'reviewCount'>> {
  const { rows } = await sql<{ score: number }>`
    select score from reviews where project_id = ${id} and state = ${lit.review('confirmed')}`.execute(tx);
  return { score: finalScore(rows.map(r => r.score)), reviewCount: rows.length };
}

/** Why a line has not the money for a project to be put among the awarded; `null` where it has. */
async function shortfall(
  tx: Transaction,
  call: Call,
  { id, lineId, amount }: { readonly id: string; readonly lineId: string | null; readonly amount: number },
): Promise<string | null> {
  const line = call.lines.find(l => l.id === lineId);
  if (!line) return null;
  // Held before the project already, but where a draft went to this call at that very moment.
  await sql`select 1 from calls where id = ${call.id} for no key update`.execute(tx);
  const left = moneyOf(line) - ((await spentByLine(tx, [call.id], id)).get(line.id) ?? 0);
  return amount <= left
    ? null
    : `A la línea «${line.name}» le quedan ${formatMoney(Math.max(0, left))} y se le pondrían ${formatMoney(amount)}.`;
}

/** CLP that projects hold of the lines of these calls, those that have any; `except` leaves out a project. */
export async function spentByLine(
  db: Database | Transaction,
  calls: readonly string[],
  except: string | null = null,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; spent: number }>`
    select p.line_id as id, sum(${heldAmount})::bigint as spent from projects p
    where p.call_id = any(${[...calls]}::uuid[]) and p.line_id is not null
      and p.id is distinct from ${except}::uuid
    group by p.line_id`.execute(db);
  return new Map(rows.map(({ id, spent }) => [id, spent]));
}

/** What an override would take that its line does not have; `null` when nothing. */
export async function overrideRefusal(
  tx: Transaction,
  project: StoredProject,
  to: Status,
  { lineId, amount = 0 }: GivenMoney,
): Promise<string | null> {
  const { call, id } = project;
  if (!call || !needsAward(project, to)) return null;
  return shortfall(tx, call, { id, lineId: lineId ?? project.lineId, amount });
}

/** The same of taking a step back that had freed money. */
export async function undoRefusal(tx: Transaction, project: StoredProject): Promise<string | null> {
  const { id, call, lineId } = project;
  const before = call && (await standingBefore(tx, project));
  if (!before) return null;
  const amount = spentOn(before);
  const held = AWARDED.includes(project.status) ? spentOn(project) : await committedTo(tx, id);
  const isMore = amount > held || before.lineId !== lineId;
  return amount > 0 && isMore ? shortfall(tx, call, { id, lineId: before.lineId, amount }) : null;
}

const committedTo = async (tx: Transaction, id: string) => (await readCommitted(tx, [id])).get(id) ?? 0;

/** Who of the waitlist is next, now that an award of this call is free again. */
export async function nextUp(tx: Transaction, call: Call, now: Date): Promise<RankedProposal | undefined> {
  if (call.state === 'closed' || isWaitlistOver(call, now)) return undefined;
  const all = await contendersOf(tx, call, ['waitlisted', ...AWARDED]);
  const of = (wanted: boolean) => all.filter(c => AWARDED.includes(c.status) === wanted);
  // Whom more was paid than it would be awarded, the office awards by hand.
  const waiting = of(false).filter(c => (c.held ?? 0) <= c.amount);
  return nextOnWaitlist(waiting, await readRules(tx, call), of(true));
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
  const appeals = await sql<{ n: number }>`
    select count(*)::int as n from appeals a join projects p on p.id = a.project_id
    where p.call_id = ${call.id} and a.upheld is null`.execute(db);
  const open = appeals.rows[0]?.n ?? 0;
  if (open > 0)
    return `Antes responde ${open === 1 ? 'la apelación pendiente' : `las ${open} apelaciones pendientes`}.`;
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

async function around(db: Database, callId: string, now: Date): Promise<Around> {
  const { rows } = await sql<Around>`
    select
      coalesce((select json_agg(json_build_object('id', a.id, 'number', a.number, 'at', ${iso(sql`a.at`)},
        'by', u.name) order by a.number) from call_acts a left join users u on u.id = a.actor_id
        where a.call_id = ${callId}), '[]') as acts,
      coalesce((select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title,
        'at', ${iso(sql`a.at`)}, 'due', ${iso(sql`a.due_at`)}, 'upheld', a.upheld, 'overdue', ${overdueAt(now)})
        order by a.upheld is not null, a.due_at, p.code) from appeals a join projects p on p.id = a.project_id
        where p.call_id = ${callId}), '[]') as appeals`.execute(db);
  return rows[0] ?? { acts: [], appeals: [] };
}

/**
 * Everybody from the evaluation on whom this person may know of, best first by the score so far; who has none while in
 * evaluation comes last.
 */
export async function readStanding(db: Database, actor: Actor, call: Call): Promise<RankedProposal[]> {
  const all = rank(
    await contendersOf(db, call, ADMITTED, sql`(p.status in ${among(RANKED)} or ${freeOf(actor)})`),
  );
  return [...all.filter(c => !isUnplaced(c)), ...all.filter(isUnplaced)];
}
const isPending = ({ status }: RankedProposal) => !RANKED.includes(status);
const isUnplaced = (c: RankedProposal) => isPending(c) && c.score === null;

/**
 * What the rules propose for those that wait, beside what is awarded. Before the first act, which comes when nobody is in
 * evaluation any more, those who still are compete with them as if their scores so far were final.
 */
function proposedFor(all: readonly RankedProposal[], call: Call, rules: AwardRules): Proposed[] {
  const rivals = isUnresolved(call.state) ? asFinal(all.filter(isPending), rules) : [];
  const before = all.filter(c => AWARDED.includes(c.status));
  return proposeAwards([...all.filter(c => isInResolution(c.status)), ...rivals], rules, before);
}

export async function rankingRows(
  db: Database,
  actor: Actor,
  call: Call,
  rules: AwardRules,
): Promise<Ranked[]> {
  const all = await readStanding(db, actor, call);
  const proposals = new Map(proposedFor(all, call, rules).map(p => [p.id, p]));
  return all.map((row, n) => {
    const proposal = isPending(row) ? undefined : proposals.get(row.id);
    return {
      ...row,
      awarded: row.awarded ?? null,
      reviewsNeeded: isPending(row) ? reviewsNeeded(row.scores, call, row.seeksConsensus) : null,
      rank: isUnplaced(row) ? null : n + 1,
      proposed: proposal?.result ?? null,
      proposedLineId: proposal?.lineId ?? null,
      reason: proposal?.reason ?? '',
    };
  });
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
  const rules = await readRules(db, call);
  const budgets = new Map(rules.lines.map(l => [l.id, l.budget]));
  const [rows, refusal, more] = await Promise.all([
    rankingRows(db, actor, call, rules),
    resolveRefusal(db, call, now),
    around(db, call.id, now),
  ]);
  const { name, year, state, minimum, reviews, quotas, rubric, committee } = call;
  return {
    ...{ name, year, state, minimum, reviews, quotas: [...quotas], rows, refusal },
    ...more,
    committee: {
      members: committee.members.map(({ id: member, name: who, role }) => ({ id: member, name: who, role })),
      quorum: committee.quorum,
    },
    criteria: rubric.criteria.map(({ id: key, name: label, maxPoints, weight }) => ({
      ...{ id: key, name: label, maxPoints, weight },
    })),
    lines: call.lines.map(({ id: lineId, name: label, cap, ...money }) => ({
      ...{ id: lineId, name: label, cap, budget: budgets.get(lineId) ?? moneyOf(money) },
      awarded: rows
        .filter(r => r.lineId === lineId && AWARDED.includes(r.status))
        .reduce((sum, r) => sum + (r.awarded ?? 0), 0),
    })),
  };
}
