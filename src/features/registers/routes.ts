import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { askRegister } from './commands.ts';
import * as contract from './contract.ts';
import { countRegisters } from './queries.ts';

export function registerRoutes(api: FastifyInstance, { db, jobs }: Deps): void {
  serve(api, contract.countRegisters, ({ actor, query }) => countRegisters(db, actor, query));
  serve(api, contract.askRegister, ({ actor, params, query, body, request }) =>
    askRegister(
      { db, actor, requestId: request.id },
      { jobs, given: { ...params, ...body }, filters: query },
    ),
  );
}
