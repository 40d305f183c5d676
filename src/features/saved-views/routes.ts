import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { createView, deleteView, updateView } from './commands.ts';
import * as contract from './contract.ts';
import { viewsOf } from './queries.ts';

export function savedViewRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.listViews, ({ actor, query }) => viewsOf(db, actor, query));
  serve(api, contract.createView, ({ actor, body, request }) =>
    createView({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.updateView, ({ actor, params, body, request }) =>
    updateView({ db, actor, requestId: request.id }, { id: params.id, fields: body }),
  );
  serve(api, contract.deleteView, ({ actor, params, request }) =>
    deleteView({ db, actor, requestId: request.id }, params.id),
  );
}
