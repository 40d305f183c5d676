import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import * as commands from './commands.ts';
import { endDeputation, listDeputations, nameDeputy } from './contract.ts';
import { deputations } from './queries.ts';

export function deputationRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listDeputations, ({ actor, query }) => deputations(db, actor, query.person));
  serve(api, nameDeputy, ({ actor, body, request }) =>
    commands.nameDeputy({ db, actor, requestId: request.id }, body),
  );
  serve(api, endDeputation, ({ actor, params, body, request }) =>
    commands.endDeputation({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
}
