import { z } from 'zod';
import { id, instant } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

/** Refunds of one project that wait for the reader, to be decided or to be mended. */
export const waitingRefunds = z.object({
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  count: z.number().int(),
  /** They came back to the reader, who mends them; else they are to be decided. */
  isReturned: z.boolean(),
  /** Of the first one to be due. */
  since: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingRefunds = z.infer<typeof waitingRefunds>;
