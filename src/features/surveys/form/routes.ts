import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';

/** The form of a survey, below `/publico/encuesta`. */
export function surveyDocuments(_app: FastifyInstance, _deps: Deps): void {}
