import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf, OutputOf } from '../../../domain/endpoint.ts';
import { AppError, type FieldError } from '../../../domain/problem.ts';
import { awardErrors, proposeAwards } from '../../../domain/ranking.ts';
import { type Command, command } from '../../../server/command.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import { stepIn } from '../transitions/commands.ts';
import type { resolveCall as contract } from './contract.ts';
import { contendersOf, type Judged, knownCall, rulesOfCall } from './queries.ts';

type Given = BodyOf<typeof contract>;
type Decision = Given['decisions'][number];

const REASON = 10;

/** Every proposal in resolution gets its result in this transaction, or none does. */
export const resolveCall = command(
  'reviews.manage',
  async (
    run: Command,
    { call: id, given, kinds }: { call: string; given: Given; kinds: KindLookup },
  ): Promise<OutputOf<typeof contract>> => {
    const { tx } = run;
    const call = await knownCall(tx, id);
    await sql`select 1 from projects where call_id = ${call.id} order by id for no key update`.execute(tx);
    const waiting = await contendersOf(tx, call, ['resolution']);
    const before = await contendersOf(tx, call, [
      'approved',
      'running',
      'suspended',
      'final_report',
      'closed',
    ]);
    const rules = rulesOfCall(call);
    const proposed = new Map(proposeAwards(waiting, rules).map(p => [p.id, p.result]));
    const awarded = waiting.filter(w => resultOf(given, w) === 'award');
    const over = awardErrors(awarded, rules, before);
    const errors = [
      ...missingErrors(given, waiting),
      ...given.decisions.flatMap((d, n) => decisionErrors(d, n, proposed.get(d.id))),
      ...over.map(({ id: which, message }) => ({
        path: `decisions.${given.decisions.findIndex(d => d.id === which)}.result`,
        message,
      })),
    ];
    if (errors.length > 0) throw new AppError('rule', errors[0]?.message, { errors });
    const batch = randomUUID();
    const kindsById = new Map(waiting.map(w => [w.id, w.kind]));
    for (const { id: projectId, version, result, reason } of given.decisions)
      await stepIn(run, {
        ...{ kind: kindsById.get(projectId) ?? '', id: projectId, action: result, kinds, batch },
        given: { version, ...(reason && { comment: reason }) },
      });
    const count = (result: Decision['result']) => given.decisions.filter(d => d.result === result).length;
    const counts = { awarded: count('award'), waitlisted: count('waitlist'), notAwarded: count('not_award') };
    run.record({
      action: 'call.resolve',
      objectType: 'call',
      objectId: call.id,
      changes: Object.fromEntries(Object.entries(counts).map(([k, v]) => [k, [null, v] as const])),
    });
    return counts;
  },
);

const resultOf = ({ decisions }: Given, { id }: Judged) => decisions.find(d => d.id === id)?.result;

function missingErrors({ decisions }: Given, waiting: readonly Judged[]): FieldError[] {
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
