import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { DATA_REQUEST_COLUMNS, dataRequestList, findDataRequest, ownDataRequests } from './queries.ts';
import { requestRuleRoutes } from './rules/routes.ts';

export function dataRequestRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  requestRuleRoutes(api, deps);
  ownRequestRoutes(api, deps);
  serve(api, contract.listDataRequests, ({ actor, query }) => dataRequestList.page(db, actor, query));
  serveExport(api, db, contract.listDataRequests, {
    name: 'solicitudes',
    columns: DATA_REQUEST_COLUMNS,
    rows: dataRequestList.rows,
  });
  serve(api, contract.getDataRequest, ({ actor, params }) => findDataRequest(db, actor, params.id));
  serve(api, contract.recordDataRequest, ({ actor, body, request }) =>
    commands.recordDataRequest({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.correctDataRequest, ({ actor, params, body, request }) =>
    commands.correctDataRequest({ db, actor, requestId: request.id }, { ...body, ...params }),
  );
  serve(api, contract.extendDataRequest, ({ actor, params, body, request }) =>
    commands.extendDataRequest({ db, actor, requestId: request.id }, { ...body, ...params }),
  );
  serve(api, contract.answerDataRequest, ({ actor, params, body, request }) =>
    commands.answerDataRequest({ db, actor, requestId: request.id }, { ...body, ...params }),
  );
  serve(api, contract.dropDataRequest, ({ actor, params, body, request }) =>
    commands.dropDataRequest({ db, actor, requestId: request.id }, { ...body, ...params }),
  );
}

/** What a person asks about their own data. */
function ownRequestRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.listOwnDataRequests, ({ actor }) => ownDataRequests(db, actor));
  serve(api, contract.fileDataRequest, ({ actor, body, request }) =>
    commands.fileDataRequest({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.withdrawDataRequest, ({ actor, params, request }) =>
    commands.withdrawDataRequest({ db, actor, requestId: request.id }, params.id),
  );
}
