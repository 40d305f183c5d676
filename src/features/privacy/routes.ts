import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { agreedRoutes } from './agreed/routes.ts';
import { incidentRoutes } from './incidents/routes.ts';
import { objectionRoutes } from './objections/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { processingRoutes } from './processing/routes.ts';
import { retentionRoutes } from './retention/routes.ts';

export function privacyRoutes(api: FastifyInstance, deps: Deps): void {
  retentionRoutes(api, deps);
  personalDataRoutes(api, deps);
  incidentRoutes(api, deps);
  processingRoutes(api, deps);
  agreedRoutes(api, deps);
  objectionRoutes(api, deps);
}
