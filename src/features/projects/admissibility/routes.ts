import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import * as commands from './commands.ts';
import { getChecks, listWaiting, saveChecks } from './contract.ts';
import { checksOf, readChecked, waitingPage } from './queries.ts';

export function admissibilityRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listWaiting, ({ query }) => waitingPage(db, query));
  serve(api, getChecks, async ({ actor, params }) => checksOf(db, await readChecked(db, actor, params)));
  serve(api, saveChecks, ({ actor, params, body, request }) =>
    commands.saveChecks({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
}
