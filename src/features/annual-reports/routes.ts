import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { askAnnual } from './commands.ts';
import * as contract from './contract.ts';
import { countAnnualOf } from './queries.ts';

export function annualReportRoutes(api: FastifyInstance, { db, jobs }: Deps): void {
  serve(api, contract.countAnnual, ({ actor, query }) => countAnnualOf(db, actor, query));
  serve(api, contract.askAnnual, ({ actor, query, body, request }) =>
    askAnnual({ db, actor, requestId: request.id }, { jobs, query, given: body }),
  );
}
