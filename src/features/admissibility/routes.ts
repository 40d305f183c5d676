import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import * as commands from './commands.ts';
import { getChecks, listWaiting, saveChecks } from './contract.ts';
import { checksOf, readChecked, WAITING_COLUMNS, waitingList } from './queries.ts';

export function admissibilityRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listWaiting, ({ actor, query }) => waitingList.page(db, actor, query));
  serveExport(api, db, listWaiting, {
    name: 'admisibilidad',
    columns: WAITING_COLUMNS,
    rows: waitingList.rows,
  });
  serve(api, getChecks, async ({ actor, params }) =>
    checksOf(db, actor, await readChecked(db, actor, params)),
  );
  serve(api, saveChecks, ({ actor, params, body, request }) =>
    commands.saveChecks({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
}
