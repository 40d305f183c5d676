import { z } from 'zod';
import { CALL_STATE_SLUGS } from '../../../domain/calls/calls.ts';
import { KIND_SLUGS } from '../../../domain/kinds/slugs.ts';
import { STATUSES } from '../../../domain/kinds/statuses.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { day, id, instant } from '../../../domain/text/rules.ts';
import { callParams } from '../contract.ts';

/** Something that keeps a call from going on: a proposal where it stands, or an appeal against its result. */
const hold = z.object({
  id,
  kind: z.enum(KIND_SLUGS),
  code: z.string(),
  title: z.string(),
  status: z.enum(STATUSES),
  /** The appeal that waits for the office, with its due date; null where the proposal itself holds the call back. */
  appeal: z.object({ due: instant }).nullable(),
});
export type Hold = z.infer<typeof hold>;

export const getProgress = endpoint({
  method: 'GET',
  path: '/calls/:call/progress',
  permission: 'calls.manage',
  summary: 'What a call waits for before it goes on',
  params: callParams,
  output: z.object({
    /** Where it goes next; null where it has nowhere to go, or only its dates move it. */
    next: z.enum(CALL_STATE_SLUGS).nullable(),
    /** The last moment to appeal, where that is still to come. */
    appealsUntil: instant.nullable(),
    /** At most 100, those with an appeal first. */
    holds: z.array(hold),
    total: z.number().int(),
  }),
});

export const getReceived = endpoint({
  method: 'GET',
  path: '/calls/:call/received',
  permission: 'calls.manage',
  summary: 'How many proposals a call had received at the end of each day on which any came',
  params: callParams,
  output: z.object({
    /** Days of America/Santiago, in their order; what was withdrawn afterwards was received all the same. */
    days: z.array(z.object({ day, received: z.number().int() })),
  }),
});
export type Received = z.infer<typeof getReceived.output>;
