import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { getHome } from './contract.ts';
import { home } from './queries.ts';

export function homeRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, getHome, ({ actor }) => home(db, actor, env));
}
