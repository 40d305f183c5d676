import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getCriteria } from './contract.ts';
import { criteriaIn } from './queries.ts';

export function criteriaRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getCriteria, ({ actor, params }) => criteriaIn(db, actor, params.call));
}
