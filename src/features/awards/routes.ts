import type { FastifyInstance } from 'fastify';
import { fileHeaders } from '../../server/files/send.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { askerOf } from '../../server/http/turns.ts';
import { printedHeading } from '../../server/institution.ts';
import { serveExport } from '../../server/tables/export.ts';
import { kindLookup } from '../kinds/queries.ts';
import type { WorkflowDeps } from '../workflow/effects.ts';
import { actPdf } from './acts/commands.ts';
import { appealRoutes } from './appeals/routes.ts';
import {
  LOAD_COLUMNS,
  loadLines,
  RANKING_COLUMNS,
  rankingLines,
  SCORE_COLUMNS,
  scoreLines,
} from './call-files/queries.ts';
import { resolveCall as resolve } from './commands.ts';
import { getRanking, listLoads, listScores, openAct, resolveCall } from './contract.ts';
import { harshnessRoutes } from './harshness/routes.ts';
import { letterRoutes } from './letters/routes.ts';
import { rankingOf } from './queries.ts';

export function awardRoutes(api: FastifyInstance, deps: WorkflowDeps): void {
  const { db, env, effects } = deps;
  appealRoutes(api, deps);
  letterRoutes(api, deps);
  harshnessRoutes(api, deps);
  serve(api, getRanking, ({ actor, params }) => rankingOf(db, actor, params.call, new Date()));
  serveExport(api, db, getRanking, { name: 'ranking', columns: RANKING_COLUMNS, rows: rankingLines });
  serveExport(api, db, listScores, { name: 'puntajes', columns: SCORE_COLUMNS, rows: scoreLines });
  serveExport(api, db, listLoads, { name: 'evaluadores', columns: LOAD_COLUMNS, rows: loadLines });
  serve(api, openAct, async ({ actor, params, reply }) => {
    const heading = await printedHeading(deps);
    const { name, pdf } = await actPdf(db, params, heading, askerOf({ actor, reply }));
    fileHeaders(reply, env, { name, size: pdf.length, contentType: 'application/pdf' }).send(pdf);
    return SENT;
  });
  serve(api, resolveCall, async ({ actor, params, body, request }) =>
    resolve(
      { db, actor, requestId: request.id },
      { ...params, given: body, workflow: { kinds: await kindLookup(db), effects } },
    ),
  );
}
