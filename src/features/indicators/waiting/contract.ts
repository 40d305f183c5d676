import { z } from 'zod';
import { id, instant } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

/** Measurements of one project that wait for the reader. */
export const waitingMeasurements = z.object({
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  count: z.number().int(),
  /** Of the first one to be due. */
  since: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingMeasurements = z.infer<typeof waitingMeasurements>;
