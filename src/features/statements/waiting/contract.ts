import { z } from 'zod';
import { id, instant } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

/** A statement that waits for the reader: to be decided by the office, or answered by lead and alternate. */
export const waitingStatement = z.object({
  id,
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  /** 1, 2, … of the project. */
  number: z.number().int(),
  /** It came back and is to be answered. */
  isReturned: z.boolean(),
  since: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingStatement = z.infer<typeof waitingStatement>;
