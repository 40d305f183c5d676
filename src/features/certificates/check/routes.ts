import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

/** Where anybody checks a certificate, below `/publico/certificado`. */
export function certificateDocuments(_app: FastifyInstance, _deps: Deps): void {}
