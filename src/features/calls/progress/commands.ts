import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { CALL_MOVES, holdWords } from '../../../domain/calls/call-moves.ts';
import { CALL_STATES, type Call, type CallState, missingToOpen } from '../../../domain/calls/calls.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { formatDateTime, formatList } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { type Addressed, hasProposals, next, openCall } from '../commands.ts';
import type * as contract from '../contract.ts';
import { holdsOf } from './queries.ts';

const hasTransfers = async (tx: Transaction, id: string): Promise<boolean> =>
  (await sql`select 1 from call_transfers where call_id = ${id} limit 1`.execute(tx)).rows.length > 0;

/** Writes where a call is now; whether it may go there is the caller's. */
export async function moveCallTo(
  { tx, actor, now, record }: Command<Actor | null>,
  call: Call,
  to: CallState,
  more: { readonly opens_at?: Date | null } = {},
): Promise<void> {
  await tx
    .updateTable('calls')
    .set({ state: to, ...more, version: call.version + 1, updated_at: now, updated_by: actor?.id ?? null })
    .where('id', '=', call.id)
    .execute();
  record({
    action: 'call.move',
    objectType: 'call',
    objectId: call.id,
    changes: { state: [call.state, to] },
  });
}

async function moveRefusal(
  tx: Transaction,
  call: Call,
  to: Call['state'],
  now: Date,
): Promise<string | null> {
  if (!CALL_MOVES[call.state].includes(to))
    return `Una convocatoria «${CALL_STATES[call.state]}» no pasa a «${CALL_STATES[to]}».`;
  if (to === 'open') {
    const missing = missingToOpen({ ...call, opensAt: call.opensAt ?? now.toISOString() }, now);
    return missing.length > 0 ? `Para abrir falta ${formatList(missing)}.` : null;
  }
  if (to === 'preparation' && (await hasProposals(tx, call.id)))
    return 'Ya hay propuestas: la convocatoria no vuelve a preparación.';
  // There its lines could go, and their money with them.
  if (to === 'preparation' && (await hasTransfers(tx, call.id)))
    return 'Ya se movió dinero entre líneas: la convocatoria no vuelve a preparación.';
  // Without anything to resolve there is no act: the call goes on as after one whose appeals are over.
  if (to === 'resolved') return holdRefusal(tx, { ...call, state: 'provisional' }, now);
  return to === 'closed' ? holdRefusal(tx, call, now) : null;
}

async function holdRefusal(tx: Transaction, call: Call, now: Date): Promise<string | null> {
  const { total, appealsUntil } = await holdsOf(tx, call, now);
  if (total > 0) return holdWords(total);
  return appealsUntil ? `Se puede apelar hasta el ${formatDateTime(new Date(appealsUntil))}.` : null;
}

export const moveCall = command(
  'calls.manage',
  async (run: Command, asked: Addressed<BodyOf<typeof contract.moveCall>>) => {
    const { tx, now } = run;
    const call = await openCall(run, asked);
    const refusal = await moveRefusal(tx, call, asked.to, now);
    if (refusal) throw new AppError('rule', refusal);
    const opened = asked.to === 'open' && (!call.opensAt || new Date(call.opensAt) > now);
    // Taken back, it must not open again by itself a minute later.
    const opens = opened ? { opens_at: now } : asked.to === 'preparation' ? { opens_at: null } : {};
    await moveCallTo(run, call, asked.to, opens);
    return next(call);
  },
);
