import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';
import { callParams } from '../contract.ts';

const count = z.number().int();
/** Proposals by how far they came; amounts in CLP. */
const reached = z.object({
  received: count,
  /** Went on to be evaluated. */
  admitted: count,
  /** Have every review the call asks for. */
  reviewed: count,
  awarded: count,
  asked: count,
  granted: count,
});

export const figures = z.object({
  total: reached,
  /** CLP, over all lines. */
  budget: count,
  /** What the budget has left after the awards. */
  left: count,
  /** `null` is what has no school. */
  faculties: z.array(reached.extend({ id: id.nullable(), name: z.string().nullable() })),
  lines: z.array(reached.extend({ id, name: z.string(), budget: count, left: count })),
});
export type Figures = z.infer<typeof figures>;

export const getFigures = endpoint({
  method: 'GET',
  path: '/calls/:call/figures',
  permission: 'calls.manage',
  summary: 'How many proposals of a call came how far, and its money, whole, by faculty and by line',
  params: callParams,
  query: z.object({}),
  output: figures,
});
