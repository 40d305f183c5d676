import type { FastifyInstance } from 'fastify';
import { FINAL_ADDRESS } from '../../../domain/reports/names.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { printedHeading } from '../../../server/institution.ts';
import { sendPdfAs } from '../../../server/pdf/pdf.ts';
import { requireSession } from '../../../server/sign-in/session.ts';
import { kindLookup } from '../../kinds/queries.ts';
import * as contract from '../contract.ts';
import { readReport } from '../detail/queries.ts';
import { layOutReport, readFirstPage } from './queries.ts';

/** `FEX-2026-0007-informe-avance-2`, `…-informe-final`. */
const nameOf = (code: string, number: number | null) =>
  `${code}-informe-${number === null ? FINAL_ADDRESS : `avance-${number}`}`;

export function reportDocumentRoutes(api: FastifyInstance, { db, env, files }: Deps): void {
  serve(api, contract.openReport, async ({ actor, params, request, reply }) => {
    const reader = { actor, session: requireSession(request) };
    const report = await readReport(db, reader, { ...params, kinds: await kindLookup(db) });
    const first = await readFirstPage(db, params.id, report.number);
    const heading = { ...(await printedHeading({ db, env })), reader: actor.name, now: new Date() };
    // Photos are many bytes: they are read once it is this document's turn.
    const make = (gone: AbortSignal) => layOutReport({ db, files, gone }, first, report, heading);
    return sendPdfAs(nameOf(first.project.code, report.number), { actor, reply }, { make });
  });
}
