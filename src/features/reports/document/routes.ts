import type { FastifyInstance } from 'fastify';
import { reportDocument } from '../../../domain/reports/document.ts';
import { FINAL_ADDRESS } from '../../../domain/reports/names.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { sendPdfAs } from '../../../server/pdf/pdf.ts';
import { requireSession } from '../../../server/sign-in/session.ts';
import { kindLookup } from '../../kinds/queries.ts';
import * as contract from '../contract.ts';
import { readReport } from '../detail/queries.ts';
import { readFirstPage, readReportPhotos } from './queries.ts';

/** `FEX-2026-0007-informe-avance-2`, `…-informe-final`. */
const nameOf = (code: string, number: number | null) =>
  `${code}-informe-${number === null ? FINAL_ADDRESS : `avance-${number}`}`;

export function reportDocumentRoutes(api: FastifyInstance, { db, env, files }: Deps): void {
  const { institution, productName: product } = env;
  serve(api, contract.openReport, async ({ actor, params, request, reply }) => {
    const reader = { actor, session: requireSession(request) };
    const report = await readReport(db, reader, { ...params, kinds: await kindLookup(db) });
    const { project, accepted } = await readFirstPage(db, params.id, report.number);
    const { submittedBy, submittedAt } = report;
    const sent = submittedAt === null ? null : { name: submittedBy?.name ?? '', at: submittedAt };
    const heading = { institution, product, reader: actor.name, now: new Date() };
    // Photos are many bytes: they are read once it is this document's turn.
    const make = async (gone: AbortSignal) => {
      const photos = await readReportPhotos({ db, files }, report, gone);
      return reportDocument({ ...report, photos, sent, accepted }, project, heading);
    };
    return sendPdfAs(nameOf(project.code, report.number), { actor, reply }, { make });
  });
}
