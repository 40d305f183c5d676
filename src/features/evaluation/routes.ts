import type { FastifyInstance } from 'fastify';
import type { WorkflowDeps } from '../workflow/effects.ts';
import { consensusRoutes } from './consensus/routes.ts';
import { questionRoutes } from './questions/routes.ts';
import { reviewRoutes } from './reviews/routes.ts';

export function evaluationRoutes(api: FastifyInstance, deps: WorkflowDeps): void {
  reviewRoutes(api, deps);
  consensusRoutes(api, deps);
  questionRoutes(api, deps);
}
