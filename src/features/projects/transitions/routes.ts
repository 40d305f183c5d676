import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { takeAction as command } from './commands.ts';
import { takeAction } from './contract.ts';

export function transitionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, takeAction, async ({ actor, params, body, request }) =>
    command(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db), receivedAt: request.receivedAt },
    ),
  );
}
