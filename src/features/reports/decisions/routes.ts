import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { decideReport, submitReport } from '../contract.ts';
import * as decisions from './commands.ts';

export function reportDecisionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, submitReport, async ({ actor, params, body: given, request }) =>
    decisions.submitReport(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, decideReport, async ({ actor, params, body: given, request }) =>
    decisions.decideReport(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
}
