import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { getHoldings } from './contract.ts';
import { holdingsOf } from './queries.ts';

export function holdingRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getHoldings, ({ actor, params }) => holdingsOf(db, actor, params.person));
}
