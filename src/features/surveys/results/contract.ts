import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { question } from '../../../domain/surveys/questions.ts';
import { id, instant, listQuery, pageOf } from '../../../domain/text/rules.ts';

const params = z.object({ id });

const count = z.object({
  /** '' counts who did not answer it. */
  value: z.string(),
  count: z.number().int(),
});

/** Only of a wave that was counted; before, 422. Empty `parts`: fewer than five answered, and nothing is shown. */
export const getResults = endpoint({
  method: 'GET',
  path: '/waves/:id/results',
  permission: 'surveys.read',
  summary: 'What a survey came to: all of it, and the parts of five answers at least',
  params,
  query: z.object({}),
  output: z.object({
    answers: z.number().int(),
    invited: z.number().int(),
    declined: z.number().int(),
    countedAt: instant,
    questions: z.array(question),
    /** The first is all of it. */
    parts: z.array(
      z.object({
        /** Words of the answers to the dividing question that are taken together; empty of all of it. */
        label: z.string(),
        answers: z.number().int(),
        /** By key of the question. */
        tallies: z.record(z.string(), z.array(count)),
      }),
    ),
    /** How many wrote something, by key of the question. */
    comments: z.record(z.string(), z.number().int()),
  }),
});
export type Results = z.infer<(typeof getResults)['output']>;

/** In an order that tells nothing, and not searched. */
export const listComments = endpoint({
  method: 'GET',
  path: '/waves/:id/comments',
  permission: 'surveys.read',
  summary: 'What was written in answer to a question, or to all of them',
  params,
  query: listQuery(['order'], 'order')
    .omit({ q: true })
    .extend({ question: z.string().max(40).optional() }),
  output: pageOf(z.object({ id, text: z.string() })),
});

const named = z.object({
  id,
  name: z.string(),
  email: z.string(),
  answeredAt: instant,
  /** By key of the question, in words. */
  answers: z.record(z.string(), z.string()),
});
export type NamedAnswer = z.infer<typeof named>;

/** For who may manage it. */
export const listAnswers = endpoint({
  method: 'GET',
  path: '/waves/:id/answers',
  permission: 'surveys.read',
  summary: 'Who answered what; of an anonymous wave there is none (404)',
  params,
  query: listQuery(['name', 'answeredAt'], 'name'),
  output: pageOf(named),
});
