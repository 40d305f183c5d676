import { z } from 'zod';
import { consensusAnswer, reviewState } from '../../domain/calls/review-states.ts';
import type { Block } from '../../domain/kinds/print/print.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { SECTION_SLUGS } from '../../domain/sections/index.ts';
import { id, instant, listQuery, pageOf, storedVersion, text } from '../../domain/text/rules.ts';
import { consensus } from '../evaluation/consensus/contract.ts';
import { ownQuestion } from '../evaluation/questions/contract.ts';
import { criterion, marks, recommendation } from '../evaluation/reviews/contract.ts';
import { projectParams } from '../project-record/contract.ts';

/** A reviewer's desk. Nothing here names whose proposal it is where the evaluation is blind. */
const deskRow = z.object({
  id,
  code: z.string(),
  title: z.string(),
  /** The kind's label. */
  kind: z.string(),
  blind: z.boolean(),
  state: reviewState,
  due: instant.nullable(),
  overdue: z.boolean(),
  invitedAt: instant,
  /** Until when an invitation is answered; null once it has been, and where none was given. */
  answerBy: instant.nullable(),
  confirmedAt: instant.nullable(),
  score: z.number().nullable(),
  /** Given back by the office, and not confirmed again. */
  returned: z.boolean(),
  /** What it has answered where scores too far apart are or were compared. */
  consensusAnswer: consensusAnswer.nullable(),
});
export type DeskRow = z.infer<typeof deskRow>;

/** A review to answer or to write, with what tells when; it names nobody. */
export const waitingReview = deskRow.pick({
  id: true,
  code: true,
  title: true,
  kind: true,
  state: true,
  invitedAt: true,
  answerBy: true,
  due: true,
  overdue: true,
  consensusAnswer: true,
});
export type WaitingReview = z.infer<typeof waitingReview>;

export const listReviews = endpoint({
  method: 'GET',
  path: '/reviews',
  permission: 'active',
  summary: 'The reader’s own reviews',
  query: listQuery(['due', 'code', 'invited'] as const, 'due').extend({
    /** `waiting`: to answer or to write; `done`: confirmed, declined or no longer the reader's. */
    show: z.enum(['waiting', 'done']).default('waiting'),
  }),
  output: pageOf(deskRow),
});

/** Blocks as the domain's `print.ts` makes them; the screen and the paper show the same. */
const block = z.unknown().meta({ type: 'object', additionalProperties: {} }) as z.ZodType<Block>;

export const deskReview = deskRow.extend({
  version: z.number().int(),
  savedAt: instant.nullable(),
  returnedReason: z.string().nullable(),
  criteria: z.array(criterion),
  marks,
  authorComment: z.string(),
  officeComment: z.string(),
  recommendation: recommendation.nullable(),
  call: z.string().nullable(),
  /** What an invitation tells of the proposal; the rest comes with the declaration. */
  summary: z.string(),
  /** Still to be accepted or declined. */
  mayAnswer: z.boolean(),
  mayEdit: z.boolean(),
  /** The other reviews, while they are compared. */
  consensus: consensus.nullable(),
  /** What the reviewer asked the author, once. */
  question: ownQuestion.nullable(),
  mayAsk: z.boolean(),
  sections: z.array(z.object({ label: z.string(), blocks: z.array(block) })),
  files: z.array(z.object({ id, name: z.string(), type: z.string(), size: z.number().int() })),
});
export type DeskReview = z.infer<typeof deskReview>;

const params = z.object({ review: z.string() });

export const getReview = endpoint({
  method: 'GET',
  path: '/reviews/:review',
  permission: 'active',
  summary: 'A proposal beside what the reader writes about it',
  params,
  output: deskReview,
});

export const answerReview = endpoint({
  method: 'POST',
  path: '/reviews/:review/answer',
  permission: 'active',
  summary: 'Accept with a declaration, decline or declare a conflict of interest',
  params,
  body: z
    .object({
      answer: z.enum(['accept', 'decline', 'conflict']),
      reason: text(2000).default(''),
      /** That what is read is kept confidential, and that there is no conflict of interest. */
      declares: z.boolean().default(false),
      /** Who could review it instead, in words. */
      suggestion: text(200).default(''),
      /** The state that the reader saw; an answer to one that has passed is refused. */
      seen: reviewState.optional(),
    })
    .refine(b => b.answer !== 'accept' || b.declares, {
      path: ['declares'],
      message: 'Declara confidencialidad y ausencia de conflictos para aceptar.',
    })
    .refine(b => b.answer === 'accept' || b.reason.length >= 10, {
      path: ['reason'],
      message: 'Explica el motivo con al menos 10 caracteres.',
    }),
  output: z.object({ state: reviewState }),
});

export const reviewDraft = z.object({
  marks,
  authorComment: text(8000),
  officeComment: text(8000),
  recommendation: recommendation.nullable(),
});

/** A stale version answers 409 with the stored draft. */
export const saveReview = endpoint({
  method: 'PUT',
  path: '/reviews/:review',
  permission: 'active',
  summary: 'Save a draft',
  params,
  body: z.object({ version: storedVersion, draft: reviewDraft }),
  output: z.object({ version: z.number().int(), savedAt: instant }),
});

export const confirmReview = endpoint({
  method: 'POST',
  path: '/reviews/:review/confirm',
  permission: 'active',
  summary: 'Hand in a review; from then on only the office can open it again',
  params,
  body: z.object({ version: storedVersion }),
  output: z.object({ score: z.number() }),
});

export const printReview = endpoint({
  method: 'GET',
  path: '/reviews/:review/pdf',
  permission: 'active',
  summary: 'The proposal as a PDF, as far as its reviewer may see it',
  params,
  output: z.unknown(),
  transfer: 'download',
});

export const linkReviewFile = endpoint({
  method: 'POST',
  path: '/reviews/:review/files/:file/link',
  permission: 'active',
  summary: 'A link that opens a file of the proposal in this session, as those of projects do',
  params: params.extend({ file: z.string() }),
  output: z.object({ url: z.string(), expiresAt: instant }),
});

/** While a proposal to a blind call is being written: what of it would be hidden, so that its author can reword it. */
export const getNames = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/names',
  permission: 'active',
  summary: 'Names of people, mails and units found in the texts of a proposal that will be reviewed blindly',
  params: projectParams,
  /** Not looked at: an address of its own for each state of the texts. */
  query: z.object({ saved: z.coerce.number().int().optional() }),
  output: z.array(
    z.object({ section: z.enum(SECTION_SLUGS), label: z.string(), found: z.array(z.string()) }),
  ),
});
