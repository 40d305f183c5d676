import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { serveExport } from '../../../server/tables/export.ts';
import { noteObjection, removeObjection } from './commands.ts';
import * as contract from './contract.ts';
import { findObjection, OBJECTION_COLUMNS, objectionList } from './queries.ts';

export function objectionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.listObjections, ({ actor, query }) => objectionList.page(db, actor, query));
  serveExport(api, db, contract.listObjections, {
    name: 'oposiciones',
    columns: OBJECTION_COLUMNS,
    rows: objectionList.rows,
  });
  serve(api, contract.noteObjection, ({ actor, body, request }) =>
    noteObjection({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.removeObjection, ({ actor, body, request }) =>
    removeObjection({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.checkObjection, ({ body }) => findObjection(db, body.email));
}
