import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { askPack, matrixCommands, saveCriteria } from './commands.ts';
import * as contract from './contract.ts';
import { askPack as askPackEndpoint, countEvidence } from './making/contract.ts';
import { countEvidenceOf, findCriteria, findMatrix, MATRIX_COLUMNS, matrixList } from './queries.ts';

export function accreditationRoutes(api: FastifyInstance, { db, jobs }: Deps): void {
  serveCatalogue(api, db, contract.matrices, matrixCommands, {
    list: matrixList,
    name: 'matrices',
    columns: MATRIX_COLUMNS,
    find: findMatrix,
  });
  serveBulk(api, db, contract.activateMatrices, matrixCommands.column<boolean>('active'));
  serve(api, contract.getCriteria, ({ actor, params }) => findCriteria(db, actor, params.id));
  serve(api, contract.saveCriteria, ({ actor, params, body, request }) =>
    saveCriteria({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, countEvidence, ({ actor, params, query }) => countEvidenceOf(db, actor, params.id, query));
  serve(api, askPackEndpoint, ({ actor, params, query, body, request }) =>
    askPack({ db, actor, requestId: request.id }, { jobs, matrix: params.id, query, given: body }),
  );
}
