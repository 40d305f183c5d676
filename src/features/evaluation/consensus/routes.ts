import type { FastifyInstance } from 'fastify';
import { serve } from '../../../server/http/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { WorkflowDeps } from '../../workflow/effects.ts';
import * as commands from './commands.ts';
import { answerConsensus } from './contract.ts';

export function consensusRoutes(api: FastifyInstance, { db, effects }: WorkflowDeps): void {
  serve(api, answerConsensus, async ({ actor, params, body, request }) =>
    commands.answerConsensus(
      { db, actor, requestId: request.id },
      { ...params, given: body, workflow: { kinds: await kindLookup(db), effects } },
    ),
  );
}
