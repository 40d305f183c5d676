import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

export function missRoutes(_api: FastifyInstance, _deps: Deps): void {}
