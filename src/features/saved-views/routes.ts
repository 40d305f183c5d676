import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { listViews } from './contract.ts';
import { viewsOf } from './queries.ts';

export function savedViewRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listViews, ({ actor, query }) => viewsOf(db, actor, query));
}
