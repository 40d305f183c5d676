import { z } from 'zod';
import { consensusAnswer } from '../../../domain/calls/review-states.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { instant } from '../../../domain/text/rules.ts';
import { marks, recommendation } from '../reviews/contract.ts';

/** Another review of the same proposal, without who wrote it and without what is for the office alone. */
const otherReview = z.object({
  score: z.number(),
  marks,
  authorComment: z.string(),
  recommendation: recommendation.nullable(),
});

/** What a reviewer reads while scores too far apart are compared. */
export const consensus = z.object({
  until: instant,
  /** What they have answered. */
  own: consensusAnswer,
  others: z.array(otherReview),
});
export type Consensus = z.infer<typeof consensus>;

export const answerConsensus = endpoint({
  method: 'POST',
  path: '/reviews/:review/consensus',
  permission: 'active',
  summary: 'Keep a confirmed review as it is beside another far from it, or open it to revise it',
  params: z.object({ review: z.string() }),
  body: z.object({ answer: z.enum(['keep', 'revise']) }),
  output: z.object({ own: consensusAnswer }),
});
