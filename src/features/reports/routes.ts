import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import { kindLookup } from '../kinds/queries.ts';
import { saveReport } from './commands.ts';
import * as contract from './contract.ts';
import { readReport } from './detail/queries.ts';
import { readReports } from './queries.ts';

export function reportRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getReports, async ({ actor, params }) =>
    readReports(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.getReport, async ({ actor, params, request }) =>
    readReport(db, { actor, session: requireSession(request) }, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.saveReport, async ({ actor, params, body: given, request }) =>
    saveReport({ db, actor, requestId: request.id }, { ...params, given, kinds: await kindLookup(db) }),
  );
}
