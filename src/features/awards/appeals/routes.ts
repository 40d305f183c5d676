import type { FastifyInstance } from 'fastify';
import { serve } from '../../../server/http/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import type { WorkflowDeps } from '../../workflow/effects.ts';
import * as commands from './commands.ts';
import { answerAppeal, fileAppeal, getAppeal } from './contract.ts';
import { showAppeal } from './queries.ts';

export function appealRoutes(api: FastifyInstance, { db, effects }: WorkflowDeps): void {
  serve(api, getAppeal, ({ actor, params, request }) => showAppeal(db, actor, params, request.receivedAt));
  serve(api, fileAppeal, async ({ actor, params, body, request }) =>
    commands.fileAppeal(
      { db, actor, requestId: request.id },
      {
        ...params,
        given: body,
        workflow: { kinds: await kindLookup(db), effects },
        receivedAt: request.receivedAt,
      },
    ),
  );
  serve(api, answerAppeal, async ({ actor, params, body, request }) =>
    commands.answerAppeal(
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
