import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getProjectLetters } from '../contract.ts';
import * as commands from './commands.ts';
import { getCallLetters, restoreCallLetter, saveCallLetter } from './contract.ts';
import { callLetters, projectLetters } from './queries.ts';

export function letterRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, getCallLetters, ({ actor, params }) => callLetters(db, actor, params.call));
  serve(api, saveCallLetter, ({ actor, params, body, request }) =>
    commands.saveCallLetter({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, restoreCallLetter, ({ actor, params, request }) =>
    commands.restoreCallLetter({ db, actor, requestId: request.id }, params),
  );
  serve(api, getProjectLetters, ({ actor, params }) => projectLetters(db, actor, env, params));
}
