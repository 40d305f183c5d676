import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { pdfOf } from '../../../server/pdf.ts';
import { SENT, serve } from '../../../server/serve.ts';
import { printProject } from './contract.ts';
import { printedProject } from './queries.ts';

export function printRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, printProject, async ({ actor, params, reply }) => {
    const { institution, productName: product } = env;
    const document = await printedProject(db, actor, params, { institution, product, now: new Date() });
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `attachment; filename="${document.code}.pdf"`)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(await pdfOf(document));
    return SENT;
  });
}
