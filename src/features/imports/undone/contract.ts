import { z } from 'zod';
import { id, instant } from '../../../domain/text/rules.ts';

/** What is there now of what an undone import had brought. */
export const undone = z.object({
  by: z.string(),
  /** Rows of its noun that there are today. */
  now: z.number().int(),
  /** Faculties, schools and organisations that had been made for its rows and went with them. */
  units: z.number().int(),
  /** The last import since that brought rows of it again, and how many. */
  again: z.object({ id, fileName: z.string(), at: instant, rows: z.number().int() }).nullable(),
});
export type Undone = z.infer<typeof undone>;
