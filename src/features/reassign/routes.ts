import type { FastifyInstance } from 'fastify';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import type { WorkflowDeps } from '../workflow/effects.ts';
import { reassign as command } from './commands.ts';
import { checkReassign, reassign } from './contract.ts';
import { checkHandovers } from './queries.ts';

export function reassignRoutes(api: FastifyInstance, { db, effects }: WorkflowDeps): void {
  serve(api, checkReassign, ({ actor, body }) => checkHandovers(db, actor, body));
  serve(api, reassign, async ({ actor, body, request }) =>
    command(
      { db, actor, requestId: request.id },
      { given: body, workflow: { kinds: await kindLookup(db), effects } },
    ),
  );
}
