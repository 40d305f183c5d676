import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import * as queries from './queries.ts';

function voucherTypeRoutes(api: FastifyInstance, { db }: Deps): void {
  const { create, update, remove } = commands.voucherTypeCommands;
  serve(api, contract.listVoucherTypes, async () => ({ types: await queries.listTypes(db) }));
  serve(api, contract.createVoucherType, ({ actor, body, request }) =>
    create({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.updateVoucherType, ({ actor, params, body, request }) =>
    update({ db, actor, requestId: request.id }, { id: params.id, fields: body }),
  );
  serve(api, contract.removeVoucherType, ({ actor, params, request }) =>
    remove({ db, actor, requestId: request.id }, params.id),
  );
}

export function expenseRuleRoutes(api: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  voucherTypeRoutes(api, deps);
  serve(api, contract.getWithholdingRates, () => queries.readWithholdingTable(db));
  serve(api, contract.saveWithholdingRates, ({ actor, body, request }) =>
    commands.saveWithholding({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.listExchangeRates, ({ actor, query }) => queries.rateList.page(db, actor, query));
  serveExport(api, db, contract.listExchangeRates, {
    name: 'valores',
    columns: queries.RATE_COLUMNS,
    rows: queries.rateList.rows,
  });
  serve(api, contract.findExchangeRate, ({ query }) => queries.findRate(db, query.currency, query.day));
  serve(api, contract.saveExchangeRates, ({ actor, body, request }) =>
    commands.saveRates({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.removeExchangeRate, ({ actor, params, request }) =>
    commands.removeRate({ db, actor, requestId: request.id }, params),
  );
}
