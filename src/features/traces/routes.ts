import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { askerOf, inTurn } from '../../server/http/turns.ts';
import * as commands from './commands.ts';
import { eraseTraces, exportTraces, findTraces } from './contract.ts';

export function traceRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, findTraces, ({ actor, body, request }) =>
    commands.findTraces({ db, actor, requestId: request.id }, body),
  );
  serve(api, exportTraces, ({ actor, body, request, reply }) =>
    inTurn('export', askerOf({ actor, reply }), () =>
      commands.exportTraces({ db, actor, requestId: request.id }, body),
    ),
  );
  serve(api, eraseTraces, ({ actor, body, request }) =>
    commands.eraseTraces({ db, actor, requestId: request.id }, body),
  );
}
