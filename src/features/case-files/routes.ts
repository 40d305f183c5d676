import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import * as commands from './commands.ts';
import { askCaseFile } from './contract.ts';

export function caseFileRoutes(api: FastifyInstance, { db, jobs }: Deps): void {
  serve(api, askCaseFile, ({ actor, params, body, request }) =>
    commands.askCaseFile({ db, actor, requestId: request.id }, { jobs, project: params, ...body }),
  );
}
