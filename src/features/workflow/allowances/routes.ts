import type { FastifyInstance } from 'fastify';
import { serve } from '../../../server/http/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { WorkflowDeps } from '../effects.ts';
import * as commands from './commands.ts';
import { allowEarlyReport, openSections } from './contract.ts';

export function allowanceRoutes(api: FastifyInstance, { db }: WorkflowDeps): void {
  serve(api, allowEarlyReport, async ({ actor, params, body, request }) =>
    commands.allowEarlyReport(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, openSections, async ({ actor, params, body, request }) =>
    commands.openSections(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db) },
    ),
  );
}
