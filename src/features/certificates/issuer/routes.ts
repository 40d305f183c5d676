import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

/** Who signs, and whether there are badges. */
export function issuerRoutes(_api: FastifyInstance, _deps: Deps): void {}
