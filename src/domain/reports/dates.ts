import { z } from 'zod';
import { LAST_REPORT } from '../spending/instalments.ts';
import { ascending, plannedDay } from '../text/rules.ts';

/** Of a call: the day on which each progress report is due; without any, those of the kind. */
export const reportDates = z
  .array(plannedDay)
  .max(LAST_REPORT)
  .superRefine(ascending((place, before) => `El informe ${place} vence después del informe ${before}.`));
