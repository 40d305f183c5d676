import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { instrumentCommands, saveQuestions } from './commands.ts';
import * as contract from './contract.ts';
import { findInstrument, findVersions, INSTRUMENT_COLUMNS, instrumentList } from './queries.ts';

export function instrumentRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, contract.instruments, instrumentCommands, {
    list: instrumentList,
    name: 'instrumentos',
    columns: INSTRUMENT_COLUMNS,
    find: findInstrument,
  });
  serveBulk(api, db, contract.activateInstruments, instrumentCommands.column<boolean>('active'));
  serve(api, contract.getVersions, ({ actor, params }) => findVersions(db, actor, params.id));
  serve(api, contract.saveQuestions, ({ actor, params, body, request }) =>
    saveQuestions({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
}
