import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/serve.ts';
import { listProjects } from './contract.ts';
import { projectPage } from './queries.ts';

export function projectRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listProjects, ({ actor, query }) => projectPage(db, actor, query));
}
