import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import { decideChange, requestChange, withdrawChange } from './contract.ts';

export function changeRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, requestChange, async ({ actor, params, body, request }) =>
    commands.requestChange(
      { db, actor, requestId: request.id },
      { ...params, asked: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, decideChange, async ({ actor, params, body, request }) =>
    commands.decideChange(
      { db, actor, requestId: request.id },
      { ...params, given: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, withdrawChange, async ({ actor, params, request }) =>
    commands.withdrawChange({ db, actor, requestId: request.id }, { ...params, kinds: await kindLookup(db) }),
  );
}
