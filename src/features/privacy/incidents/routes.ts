import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

export function incidentRoutes(_api: FastifyInstance, _deps: Deps): void {}
