import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendPdf } from '../../../server/pdf/pdf.ts';
import { printProject } from './contract.ts';
import { layOutProject } from './queries.ts';

export function printRoutes(api: FastifyInstance, { db, env, borders }: Deps): void {
  serve(api, printProject, async ({ actor, params, reply }) => {
    const document = await layOutProject(db, actor, params, {
      ...(await printedHeading({ db, env })),
      borders,
      now: new Date(),
    });
    return sendPdf({ actor, reply }, document);
  });
}
