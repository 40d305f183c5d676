import { sql } from 'kysely';
import { type Call, transferRefusal } from '../../../domain/calls/calls.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, invalid } from '../../../domain/kit/problem.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { type Command, command } from '../../../server/commands/command.ts';
import { openCall } from '../commands.ts';
import type * as contract from './contract.ts';
import { freeIn } from './queries.ts';

type Asked = BodyOf<typeof contract.transferMoney> & { readonly call: string };

function linesOf({ lines }: Call, asked: Asked) {
  const [from, to] = [asked.from, asked.to].map(id => lines.find(l => l.id === id));
  if (!from) throw invalid('from', 'Elige una línea de la convocatoria.');
  if (!to) throw invalid('to', 'Elige una línea de la convocatoria.');
  if (from === to) throw invalid('to', 'Elige una línea distinta de la que entrega el dinero.');
  return { from, to };
}

export const transferMoney = command(
  'calls.manage',
  async (run: Command, asked: Asked): Promise<OutputOf<typeof contract.transferMoney>> => {
    const { tx, actor, now, record } = run;
    const call = await openCall(run, asked);
    const refusal = transferRefusal(call);
    if (refusal) throw new AppError('rule', refusal);
    const { from, to } = linesOf(call, asked);
    const { amount, reason } = asked;
    const free = Math.max(0, await freeIn(tx, from));
    if (amount > free)
      throw invalid(
        'amount',
        `De la línea «${from.name}» se pueden mover hasta ${formatMoney(free)}: lo demás está adjudicado.`,
      );
    await sql`update call_lines
      set moved = moved + case when id = ${to.id} then ${amount}::bigint else -${amount}::bigint end
      where call_id = ${call.id} and id in (${from.id}, ${to.id})`.execute(tx);
    await tx
      .insertInto('call_transfers')
      .values({
        ...{ call_id: call.id, from_line_id: from.id, to_line_id: to.id, amount, reason },
        ...{ at: now, actor_id: actor.id },
      })
      .execute();
    const version = call.version + 1;
    await tx
      .updateTable('calls')
      .set({ version, updated_at: now, updated_by: actor.id })
      .where('id', '=', call.id)
      .execute();
    const words = `${formatMoney(amount)} de «${from.name}» a «${to.name}»`;
    record({
      action: 'call.transfer',
      objectType: 'call',
      objectId: call.id,
      changes: { transfer: [null, words], reason: [null, reason] },
    });
    return { id: call.id, version };
  },
);
