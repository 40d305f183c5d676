import type { FastifyInstance } from 'fastify';
import { serveExport } from '../../server/export.ts';
import { serve } from '../../server/serve.ts';
import { fileRoutes } from '../attachments/routes.ts';
import { appealRoutes } from '../awards/appeals/routes.ts';
import { resolutionRoutes } from '../awards/routes.ts';
import { changeRoutes } from '../change-requests/routes.ts';
import { changeStatusRoutes } from '../change-status/routes.ts';
import { admissibilityRoutes } from '../evaluation/admissibility/routes.ts';
import { deskRoutes } from '../evaluation/desk/routes.ts';
import { reviewRoutes } from '../evaluation/reviews/routes.ts';
import { sectionRoutes } from '../ficha/routes.ts';
import { currentKind } from '../kinds/queries.ts';
import { observationRoutes } from '../observations/routes.ts';
import { createProject, listProjects } from '../project-record/contract.ts';
import { reassignRoutes } from '../reassign/routes.ts';
import { receiptRoutes } from '../receipts/routes.ts';
import { dueRoutes } from '../workflow/due/routes.ts';
import type { WorkflowDeps } from '../workflow/effects.ts';
import { transitionRoutes } from '../workflow/transitions/routes.ts';
import { createProject as create } from './commands.ts';
import { detailRoutes } from './detail/routes.ts';
import { printRoutes } from './print/routes.ts';
import { PROJECT_COLUMNS, projectPage, projectRows } from './queries.ts';

export function projectRoutes(api: FastifyInstance, deps: WorkflowDeps): void {
  const { db } = deps;
  serve(api, listProjects, ({ actor, query }) => projectPage(db, actor, query));
  serveExport(api, db, listProjects, { name: 'proyectos', columns: PROJECT_COLUMNS, rows: projectRows });
  serve(api, createProject, async ({ actor, body, request }) =>
    create({ db, actor, requestId: request.id }, { draft: body, kind: await currentKind(db, body.kind) }),
  );
  detailRoutes(api, deps);
  sectionRoutes(api, deps);
  transitionRoutes(api, deps);
  dueRoutes(api, deps);
  observationRoutes(api, deps);
  fileRoutes(api, deps);
  changeRoutes(api, deps);
  printRoutes(api, deps);
  receiptRoutes(api, deps);
  admissibilityRoutes(api, deps);
  changeStatusRoutes(api, deps);
  reassignRoutes(api, deps);
  reviewRoutes(api, deps);
  deskRoutes(api, deps);
  resolutionRoutes(api, deps);
  appealRoutes(api, deps);
}
