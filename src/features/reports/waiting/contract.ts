import { z } from 'zod';
import { id, instant } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

/** A progress report that waits for the reader: to be decided, or sent again by lead and alternate. */
export const waitingReport = z.object({
  id,
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  number: z.number().int(),
  /** It came back and is to be answered. */
  isReturned: z.boolean(),
  since: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingReport = z.infer<typeof waitingReport>;
