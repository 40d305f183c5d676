import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Call, isUnresolved } from '../../domain/calls/calls.ts';
import { type CommitteeMember, quorumRefusal } from '../../domain/calls/committee.ts';
import { RANKED } from '../../domain/calls/proposals.ts';
import {
  type AwardRules,
  awardErrors,
  type Proposed,
  proposeAwards,
  rank,
} from '../../domain/calls/ranking.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, type FieldError } from '../../domain/kit/problem.ts';
import { type Command, command } from '../../server/commands/command.ts';
import { expectReaders } from '../../server/notices/announce.ts';
import { requireFree } from '../../server/part-taking/commands.ts';
import { readCallBar, takesPartInCall } from '../../server/part-taking/queries.ts';
import { moveCallTo } from '../calls/progress/commands.ts';
import { overtaken } from '../project-record/held/queries.ts';
import { readProject, requireId } from '../project-record/subject/queries.ts';
import type { Workflow } from '../workflow/effects.ts';
import { takeTogether } from '../workflow/transitions/commands.ts';
import { type Decided, writeAct } from './acts/commands.ts';
import type { resolveCall as contract } from './contract.ts';
import {
  askedLess,
  contendersOf,
  type RankedProposal,
  readRules,
  requireCall,
  resolveRefusal,
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
    const ranked = rank(await contendersOf(tx, call, RANKED));
    const waiting = ranked.filter(c => c.status === 'resolution');
    const before = ranked.filter(c => AWARDED.includes(c.status));
    const decided = ranked.find(c => c.status !== 'resolution' && given.decisions.some(d => d.id === c.id));
    // Somebody else did it while this one was adjusting.
    if (decided) throw overtaken(await readProject(tx, run.actor, decided));
    const rules = await readRules(tx, call);
    const proposed = new Map(proposeAwards(waiting, rules, before).map(p => [p.id, p]));
    const errors = [
      ...(await sessionErrors(tx, call, given.session)),
      ...decisionsErrors(given, { call, rules, waiting, before, proposed }),
    ];
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    await expectReaders(tx, await partiesOf(tx, call), call.id);
    // Written first, so that the letters of its results quote it.
    const act = await writeAct(run, {
      call,
      cause: isUnresolved(call.state) ? 'resolution' : 'appeal',
      decided: decidedOf(given, waiting, proposed),
      session: given.session ?? null,
    });
    await takeTogether(run, { results: given.decisions.map(resultOf), workflow, batch: randomUUID() });
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

/** A decision as a step of its proposal. */
const resultOf = ({ id, version, result, reason, amount, lineId }: Decision) => ({
  id,
  action: result,
  given: {
    version,
    ...(reason && { comment: reason }),
    ...(amount !== undefined && { amount }),
    ...(lineId !== undefined && { lineId }),
  },
});

/** The same for the act, best first. */
function decidedOf(
  given: Given,
  waiting: readonly RankedProposal[],
  proposed: ReadonlyMap<string, Proposed>,
): Decided[] {
  const decisions = new Map(given.decisions.map(d => [d.id, d]));
  return asDecided(waiting, given).flatMap(proposal => {
    const [decision, rules] = [decisions.get(proposal.id), proposed.get(proposal.id)];
    if (!decision || !rules) return [];
    const { result } = decision;
    return { proposal, result, proposed: rules.result, reason: decision.reason || rules.reason };
  });
}

/** Whoever sits must be of the committee, enough of them, and take part in no proposal of the call. */
async function sessionErrors(
  tx: Transaction,
  { id, committee }: Call,
  session: Given['session'],
): Promise<FieldError[]> {
  const { members } = committee;
  if (members.length === 0) return [];
  if (!session) return [{ path: 'session', message: 'Falta la sesión de la comisión.' }];
  const there = members.filter(m => session.present.includes(m.id));
  const taking = await takingPart(tx, id, there);
  const quorum = quorumRefusal(committee, session.present);
  return [
    ...session.present.flatMap((one, n) => {
      const path = `session.present.${n}`;
      const member = members.find(m => m.id === one);
      if (!member) return [{ path, message: 'Elige a quienes integran la comisión.' }];
      return taking.has(one)
        ? [
            {
              path,
              message: `${member.name} participa en una propuesta de esta convocatoria: no puede sesionar.`,
            },
          ]
        : [];
    }),
    ...(quorum ? [{ path: 'session.present', message: quorum }] : []),
  ];
}

/** Ids of those members who take part in any proposal of the call, by account or by mail. */
async function takingPart(
  tx: Transaction,
  callId: string,
  members: readonly CommitteeMember[],
): Promise<ReadonlySet<string>> {
  const asked = members.map(({ id, userId, email }) => ({ id, userId, email: email.toLowerCase() }));
  const { rows } = await sql<{ id: string }>`
    select distinct m.id from json_to_recordset(${JSON.stringify(asked)}) m (id uuid, "userId" uuid, email text)
      join users u on u.id = m."userId" or (m.email <> '' and lower(u.email) = m.email)
    where ${takesPartInCall(sql`u.id`, sql`${callId}::uuid`)}
    union
    select m.id from json_to_recordset(${JSON.stringify(asked)}) m (id uuid, email text)
      join project_parts t on t.email = m.email join projects p on p.id = t.project_id
    where m.email <> '' and p.call_id = ${callId}`.execute(tx);
  return new Set(rows.map(row => row.id));
}

/** Everybody with a part in a proposal in resolution. */
async function partiesOf(tx: Transaction, { id }: Call): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with these as (
      select id, lead_id, alternate_id from projects where call_id = ${id} and status = ${lit.status('resolution')})
    select lead_id as id from these union select alternate_id from these where alternate_id is not null
    union select m.user_id from these join project_members m on m.project_id = these.id`.execute(tx);
  return rows.map(row => row.id);
}

/** The first act ends the evaluation: its result is provisional until the appeals are over. */
async function settleCall(run: Command, call: Call): Promise<void> {
  if (isUnresolved(call.state)) await moveCallTo(run, call, 'provisional');
}

interface Standing {
  readonly call: Call;
  readonly rules: AwardRules;
  readonly waiting: readonly RankedProposal[];
  readonly before: readonly RankedProposal[];
  readonly proposed: ReadonlyMap<string, Proposed>;
}

function decisionsErrors(given: Given, { call, rules, waiting, before, proposed }: Standing): FieldError[] {
  const byId = new Map(waiting.map(w => [w.id, w]));
  const results = new Map(given.decisions.map(d => [d.id, d.result]));
  const awarded = asDecided(waiting, given).filter(w => results.get(w.id) === 'award');
  const places = new Map(given.decisions.map((d, n) => [d.id, n]));
  return [
    ...missingErrors(given, waiting),
    ...given.decisions.flatMap((d, n) => decisionErrors(d, n, proposed.get(d.id)?.result)),
    ...given.decisions.flatMap((d, n) => amountErrors(d, n, byId.get(d.id))),
    ...given.decisions.flatMap((d, n) => lineErrors(d, n, call, byId.get(d.id))),
    ...awardErrors(awarded, rules, before).map(({ id, message }) => ({
      path: `decisions.${places.get(id)}.result`,
      message,
    })),
  ];
}

/** As they compete once the office awards less than was asked, or from another line. */
function asDecided(waiting: readonly RankedProposal[], { decisions }: Given): RankedProposal[] {
  const byId = new Map(decisions.map(d => [d.id, d]));
  return waiting.map(proposal => {
    const { amount: awarded, lineId } = byId.get(proposal.id) ?? {};
    return {
      ...proposal,
      ...(awarded !== undefined && { awarded }),
      // What it holds is of its own line.
      ...(lineId !== undefined && lineId !== proposal.lineId && { lineId, held: 0 }),
    };
  });
}

/** Only what an appeal brought back has money of another line. */
function lineErrors(d: Decision, n: number, call: Call, proposal: RankedProposal | undefined): FieldError[] {
  if (d.lineId === undefined || d.lineId === proposal?.lineId) return [];
  const path = `decisions.${n}.lineId`;
  if (!call.lines.some(l => l.id === d.lineId))
    return [{ path, message: 'Elige una línea de la convocatoria.' }];
  return proposal?.upheld && d.result === 'award'
    ? []
    : [{ path, message: 'Solo una apelación acogida se adjudica con dinero de otra línea.' }];
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
