import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { amount, id, lastResort, storedVersion, text } from '../../../domain/text/rules.ts';
import { callParams, done } from '../contract.ts';

/** Once open, lines stand still; what the office decides to put elsewhere is an act of its own. */
export const transferMoney = endpoint({
  method: 'POST',
  path: '/calls/:call/transfers',
  permission: 'calls.manage',
  summary: 'Move money from one line of a call that has opened to another',
  params: callParams,
  body: z.object({
    version: storedVersion,
    from: id,
    to: id,
    amount,
    reason: text(2000, 10),
    lastResort,
  }),
  output: done,
});
