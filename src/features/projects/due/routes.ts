import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { extendDue as command } from './commands.ts';
import { extendDue } from './contract.ts';

export function dueRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, extendDue, async ({ actor, params, body, request }) =>
    command({ db, actor, requestId: request.id }, { ...params, given: body, kinds: await kindLookup(db) }),
  );
}
