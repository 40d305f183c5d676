import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

export function requestRoutes(_api: FastifyInstance, _deps: Deps): void {}
