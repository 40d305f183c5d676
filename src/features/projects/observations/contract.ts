import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { SECTION_SLUGS } from '../../../domain/sections/index.ts';
import { id, instant, text } from '../../../domain/text/rules.ts';
import { person, projectParams } from '../contract.ts';

export const observation = z.object({
  id,
  section: z.enum(SECTION_SLUGS),
  text: z.string(),
  author: person,
  createdAt: instant,
  state: z.enum(['open', 'answered', 'resolved']),
  answers: z.array(z.object({ id, author: person, text: z.string(), createdAt: instant })),
  /** What the reader may do with it. */
  mayAnswer: z.boolean(),
  mayResolve: z.boolean(),
});
export type Observation = z.infer<typeof observation>;

const params = projectParams.extend({ observation: z.string() });

export const answerObservation = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/observations/:observation/answers',
  permission: 'active',
  summary: 'Answer an observation as the lead',
  params,
  body: z.object({ text: text(4000, 1) }),
  output: observation,
});

/** Idempotent: resolving a resolved one changes nothing. `resolved: false` opens it again. */
export const resolveObservation = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/observations/:observation/resolved',
  permission: 'active',
  summary: 'Mark an observation as resolved, by who made it',
  params,
  body: z.object({ resolved: z.boolean() }),
  output: observation,
});
