import { z } from 'zod';
import { endpoint } from '../../../domain/endpoint.ts';
import { RESULTS } from '../../../domain/ranking.ts';
import { id, text } from '../../../domain/rules.ts';
import { kindSlug, projectStatus, unit } from '../contract.ts';

const result = z.enum(RESULTS);
const params = z.object({ call: z.string() });

const ranked = z.object({
  id,
  code: z.string(),
  kind: kindSlug,
  title: z.string(),
  status: projectStatus,
  version: z.number().int(),
  school: unit.nullable(),
  faculty: unit.nullable(),
  lineId: id.nullable(),
  /** CLP. */
  amount: z.number().int(),
  score: z.number().nullable(),
  spread: z.number(),
  /** Mean points by criterion. */
  criteria: z.record(z.string(), z.number()),
  rank: z.number().int(),
  /** What the rules propose, and why. */
  proposed: result,
  reason: z.string(),
});
export type Ranked = z.infer<typeof ranked>;

/** Proposals of a call that wait for its resolution, best first. */
export const getRanking = endpoint({
  method: 'GET',
  path: '/calls/:call/ranking',
  permission: 'reviews.manage',
  summary: 'Proposals by final score, with the awards that budget and quotas allow',
  params,
  output: z.object({
    name: z.string(),
    minimum: z.number(),
    lines: z.array(z.object({ id, name: z.string(), budget: z.number(), cap: z.number() })),
    rows: z.array(ranked),
  }),
});

/** All of the ranking at once: one act, one transaction. A result that is not the proposed one says why. */
export const resolveCall = endpoint({
  method: 'POST',
  path: '/calls/:call/resolution',
  permission: 'reviews.manage',
  summary: 'Award, put on the waitlist or not award every proposal of a call',
  params,
  body: z.object({
    decisions: z
      .array(z.object({ id, version: z.number().int(), result, reason: text(2000).default('') }))
      .min(1)
      .max(5000),
  }),
  output: z.object({ awarded: z.number().int(), waitlisted: z.number().int(), notAwarded: z.number().int() }),
});
