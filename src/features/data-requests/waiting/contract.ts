import { z } from 'zod';
import { DATA_RIGHTS } from '../../../domain/privacy/rights.ts';
import { day, id, instant, optionOf } from '../../../domain/text/rules.ts';

/** An open request among what waits for the office. */
export const waitingDataRequest = z.object({
  ...{ id, code: z.string(), right: optionOf(DATA_RIGHTS), name: z.string(), receivedOn: day },
  ...{ due: instant, overdue: z.boolean() },
});
export type WaitingDataRequest = z.infer<typeof waitingDataRequest>;
