import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as payments from './commands.ts';
import * as contract from './contract.ts';
import { readPayments } from './queries.ts';
import * as refunds from './refunds/commands.ts';

export function paymentRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getPayments, async ({ actor, params }) =>
    readPayments(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.recordPayment, async ({ actor, params, body: given, request }) =>
    payments.recordPayment(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.savePayment, async ({ actor, params, body: given, request }) =>
    payments.savePayment(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removePayment, async ({ actor, params, query, request }) =>
    payments.removePayment(
      { db, actor, requestId: request.id },
      { ...params, lastResort: query.lastResort, kinds: await kindLookup(db) },
    ),
  );
  refundRoutes(api, { db });
}

function refundRoutes(api: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serve(api, contract.sendRefund, async ({ actor, params, body: given, request }) =>
    refunds.sendRefund(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveRefund, async ({ actor, params, body: given, request }) =>
    refunds.saveRefund(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeRefund, async ({ actor, params, request }) =>
    refunds.removeRefund({ db, actor, requestId: request.id }, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.decideRefund, async ({ actor, params, body: given, request }) =>
    refunds.decideRefund(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
}
