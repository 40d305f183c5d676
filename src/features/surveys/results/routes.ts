import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

/** Results of surveys and series of their instruments. */
export function resultRoutes(_api: FastifyInstance, _deps: Deps): void {}
