import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { search } from './contract.ts';
import { missRoutes } from './misses/routes.ts';
import { find } from './queries.ts';

export function searchRoutes(api: FastifyInstance, deps: Deps): void {
  serve(api, search, ({ actor, query }) => find(deps.db, actor, query.q));
  missRoutes(api, deps);
}
