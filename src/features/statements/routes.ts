import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as statements from './commands.ts';
import * as contract from './contract.ts';
import * as decisions from './decisions/commands.ts';
import { readStatements } from './queries.ts';

export function statementRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getStatements, async ({ actor, params }) =>
    readStatements(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.sendStatement, async ({ actor, params, body: given, request }) =>
    statements.sendStatement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.resendStatement, async ({ actor, params, body: given, request }) =>
    statements.resendStatement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.decideStatement, async ({ actor, params, body: given, request }) =>
    decisions.decideStatement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.reopenStatement, async ({ actor, params, body: given, request }) =>
    decisions.reopenStatement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
}
