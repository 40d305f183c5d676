import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import * as commands from './commands.ts';
import { answerAppeal, fileAppeal, getAppeal } from './contract.ts';
import { shownAppeal } from './queries.ts';

export function appealRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getAppeal, ({ actor, params, request }) => shownAppeal(db, actor, params, request.receivedAt));
  serve(api, fileAppeal, async ({ actor, params, body, request }) =>
    commands.fileAppeal(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db), receivedAt: request.receivedAt },
    ),
  );
  serve(api, answerAppeal, async ({ actor, params, body, request }) =>
    commands.answerAppeal(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db), receivedAt: request.receivedAt },
    ),
  );
}
