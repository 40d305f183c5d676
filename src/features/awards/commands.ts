import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Call, isUnresolved } from '../../domain/calls/calls.ts';
import { awardErrors, type Proposed, proposeAwards, rank } from '../../domain/calls/ranking.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { expectReaders } from '../../server/notices/announce.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { readCallBar } from '../../server/part-taking/queries.ts';
import { requireId } from '../project-record/subject/queries.ts';
import type { Workflow } from '../workflow/effects.ts';
import { takeStep } from '../workflow/transitions/commands.ts';
import { writeAct } from './acts/commands.ts';
import type { resolveCall as contract } from './contract.ts';
import {
  askedLess,
  contendersOf,
  type RankedProposal,
  requireCall,
  resolveRefusal,
  rulesOfCall,
} from './queries.ts';

type Given = BodyOf<typeof contract>;
type Decision = Given['decisions'][number];

const REASON = 10;

/** Holds the call of a project before the project itself, in the order of everybody who awards. */
export const lockCallOf = (tx: Transaction, projectId: string) =>
  sql`select 1 from calls where id = (select call_id from projects where id = ${requireId(projectId)})
    for no key update`.execute(tx);

/** Every proposal in resolution gets its result in this transaction, or none does. */
export const resolveCall = command(
  'reviews.manage',
  async (
    run: Command,
    { call: id, given, workflow }: { call: string; given: Given; workflow: Workflow },
  ): Promise<OutputOf<typeof contract>> => {
    const { tx, now } = run;
    await sql`select 1 from calls where id = ${requireId(id)} for no key update`.execute(tx);
    const call = await requireCall(tx, id);
    const bar = await readCallBar(tx, run.actor, call.id);
    const { lastResort } = given;
    requireFree(run, bar, {
      of: { type: 'call', id: call.id },
      verb: 'resolver la convocatoria',
      lastResort,
    });
    const refusal = await resolveRefusal(tx, call, now);
    if (refusal) throw new AppError('rule', refusal);
    await sql`select 1 from projects where call_id = ${call.id} order by id for no key update`.execute(tx);
    const waiting = rank(await contendersOf(tx, call, ['resolution']));
    const before = await contendersOf(tx, call, AWARDED);
    const proposed = new Map(proposeAwards(waiting, rulesOfCall(call), before).map(p => [p.id, p]));
    const errors = decisionsErrors(given, { call, waiting, before, proposed });
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    await expectReaders(tx, await partiesOf(tx, call), call.id);
    await takeAll(run, given, { workflow, byId: new Map(waiting.map(w => [w.id, w])) });
    const decided = withAmounts(waiting, given);
    const act = await writeAct(run, { call, waiting: decided, before, proposed, decisions: given.decisions });
    await settleCall(run, call);
    const count = (result: Decision['result']) => given.decisions.filter(d => d.result === result).length;
    const counts = { awarded: count('award'), waitlisted: count('waitlist'), notAwarded: count('not_award') };
    run.record({
      action: 'call.resolve',
      objectType: 'call',
      objectId: call.id,
      changes: Object.fromEntries(Object.entries(counts).map(([k, v]) => [k, [null, v] as const])),
    });
    return { id: act, ...counts };
  },
);

