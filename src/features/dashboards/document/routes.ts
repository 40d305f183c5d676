import type { FastifyInstance } from 'fastify';
import { figureOf, TOPICS } from '../../../domain/figures/figures.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import { slugOf } from '../../../domain/text/file-names.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendPdfAs } from '../../../server/pdf/pdf.ts';
import { printDashboard } from '../contract.ts';
import { layOutDashboard } from './queries.ts';

export function dashboardDocumentRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, printDashboard, async ({ actor, params, query, reply }) => {
    const now = new Date();
    const heading = await printedHeading({ db, env });
    const document = await layOutDashboard(db, actor, params, query, { ...heading, now });
    const { figure } = query;
    const words = ['reportes', TOPICS[params.topic], figure ? figureOf(figure).title : '', localDay(now)];
    return sendPdfAs(slugOf(words.join(' ')), { actor, reply }, document);
  });
}
