import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, text } from '../../domain/text/rules.ts';
import { holdingAddress } from '../holdings/contract.ts';
import { person } from '../project-record/contract.ts';

/** One thing to hand over, and to whom. `id` is a project's or a unit's. */
const handover = holdingAddress.extend({ to: id });
export type Handover = z.infer<typeof handover>;

const MOST = 1000;
const request = z.object({ from: id, moves: z.array(handover).min(1).max(MOST) });

export const checkReassign = endpoint({
  method: 'POST',
  path: '/reassign/check',
  permission: 'projects.manage',
  summary: 'What of a reassignment would be left out, and why',
  body: request,
  output: z.object({
    /** `refused` is null where it would move. */
    rows: z.array(holdingAddress.extend({ refused: z.string().nullable() })),
    /** Who would get a mail at once, unless nobody is to be told. */
    mailed: z.array(person),
  }),
});

/**
 * What fails a check is left out and listed; the rest moves together or not at all. When nothing is left to move the
 * answer is 422 with a reason at each `moves.n`.
 */
export const reassign = endpoint({
  method: 'POST',
  path: '/reassign',
  permission: 'projects.manage',
  summary: 'Hand over what a person holds',
  body: request.extend({
    reason: text(2000, 10),
    /** Whether both sides are told, each once. */
    notify: z.boolean().default(true),
  }),
  output: z.object({
    moved: z.array(holdingAddress),
    leftOut: z.array(holdingAddress.extend({ refused: z.string() })),
  }),
});
