import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { serveExport } from '../../../server/tables/export.ts';
import { incidentCommands } from './commands.ts';
import { closeIncident, incidents, reopenIncident } from './contract.ts';
import { findIncident, INCIDENT_COLUMNS, incidentList } from './queries.ts';

export function incidentRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, incidents.list, ({ actor, query }) => incidentList.page(db, actor, query));
  serveExport(api, db, incidents.list, {
    name: 'incidentes',
    columns: INCIDENT_COLUMNS,
    rows: incidentList.rows,
  });
  serve(api, incidents.get, ({ actor, params }) => findIncident(db, actor, params.id));
  serve(api, incidents.create, ({ actor, body, request }) =>
    incidentCommands.create({ db, actor, requestId: request.id }, body),
  );
  serve(api, incidents.update, ({ actor, params, body, request }) =>
    incidentCommands.update({ db, actor, requestId: request.id }, { id: params.id, fields: body }),
  );
  serve(api, closeIncident, ({ actor, params, body, request }) =>
    incidentCommands.close({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, reopenIncident, ({ actor, params, body, request }) =>
    incidentCommands.reopen({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
}
