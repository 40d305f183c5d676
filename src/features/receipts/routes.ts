import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { fileHeaders } from '../../server/files/send.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { askerOf } from '../../server/http/turns.ts';
import { printedHeading } from '../../server/institution.ts';
import { receiptPdf } from './commands.ts';
import { openReceipt } from './contract.ts';

export function receiptRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, openReceipt, async ({ actor, params, reply }) => {
    const { name, pdf } = await receiptPdf(
      db,
      actor,
      params,
      await printedHeading({ db, env }),
      askerOf({ actor, reply }),
    );
    fileHeaders(reply, env, { name, size: pdf.length, contentType: 'application/pdf' }).send(pdf);
    return SENT;
  });
}
