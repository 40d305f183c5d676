import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import { answerObservation, resolveObservation } from './contract.ts';

export function observationRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, answerObservation, async ({ actor, params, body, request }) =>
    commands.answerObservation(
      { db, actor, requestId: request.id },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, resolveObservation, async ({ actor, params, body, request }) =>
    commands.resolveObservation(
      { db, actor, requestId: request.id },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
}
