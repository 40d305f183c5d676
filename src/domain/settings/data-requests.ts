import { z } from 'zod';
import { email, plannedDay } from '../text/rules.ts';

/** How persons ask about their data. */
export const dataRequestRules = z.object({
  /** Day from which the clock of requests runs, as the law comes into force, `yyyy-mm-dd`. */
  clockFrom: plannedDay,
  /** Where whoever has no account writes; empty while the office has not said. */
  contact: z.union([email.toLowerCase(), z.literal('')]).default(''),
});
export type DataRequestRules = z.infer<typeof dataRequestRules>;

/** Ley 21.719 comes into force on 1 December 2026; a postponement was before Congress. */
export const FIRST_REQUEST_RULES: DataRequestRules = { clockFrom: '2026-12-01', contact: '' };
