import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { candidatesFor, proposePairs } from '../assigning/queries.ts';
import * as commands from './commands.ts';
import {
  assignReviewers,
  getEvaluation,
  getMatrix,
  giveBackReview,
  listCandidates,
  proposeReviewers,
  replaceReviewer,
} from './contract.ts';
import { evaluationOf, matrix } from './queries.ts';

export function reviewRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getMatrix, ({ actor, query }) => matrix(db, actor, query));
  serve(api, listCandidates, ({ actor, params }) => candidatesFor(db, actor, params.project));
  serve(api, proposeReviewers, ({ actor, body }) => proposePairs(db, actor, body));
  serve(api, assignReviewers, ({ actor, body, request }) =>
    commands.assignReviewers({ db, actor, requestId: request.id }, { given: body }),
  );
  serve(api, replaceReviewer, ({ actor, params, body, request }) =>
    commands.replaceReviewer({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, giveBackReview, ({ actor, params, body, request }) =>
    commands.giveBackReview({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, getEvaluation, ({ actor, params }) => evaluationOf(db, actor, params));
}
