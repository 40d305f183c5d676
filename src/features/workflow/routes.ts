import type { FastifyInstance } from 'fastify';
import { allowanceRoutes } from './allowances/routes.ts';
import { dueRoutes } from './due/routes.ts';
import type { WorkflowDeps } from './effects.ts';
import { transitionRoutes } from './transitions/routes.ts';

export function workflowRoutes(api: FastifyInstance, deps: WorkflowDeps): void {
  transitionRoutes(api, deps);
  dueRoutes(api, deps);
  allowanceRoutes(api, deps);
}
