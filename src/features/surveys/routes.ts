import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';

export function surveyRoutes(_api: FastifyInstance, _deps: Deps): void {}
