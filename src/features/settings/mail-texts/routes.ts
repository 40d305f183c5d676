import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { getMailTexts } from '../contract.ts';
import * as commands from './commands.ts';
import { restoreMailText, saveMailText } from './contract.ts';
import { listMailTexts } from './queries.ts';

export function mailTextRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getMailTexts, () => listMailTexts(db));
  serve(api, saveMailText, ({ actor, body, request }) =>
    commands.saveMailText({ db, actor, requestId: request.id }, body),
  );
  serve(api, restoreMailText, ({ actor, params, request }) =>
    commands.restoreMailText({ db, actor, requestId: request.id }, params.template),
  );
}
