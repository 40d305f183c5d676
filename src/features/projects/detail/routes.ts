import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getProject } from '../../project-record/detail/contract.ts';
import { projectDetail } from './queries.ts';

export function detailRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getProject, ({ actor, params }) => projectDetail(db, actor, params));
}
