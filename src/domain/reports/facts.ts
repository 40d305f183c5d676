import { z } from 'zod';
import { attendanceTally, peopleCounts, peopleTotals } from '../execution/people.ts';
import { day } from '../text/rules.ts';

const pesos = z.number().int();
const figure = z.number().nullable();

/** What was recorded, as a report shows it; frozen when the report is sent, so that it tells later what it told then. */
export const reportFacts = z.object({
  /** Days it tells of; activities are those of these days, all else is of the project so far. */
  from: day.nullable(),
  to: day,
  /** In the order in which they happened. */
  activities: z.array(
    z.object({
      name: z.string(),
      day,
      place: z.string(),
      planItemId: z.string().nullable(),
      completes: z.boolean(),
      counts: peopleCounts,
      /** On its list. */
      attendances: z.number().int(),
    }),
  ),
  plan: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      from: day.nullable(),
      to: day.nullable(),
      isMilestone: z.boolean(),
      /** Day on which it was completed. */
      doneOn: day.nullable(),
    }),
  ),
  meetings: z.number().int(),
  /** People by group, as they were expected and as they were recorded or, in the final report, corrected. */
  expected: peopleTotals,
  people: peopleTotals,
  attendance: attendanceTally,
  indicators: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      unit: z.string(),
      direction: z.string(),
      baseline: figure,
      target: figure,
      /** What its accepted measurements come to. */
      actual: figure,
      /** Baseline, target and actual value as they are written. */
      words: z.object({ baseline: z.string(), target: z.string(), actual: z.string() }),
    }),
  ),
  deliverables: z.array(
    z.object({
      name: z.string(),
      deliveredOn: day.nullable(),
      acceptedOn: day.nullable(),
      paidOn: day.nullable(),
    }),
  ),
  /** Pesos; null for who may not read what the project spends, and where it spends nothing. */
  money: z
    .object({
      awarded: pesos.nullable(),
      paid: pesos,
      spent: pesos,
      approved: pesos,
      refunded: pesos,
      categories: z.array(z.object({ label: z.string(), planned: pesos, spent: pesos })),
    })
    .nullable(),
});
export type ReportFacts = z.output<typeof reportFacts>;
