import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

export function traceRoutes(_api: FastifyInstance, _deps: Deps): void {}
