import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant, text } from '../../../domain/text/rules.ts';
import { kindSlug, projectParams } from '../../project-record/contract.ts';

/** Longest question, and longest answer. */
export const MOST_ASKED = 1500;
const words = text(MOST_ASKED, 1);

const question = z.object({
  id,
  question: z.string(),
  askedAt: instant,
  due: instant,
  /** It can be answered now. */
  waits: z.boolean(),
  /** It waits, and the due date has passed. */
  overdue: z.boolean(),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
});

/** A question as its reviewer reads it. */
export const ownQuestion = question.omit({ id: true });
export type OwnQuestion = z.infer<typeof ownQuestion>;

/** A question that waits for its author. */
export const waitingQuestion = z.object({
  id,
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  askedAt: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingQuestion = z.infer<typeof waitingQuestion>;

export const askQuestion = endpoint({
  method: 'POST',
  path: '/reviews/:review/question',
  permission: 'active',
  summary: 'Ask the author something, once, without a name',
  params: z.object({ review: z.string() }),
  body: z.object({ question: words }),
  output: z.object({ due: instant }),
});

const projectQuestion = question.extend({
  /** In which review it was asked; null for everybody but the office. */
  reviewId: id.nullable(),
});
export type ProjectQuestion = z.infer<typeof projectQuestion>;

export const getQuestions = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/questions',
  permission: 'active',
  about: 'projects',
  summary: 'What reviewers asked about a proposal, for lead and alternate, and for the office',
  params: projectParams,
  output: z.object({
    /** They are the reader's to answer. */
    own: z.boolean(),
    questions: z.array(projectQuestion),
  }),
});

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/questions/:question/answer',
  permission: 'active',
  summary: 'Answer a reviewer; what was answered stays',
  params: projectParams.extend({ question: z.string() }),
  body: z.object({ answer: words }),
  output: z.object({}),
});
