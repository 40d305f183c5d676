import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { text } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';
import { observation } from '../project-record/detail/contract.ts';

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
