import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as expenses from './commands.ts';
import * as contract from './contract.ts';
import { readExpenses } from './queries.ts';

export function expenseRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getExpenses, async ({ actor, params }) =>
    readExpenses(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.recordExpense, async ({ actor, params, body: given, request }) =>
    expenses.recordExpense(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveExpense, async ({ actor, params, body: given, request }) =>
    expenses.saveExpense(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeExpense, async ({ actor, params, request }) =>
    expenses.removeExpense({ db, actor, requestId: request.id }, { ...params, kinds: await kindLookup(db) }),
  );
}
