import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { serveExport } from '../../../server/tables/export.ts';
import { getHarshness } from './contract.ts';
import { HARSHNESS_COLUMNS, harshnessIn, harshnessLines } from './queries.ts';

export function harshnessRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getHarshness, ({ actor, params }) => harshnessIn(db, actor, params.call));
  serveExport(api, db, getHarshness, { name: 'severidad', columns: HARSHNESS_COLUMNS, rows: harshnessLines });
}
