import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

/** Archives of PDFs. */
export function archiveRoutes(_api: FastifyInstance, _deps: Deps): void {}
