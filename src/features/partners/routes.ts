import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import { getPartner, listPartners, partnerPlaces } from './contract.ts';
import { findPartner, PARTNER_COLUMNS, partnerList, partnersByComuna } from './queries.ts';

export function partnerRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listPartners, ({ actor, query }) => partnerList.page(db, actor, query));
  serveExport(api, db, listPartners, { name: 'socios', columns: PARTNER_COLUMNS, rows: partnerList.rows });
  serve(api, partnerPlaces, ({ actor, query }) => partnersByComuna(db, actor, query));
  serve(api, getPartner, ({ actor, params }) => findPartner(db, actor, params.id));
}
