import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/serve.ts';
import { listAudit } from './contract.ts';
import { auditPage } from './queries.ts';

export function auditRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listAudit, ({ query }) => auditPage(db, query));
}
