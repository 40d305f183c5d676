import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { serveExport } from '../../../server/tables/export.ts';
import { dismiss, reportMiss } from './commands.ts';
import * as contract from './contract.ts';
import { MISS_COLUMNS, missList } from './queries.ts';

export function missRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.listMisses, ({ actor, query }) => missList.page(db, actor, query));
  serveExport(api, db, contract.listMisses, {
    name: 'busquedas',
    columns: MISS_COLUMNS,
    rows: missList.rows,
  });
  serve(api, contract.reportMiss, ({ actor, body, request }) =>
    reportMiss({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.dismissMiss, ({ actor, body, request }) =>
    dismiss({ db, actor, requestId: request.id }, body),
  );
}
