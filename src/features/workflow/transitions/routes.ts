import type { FastifyInstance } from 'fastify';
import { serve } from '../../../server/http/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { WorkflowDeps } from '../effects.ts';
import { takeAction as command } from './commands.ts';
import { takeAction } from './contract.ts';

export function transitionRoutes(api: FastifyInstance, { db, effects }: WorkflowDeps): void {
  serve(api, takeAction, async ({ actor, params, body, request }) =>
    command(
      { db, actor, requestId: request.id },
      {
        ...params,
        given: body,
        workflow: { kinds: await kindLookup(db), effects },
        receivedAt: request.receivedAt,
      },
    ),
  );
}
