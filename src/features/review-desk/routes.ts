import type { FastifyInstance } from 'fastify';
import { serve } from '../../server/http/serve.ts';
import { printedHeading } from '../../server/institution.ts';
import { sendPdf } from '../../server/pdf/pdf.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import { kindLookup } from '../kinds/queries.ts';
import type { WorkflowDeps } from '../workflow/effects.ts';
import * as commands from './commands.ts';
import {
  answerReview,
  confirmReview,
  getNames,
  getReview,
  linkReviewFile,
  listReviews,
  printReview,
  saveReview,
} from './contract.ts';
import { deskLink, deskOf, layOutReview, namesFound, ownReviews } from './queries.ts';

export function deskRoutes(api: FastifyInstance, { db, env, effects }: WorkflowDeps): void {
  serve(api, getNames, ({ actor, params }) => namesFound(db, actor, params));
  serve(api, listReviews, ({ actor, query }) => ownReviews(db, actor, query));
  serve(api, getReview, ({ actor, params }) => deskOf(db, actor, params.review));
  serve(api, answerReview, ({ actor, params, body, request }) =>
    commands.answerReview({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, saveReview, ({ actor, params, body, request }) =>
    commands.saveReview({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, confirmReview, async ({ actor, params, body, request }) =>
    commands.confirmReview(
      { db, actor, requestId: request.id },
      { ...params, given: body, workflow: { kinds: await kindLookup(db), effects } },
    ),
  );
  serve(api, linkReviewFile, ({ actor, params, request }) =>
    deskLink(db, { actor, session: requireSession(request) }, params),
  );
  serve(api, printReview, async ({ actor, params, reply }) => {
    const heading = await printedHeading({ db, env });
    const document = await layOutReview(db, actor, params.review, { ...heading, now: new Date() });
    return sendPdf({ actor, reply }, document);
  });
}
