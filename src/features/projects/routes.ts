import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { currentKind } from '../kinds/queries.ts';
import { PROJECT_COLUMNS, projectRows } from './columns/queries.ts';
import { createProject as create } from './commands.ts';
import { createProject, listProjects } from './contract.ts';
import { searchCopySources } from './copying/contract.ts';
import { copySources } from './copying/queries.ts';
import { detailRoutes } from './detail/routes.ts';
import { printRoutes } from './print/routes.ts';
import { projectPage } from './queries.ts';

export function projectRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serve(api, listProjects, ({ actor, query }) => projectPage(db, actor, query));
  serveExport(api, db, listProjects, { name: 'proyectos', columns: PROJECT_COLUMNS, rows: projectRows });
  serve(api, createProject, async ({ actor, body, request }) =>
    create({ db, actor, requestId: request.id }, { draft: body, kind: await currentKind(db, body.kind) }),
  );
  serve(api, searchCopySources, ({ actor, params, query }) => copySources(db, actor, params.kind, query));
  detailRoutes(api, deps);
  printRoutes(api, deps);
}
