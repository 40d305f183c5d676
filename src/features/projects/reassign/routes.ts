import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import { reassign as command } from './commands.ts';
import { checkReassign, reassign } from './contract.ts';
import { checked } from './queries.ts';

export function reassignRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, checkReassign, ({ actor, body }) => checked(db, actor, body));
  serve(api, reassign, async ({ actor, body, request }) =>
    command({ db, actor, requestId: request.id }, { given: body, kinds: await kindLookup(db) }),
  );
}
