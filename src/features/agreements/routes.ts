import type { FastifyInstance } from 'fastify';
import { serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { sendStored } from '../../server/files/send.ts';
import { serveBytes } from '../../server/http/bytes.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { agreementCommands, removeAgreement } from './commands.ts';
import * as contract from './contract.ts';
import { addAgreementFile, removeAgreementFile } from './files/commands.ts';
import { AGREEMENT_COLUMNS, agreementFile, agreementList, findAgreement } from './queries.ts';

export function agreementRoutes(api: FastifyInstance, { db, env, files, scanner }: Deps): void {
  const commands = {
    ...agreementCommands,
    remove: (context: Parameters<typeof agreementCommands.remove>[0], id: string) =>
      removeAgreement(context, files, id),
  };
  serveCatalogue(api, db, contract.agreements, commands, {
    list: agreementList,
    name: 'convenios',
    columns: AGREEMENT_COLUMNS,
    find: findAgreement,
  });
  serveBytes(api, contract.addAgreementFile, ({ actor, params, query, request }, bytes) =>
    addAgreementFile(
      { db, actor, requestId: request.id },
      { files, scanner },
      { ...params, ...query, bytes },
    ),
  );
  serve(api, contract.removeAgreementFile, ({ actor, params, request }) =>
    removeAgreementFile({ db, actor, requestId: request.id }, files, params),
  );
  serve(api, contract.openAgreementFile, async ({ actor, params, request, reply }) => {
    await sendStored({ request, reply }, { files, env }, await agreementFile(db, actor, params));
    return SENT;
  });
}
