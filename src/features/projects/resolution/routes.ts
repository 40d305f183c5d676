import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { resolveCall as resolve } from './commands.ts';
import { getRanking, resolveCall } from './contract.ts';
import { rankingOf } from './queries.ts';

export function resolutionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getRanking, ({ params }) => rankingOf(db, params.call));
  serve(api, resolveCall, async ({ actor, params, body, request }) =>
    resolve({ db, actor, requestId: request.id }, { ...params, given: body, kinds: await kindLookup(db) }),
  );
}
