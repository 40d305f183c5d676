import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { listAudit } from './contract.ts';
import { AUDIT_COLUMNS, auditList } from './queries.ts';

export function auditRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listAudit, ({ actor, query }) => auditList.page(db, actor, query));
  serveExport(api, db, listAudit, { name: 'auditoria', columns: AUDIT_COLUMNS, rows: auditList.rows });
}
