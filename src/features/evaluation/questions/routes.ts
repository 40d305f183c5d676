import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import * as commands from './commands.ts';
import { answerQuestion, askQuestion, getQuestions } from './contract.ts';
import { projectQuestions } from './queries.ts';

export function questionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, askQuestion, ({ actor, params, body, request }) =>
    commands.askQuestion({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, getQuestions, ({ actor, params }) => projectQuestions(db, actor, params));
  serve(api, answerQuestion, ({ actor, params, body, request }) =>
    commands.answerQuestion({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
}
