import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { sendStored } from '../../server/files/send.ts';
import { dropSmallFiles } from '../../server/files/small-files.ts';
import { serveBytes } from '../../server/http/bytes.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { serveExport } from '../../server/tables/export.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';
import { getFigures } from './figures/contract.ts';
import { FIGURE_COLUMNS, figureLines, figuresOf } from './figures/queries.ts';
import * as fileCommands from './files/commands.ts';
import { moveCall } from './progress/commands.ts';
import { progressRoutes } from './progress/routes.ts';
import { CALL_COLUMNS, callDetail, callFile, callsList, callsTaking, callYears } from './queries.ts';
import { transferMoney as moveMoney } from './transfers/commands.ts';
import { transferMoney } from './transfers/contract.ts';

export function callRoutes(api: FastifyInstance, deps: Deps): void {
  const { db, env, files, scanner } = deps;
  progressRoutes(api, deps);
  serve(api, contract.listCalls, ({ actor, query }) => callsList.page(db, actor, query));
  serveExport(api, db, contract.listCalls, {
    name: 'convocatorias',
    columns: CALL_COLUMNS,
    rows: callsList.rows,
  });
  serve(api, getFigures, ({ params }) => figuresOf(db, params.call));
  serveExport(api, db, getFigures, { name: 'cifras', columns: FIGURE_COLUMNS, rows: figureLines });
  serve(api, contract.callYears, ({ actor }) => callYears(db, actor));
  serve(api, contract.openCalls, ({ query }) => callsTaking(db, query.kind, new Date()));
  serve(api, contract.getCall, ({ actor, params }) => callDetail(db, actor, params.call, new Date()));
  serve(api, contract.createCall, ({ actor, body, request }) =>
    commands.createCall({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.saveCall, ({ actor, params, body, request }) =>
    commands.saveCall({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.copyCall, ({ actor, params, body, request }) =>
    commands.copyCall({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.moveCall, ({ actor, params, body, request }) =>
    moveCall({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.extendCall, ({ actor, params, body, request }) =>
    commands.extendCall({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, transferMoney, ({ actor, params, body, request }) =>
    moveMoney({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.deleteCall, async ({ actor, params, request }) => {
    const keys = await commands.deleteCall({ db, actor, requestId: request.id }, params);
    await dropSmallFiles(files, keys);
    return {};
  });
  serve(api, contract.removeCallFile, ({ actor, params, request }) =>
    fileCommands.removeCallFile({ db, actor, requestId: request.id }, files, params),
  );
  serve(api, contract.openCallFile, async ({ actor, params, request, reply }) => {
    await sendStored({ request, reply }, { files, env }, await callFile(db, actor, params));
    return SENT;
  });
  serveBytes(api, contract.addCallFile, ({ actor, params, query, request }, bytes) =>
    fileCommands.addCallFile(
      { db, actor, requestId: request.id },
      { files, scanner },
      { ...params, ...query, bytes },
    ),
  );
}
