import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { getBorders, getCatalogues, searchOptions } from './contract.ts';
import { getInstitutionalIndicators } from './institutional/contract.ts';
import { institutionalChoices } from './institutional/queries.ts';
import { catalogues, findOptions } from './queries.ts';

export function optionRoutes(api: FastifyInstance, { db, borders }: Deps): void {
  serve(api, getCatalogues, () => catalogues(db, borders?.license ?? null));
  serve(api, getInstitutionalIndicators, () => institutionalChoices(db));
  serve(api, getBorders, async ({ query }) => borders?.of(query.comunas.split(',')) ?? []);
  serve(api, searchOptions, ({ actor, params, query }) => findOptions(db, actor, params.noun, query));
}
