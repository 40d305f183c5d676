import { z } from 'zod';
import { LAST_REPORT } from '../spending/instalments.ts';
import { plannedDay } from '../text/rules.ts';

/** Of a call: the day on which each progress report is due; without any, those of the kind. */
export const reportDates = z
  .array(plannedDay)
  .max(LAST_REPORT)
  .superRefine((all, context) => {
    for (const [n, day] of all.entries())
      if (n > 0 && day <= (all[n - 1] ?? ''))
        context.addIssue({
          code: 'custom',
          path: [n],
          message: `El informe ${n + 1} vence después del informe ${n}.`,
        });
  });
