import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { getCatalogues, searchOptions } from './contract.ts';
import { catalogues, findOptions } from './queries.ts';

export function optionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getCatalogues, () => catalogues(db));
  serve(api, searchOptions, ({ actor, params, query }) => findOptions(db, actor, params.noun, query));
}