/** Everybody with a part in a proposal in resolution. */
async function partiesOf(tx: Transaction, { id }: Call): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with these as (
      select id, lead_id, alternate_id from projects where call_id = ${id} and status = ${lit.status('resolution')})
    select lead_id as id from these union select alternate_id from these where alternate_id is not null
    union select m.user_id from these join project_members m on m.project_id = these.id`.execute(tx);
  return rows.map(row => row.id);
}

/** Steps under way at once: while the database writes one, the next is prepared. */
const AT_ONCE = 8;
/** What PostgreSQL answers to every statement after the one that failed; only that one says whether to try again. */
const ABORTED = '25P02';

interface Taking {
  readonly workflow: Workflow;
  readonly byId: ReadonlyMap<string, RankedProposal>;
}

async function takeAll(run: Command, given: Given, { workflow, byId }: Taking): Promise<void> {
  const { decisions } = given;
  const batch = randomUUID();
  for (let from = 0; from < decisions.length; from += AT_ONCE) {
    const steps = decisions.slice(from, from + AT_ONCE).map(({ id, version, result, reason, amount }) =>
      takeStep(run, {
        ...{ kind: byId.get(id)?.kind ?? '', id, action: result, workflow, batch, inAct: true },
        given: { version, ...(reason && { comment: reason }), ...(amount !== undefined && { amount }) },
      }),
    );
    // All of them have ended before the first that failed takes the transaction back.
    const ended = await Promise.allSettled(steps);
    const errors = ended.flatMap(step => (step.status === 'rejected' ? [step.reason] : []));
    if (errors.length > 0) throw errors.find(error => error?.code !== ABORTED) ?? errors[0];
  }
}

/** The first act ends the evaluation of the call; its later ones find it ended. */
async function settleCall({ tx, actor, now, record }: Command, call: Call): Promise<void> {
  if (!isUnresolved(call.state)) return;
  await tx
    .updateTable('calls')
    .set({ state: 'resolved', version: call.version + 1, updated_at: now, updated_by: actor.id })
    .where('id', '=', call.id)
    .execute();
  record({
    action: 'call.move',
    objectType: 'call',
    objectId: call.id,
    changes: { state: [call.state, 'resolved'] },
  });
}

interface Standing {
  readonly call: Call;
  readonly waiting: readonly RankedProposal[];
  readonly before: readonly RankedProposal[];
  readonly proposed: ReadonlyMap<string, Proposed>;
}

function decisionsErrors(given: Given, { call, waiting, before, proposed }: Standing): FieldError[] {
  const byId = new Map(waiting.map(w => [w.id, w]));
  const results = new Map(given.decisions.map(d => [d.id, d.result]));
  const awarded = withAmounts(waiting, given).filter(w => results.get(w.id) === 'award');
  const places = new Map(given.decisions.map((d, n) => [d.id, n]));
  return [
    ...missingErrors(given, waiting),
    ...given.decisions.flatMap((d, n) => decisionErrors(d, n, proposed.get(d.id)?.result)),
    ...given.decisions.flatMap((d, n) => amountErrors(d, n, byId.get(d.id))),
    ...awardErrors(awarded, rulesOfCall(call), before).map(({ id, message }) => ({
      path: `decisions.${places.get(id)}.result`,
      message,
    })),
  ];
}

/** As they compete once the office awards less than was asked. */
function withAmounts(waiting: readonly RankedProposal[], { decisions }: Given): RankedProposal[] {
  const amounts = new Map(decisions.map(d => [d.id, d.amount]));
  return waiting.map(proposal => {
    const awarded = amounts.get(proposal.id);
    return awarded === undefined ? proposal : { ...proposal, awarded };
  });
}

/** An amount belongs to an award, is at most what was asked, and differs from it for a reason. */
function amountErrors(d: Decision, n: number, proposal: RankedProposal | undefined): FieldError[] {
  const asked = proposal?.amount ?? 0;
  if (d.amount === undefined || d.amount === asked) return [];
  const path = `decisions.${n}.amount`;
  if (d.result !== 'award') return [{ path, message: 'Solo se pone un monto a lo que se adjudica.' }];
  // Sent before an amount was asked for, it may have none.
  if (asked > 0 && d.amount > asked) return [{ path, message: askedLess(asked) }];
  return d.reason.length < REASON
    ? [{ path: `decisions.${n}.reason`, message: `Explica el monto con al menos ${REASON} caracteres.` }]
    : [];
}

function missingErrors({ decisions }: Given, waiting: readonly RankedProposal[]): FieldError[] {
  const decided = new Set(decisions.map(d => d.id));
  const left = waiting.filter(w => !decided.has(w.id));
  return left.length === 0
    ? []
    : [{ path: 'decisions', message: `Falta resolver ${left.map(w => w.code).join(', ')}.` }];
}

function decisionErrors(d: Decision, n: number, proposed: Decision['result'] | undefined): FieldError[] {
  if (proposed === undefined)
    return [
      { path: `decisions.${n}.id`, message: 'Esa propuesta no espera la resolución de esta convocatoria.' },
    ];
  return d.result !== proposed && d.reason.length < REASON
    ? [{ path: `decisions.${n}.reason`, message: `Explica el cambio con al menos ${REASON} caracteres.` }]
    : [];
}
