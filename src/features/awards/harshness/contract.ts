import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

const reviewer = z.object({
  ...{ id, name: z.string(), reviews: z.number().int() },
  /** Points of 0–100: of their confirmed reviews, and how far from the call's. */
  ...{ mean: z.number(), difference: z.number() },
  /** Too few reviews are not adjusted. */
  adjusted: z.boolean(),
});
export type HarshReviewer = z.infer<typeof reviewer>;

const proposal = z.object({
  ...{ id, kind: kindSlug, code: z.string(), title: z.string() },
  ...{ score: z.number(), rank: z.number().int(), adjusted: z.number(), adjustedRank: z.number().int() },
});
export type AdjustedProposal = z.infer<typeof proposal>;

/** Information only: no score, proposed award or act knows of it. */
export const getHarshness = endpoint({
  method: 'GET',
  path: '/calls/:call/harshness',
  permission: 'reviews.manage',
  summary: 'How far the mean of each reviewer of a call is from that of all, and the ranking adjusted for it',
  params: z.object({ call: z.string() }),
  query: z.object({}),
  output: z.object({
    /** Of all confirmed reviews; null without any. */
    mean: z.number().nullable(),
    /** Harshest first. */
    reviewers: z.array(reviewer),
    /** Best first by the score as it counts. */
    proposals: z.array(proposal),
  }),
});
