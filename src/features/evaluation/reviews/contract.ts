import { z } from 'zod';
import { PREFERENCE_SLUGS } from '../../../domain/calls/assigning/preferences.ts';
import { consensusAnswer, reviewState } from '../../../domain/calls/review-states.ts';
import { RECOMMENDATIONS } from '../../../domain/calls/scoring.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant, lastResort, listQuery, text } from '../../../domain/text/rules.ts';
import { kindSlug, person, projectParams, projectStatus, unit } from '../../project-record/contract.ts';

export const marks = z.record(
  z.string().regex(/^[a-z0-9_]{1,40}$/),
  z.object({ points: z.number().min(0).max(100).nullable(), justification: text(4000) }),
);
export const recommendation = z.enum(RECOMMENDATIONS);

export const criterion = z.object({
  id: z.string(),
  name: z.string(),
  help: z.string(),
  maxPoints: z.number().int(),
  weight: z.number().int(),
  justificationRequired: z.boolean(),
});

export const preference = z.enum(PREFERENCE_SLUGS);

const REVIEW_SORTS = ['code', 'due'] as const;

/** One cell of the matrix. */
const cell = z.object({
  id,
  userId: id,
  name: z.string(),
  state: reviewState,
  score: z.number().nullable(),
  due: instant.nullable(),
  reason: z.string().nullable(),
  /** Whom they would ask instead; may be empty. */
  suggestion: z.string(),
  consensusAnswer: consensusAnswer.nullable(),
});

const proposal = z.object({
  id,
  code: z.string(),
  kind: kindSlug,
  title: z.string(),
  status: projectStatus,
  school: unit.nullable(),
  blind: z.boolean(),
  /** Reviews it needs now, a third included where the scores are far apart. */
  needed: z.number().int(),
  /** How many of those nobody has been invited to. */
  lacking: z.number().int(),
  score: z.number().nullable(),
  spread: z.number(),
  /** Until when scores too far apart are compared; null when they are not. */
  consensusUntil: instant.nullable(),
  reviews: z.array(cell),
});
export type MatrixProposal = z.infer<typeof proposal>;

const reviewer = z.object({
  id,
  name: z.string(),
  school: unit.nullable(),
  expertise: z.array(z.string()),
  /** Under way, and confirmed in what is being evaluated. */
  load: z.number().int(),
  done: z.number().int(),
});
export type MatrixReviewer = z.infer<typeof reviewer>;

export const getMatrix = endpoint({
  method: 'GET',
  path: '/admin/reviews',
  permission: 'reviews.manage',
  summary: 'What is being evaluated, by whom, and how much each reviewer has',
  query: listQuery(REVIEW_SORTS, 'code').extend({
    kind: kindSlug.optional(),
    call: id.optional(),
    /** Only what still lacks reviewers. */
    lacking: z.stringbool().optional(),
    /** Only what this person reviews. */
    reviewer: id.optional(),
  }),
  output: z.object({
    rows: z.array(proposal),
    total: z.number().int(),
    /** Proposals of that kind and call left out because the reader takes part, whatever else is asked for. */
    withheld: z.number().int(),
    reviewers: z.array(reviewer),
  }),
});

/** People who may review, with what speaks against each; the fittest first. */
export const listCandidates = endpoint({
  method: 'GET',
  path: '/admin/reviews/:project/candidates',
  permission: 'reviews.manage',
  summary: 'Who could review a proposal',
  params: z.object({ project: z.string() }),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      school: unit.nullable(),
      load: z.number().int(),
      /** What of their expertise the proposal is about. */
      topics: z.array(z.string()),
      /** What they answered before reviewers were assigned; null where they did not. */
      preference: preference.nullable(),
      /** Why not; null when they can. */
      refused: z.string().nullable(),
    }),
  ),
});

const pair = z.object({ projectId: id, userId: id });

export const proposeReviewers = endpoint({
  method: 'POST',
  path: '/admin/reviews/proposal',
  permission: 'reviews.manage',
  summary: 'Who could review what still lacks reviewers, why, and why a place stays empty',
  body: z.object({
    /** Without it: everything in evaluation. */
    projectIds: z.array(id).max(5000).optional(),
    kind: kindSlug.optional(),
    call: id.optional(),
  }),
  output: z.object({
    pairs: z.array(
      pair.extend({
        code: z.string(),
        title: z.string(),
        name: z.string(),
        topics: z.array(z.string()),
        preference: preference.nullable(),
        /** Reviews under way, with all that is proposed. */
        load: z.number().int(),
      }),
    ),
    /** Proposals that stay short of reviewers, and why nobody is left. */
    gaps: z.array(
      z.object({
        projectId: id,
        code: z.string(),
        title: z.string(),
        missing: z.number().int(),
        reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
      }),
    ),
    /** Reviews for which nobody is free. */
    unfilled: z.number().int(),
  }),
});

/** All of them or none. `blind` counts where the proposal answers to no call. */
export const assignReviewers = endpoint({
  method: 'POST',
  path: '/admin/reviews',
  permission: 'reviews.manage',
  summary: 'Invite reviewers',
  body: z.object({ pairs: z.array(pair).min(1).max(10_000), blind: z.boolean().optional(), lastResort }),
  output: z.object({ invited: z.number().int() }),
});

const reviewParams = z.object({ review: z.string() });

export const replaceReviewer = endpoint({
  method: 'POST',
  path: '/admin/reviews/:review/replacement',
  permission: 'reviews.manage',
  summary: 'Take a review that is not confirmed from somebody, and give it to somebody else or nobody',
  params: reviewParams,
  body: z.object({ userId: id.nullable(), reason: text(2000, 10), lastResort }),
  output: z.object({}),
});

export const giveBackReview = endpoint({
  method: 'POST',
  path: '/admin/reviews/:review/return',
  permission: 'reviews.manage',
  summary: 'Give a confirmed review back to its author',
  params: reviewParams,
  body: z.object({ reason: text(2000, 10), lastResort }),
  output: z.object({}),
});

const earlierVersion = z.object({
  version: z.number().int(),
  /** Null where it was never confirmed. */
  score: z.number().nullable(),
  confirmedAt: instant.nullable(),
  replacedAt: instant,
  marks,
  authorComment: z.string(),
  officeComment: z.string(),
  recommendation: recommendation.nullable(),
});
export type EarlierVersion = z.infer<typeof earlierVersion>;

/** What a reader may know of a proposal's evaluation: the office all of it, its author the words meant for them. */
export const getEvaluation = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/evaluation',
  permission: 'active',
  summary: 'The evaluation of a proposal, as far as the reader may see it',
  params: projectParams,
  output: z.object({
    criteria: z.array(criterion),
    minimum: z.number(),
    needed: z.number().int(),
    score: z.number().nullable(),
    spread: z.number(),
    mayManage: z.boolean(),
    /** Whether and when scores too far apart were compared before one more was asked for; null for the author. */
    consensus: z.object({ openedAt: instant, until: instant, closedAt: instant.nullable() }).nullable(),
    reviews: z.array(
      z.object({
        id,
        /** Null for everybody but the office. */
        reviewer: person.nullable(),
        state: reviewState,
        due: instant.nullable(),
        confirmedAt: instant.nullable(),
        reason: z.string().nullable(),
        score: z.number().nullable(),
        marks,
        authorComment: z.string(),
        officeComment: z.string().nullable(),
        recommendation: recommendation.nullable(),
        consensusAnswer: consensusAnswer.nullable(),
        /** As it was confirmed before it was given back or revised, newest first; for the office alone. */
        versions: z.array(earlierVersion),
      }),
    ),
  }),
});
