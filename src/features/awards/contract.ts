import { z } from 'zod';
import { CALL_STATE_SLUGS } from '../../domain/calls/calls.ts';
import { session } from '../../domain/calls/committee.ts';
import { RESULTS } from '../../domain/calls/proposals.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { OUTCOMES } from '../../domain/notices/outcomes.ts';
import { amount, id, instant, lastResort, text, version } from '../../domain/text/rules.ts';
import { kindSlug, projectParams, projectStatus, unit } from '../project-record/contract.ts';

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
  /** CLP: asked for, and awarded where it is. */
  amount: z.number().int(),
  awarded: z.number().int().nullable(),
  /** What was asked for before it was derived from the budget, where the two differ: the budget's sum, CLP. */
  budgeted: z.number().int().nullable(),
  score: z.number().nullable(),
  spread: z.number(),
  /** Of each confirmed review. */
  scores: z.array(z.number()),
  /** Reviews that it needs while it is in evaluation; null once that is over. */
  reviewsNeeded: z.number().int().nullable(),
  /** Points by criterion: their mean, and between the highest and the lowest. */
  criteria: z.record(z.string(), z.object({ mean: z.number(), spread: z.number() })),
  /** What breaks ties besides the amount: mean share of the heaviest criterion, 0–1, and when it was sent. */
  heaviest: z.number(),
  submittedAt: z.string(),
  /** Provisional while anything is in evaluation; null where that has no score yet. */
  rank: z.number().int().nullable(),
  /** What the rules propose, and why; null where it is resolved or in evaluation. */
  proposed: result.nullable(),
  /** Line that the proposed award takes its money from; its own but for an upheld appeal. */
  proposedLineId: id.nullable(),
  /** Back by an appeal: may have money left in any line. */
  upheld: z.boolean(),
  reason: z.string(),
});
export type Ranked = z.infer<typeof ranked>;

/** Proposals of a call from their evaluation on, resolved ones included, best first; without a score last. */
export const getRanking = endpoint({
  method: 'GET',
  path: '/calls/:call/ranking',
  permission: 'reviews.manage',
  summary: 'Proposals by score, final or so far, with the awards that budget and quotas allow',
  params,
  query: z.object({}),
  output: z.object({
    name: z.string(),
    year: z.number().int(),
    state: z.enum(CALL_STATE_SLUGS),
    minimum: z.number(),
    /** Confirmed reviews that an award needs. */
    reviews: z.number().int(),
    quotas: z.array(z.object({ facultyId: id, quota: z.number().int() })),
    /** Why it cannot be resolved now; null when it can. */
    refusal: z.string().nullable(),
    criteria: z.array(
      z.object({ id: z.string(), name: z.string(), maxPoints: z.number().int(), weight: z.number().int() }),
    ),
    lines: z.array(
      z.object({
        /** The budget is what there is for awards: without what projects that left were paid or have spent. */
        ...{ id, name: z.string(), budget: z.number(), cap: z.number() },
        /** CLP, of what is awarded already. */
        awarded: z.number().int(),
      }),
    ),
    rows: z.array(ranked),
    /** By nobody where the waitlist moved by itself. */
    acts: z.array(z.object({ id, number: z.number().int(), at: instant, by: z.string().nullable() })),
    /** Who sits when it is resolved; nobody where the office decides alone. */
    committee: z.object({
      members: z.array(z.object({ id, name: z.string(), role: z.string() })),
      quorum: z.number().int().nullable(),
    }),
    appeals: z.array(
      z.object({
        ...{ id, kind: kindSlug, code: z.string(), title: z.string(), at: instant, due: instant },
        upheld: z.boolean().nullable(),
        overdue: z.boolean(),
      }),
    ),
  }),
});

/** Read as a file only: one row a review and criterion, whoever declined included. */
export const listScores = endpoint({
  method: 'GET',
  path: '/calls/:call/scores',
  permission: 'reviews.manage',
  summary: 'Points and words of every review of a call, by criterion',
  params,
  query: z.object({}),
  output: z.unknown(),
});

/** Read as a file only. */
export const listLoads = endpoint({
  method: 'GET',
  path: '/calls/:call/loads',
  permission: 'reviews.manage',
  summary: 'What each reviewer of a call had, how they answered and how long they took',
  params,
  query: z.object({}),
  output: z.unknown(),
});

export const openAct = endpoint({
  method: 'GET',
  path: '/calls/:call/acts/:act',
  permission: 'reviews.manage',
  summary: 'The act of a resolution as a PDF: the same bytes each time',
  params: params.extend({ act: id }),
  output: z.unknown(),
  transfer: 'download',
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
      .array(
        z.object({
          ...{ id, version, result, reason: text(2000).default('') },
          /** CLP to award where it is less than what was asked. */
          amount: amount.optional(),
          /** Another line than its own, for an upheld appeal. */
          lineId: id.optional(),
        }),
      )
      .min(1)
      .max(5000),
    /** Required where the call has a committee. */
    session: session.optional(),
    lastResort,
  }),
  output: z.object({
    /** Of the act. */
    id,
    ...{ awarded: z.number().int(), waitlisted: z.number().int(), notAwarded: z.number().int() },
  }),
});

/** Nothing for the team and for others who may see the project: it tells of scores and reviews. */
export const getProjectLetters = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/letters',
  permission: 'active',
  summary:
    'The letters that told of the results of a proposal, newest first, for its own people and the office',
  params: projectParams,
  output: z.array(
    z.object({
      outcome: z.enum(OUTCOMES),
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      at: instant,
    }),
  ),
});
