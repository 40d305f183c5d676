import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant, lastResort, storedVersion, text } from '../../../domain/text/rules.ts';
import { kindSlug, person, projectParams } from '../../project-record/contract.ts';

const appeal = z.object({
  text: z.string(),
  at: instant,
  author: person,
  /** Null until the office answers. */
  upheld: z.boolean().nullable(),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
  /** Until when the office answers. */
  due: instant,
  /** It waits, and the due date has passed. */
  overdue: z.boolean(),
});
export type Appeal = z.infer<typeof appeal>;

/** An appeal that waits for the office. */
export const waitingAppeal = z.object({
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  at: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingAppeal = z.infer<typeof waitingAppeal>;

export const getAppeal = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/appeal',
  permission: 'active',
  summary: 'The appeal of a proposal, for its own people and the office',
  params: projectParams,
  output: z.object({
    appeal: appeal.nullable(),
    /** Until when it can be appealed; null where it cannot be at all. */
    until: instant.nullable(),
    /** Why the reader cannot appeal now; null when they can. */
    refusal: z.string().nullable(),
    /** It is the reader's to appeal, now or not. */
    own: z.boolean(),
    mayAnswer: z.boolean(),
    version: z.number().int(),
  }),
});

export const fileAppeal = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/appeal',
  permission: 'active',
  summary: 'Appeal a result, once, within the days of the call',
  params: projectParams,
  body: z.object({ text: text(8000, 20) }),
  output: z.object({}),
});

/** Upheld, a proposal goes back to where it was decided. */
export const answerAppeal = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/appeal/answer',
  permission: 'reviews.manage',
  summary: 'Answer an appeal',
  params: projectParams,
  body: z.object({ version: storedVersion, upheld: z.boolean(), answer: text(2000, 10), lastResort }),
  output: z.object({}),
});
