import type { FastifyInstance } from 'fastify';
import { registerDocument } from '../../../domain/audit/register-document.ts';
import { serveCatalogue } from '../../../server/commands/catalogue.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendPdfAs } from '../../../server/pdf/pdf.ts';
import { processingCommands } from './commands.ts';
import { printProcessing, processingActivities, setProcessingActive } from './contract.ts';
import { findProcessing, PROCESSING_COLUMNS, processingList, wholeRegister } from './queries.ts';

export function processingRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, printProcessing, async ({ actor, reply }) => {
    const heading = { ...(await printedHeading({ db, env })), reader: actor.name, now: new Date() };
    const make = async () => registerDocument(await wholeRegister(db, actor), heading);
    return sendPdfAs('tratamientos', { actor, reply }, { make });
  });
  serveCatalogue(api, db, processingActivities, processingCommands, {
    list: processingList,
    name: 'tratamientos',
    columns: PROCESSING_COLUMNS,
    find: findProcessing,
  });
  serve(api, setProcessingActive, ({ actor, params, body, request }) =>
    processingCommands.setActive({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
}
