import type { FastifyInstance } from 'fastify';
import { statementDocument } from '../../../domain/spending/statement-document.ts';
import type { Deps } from '../../../server/deps.ts';
import { fileHeaders } from '../../../server/files/send.ts';
import { type Context, SENT, serve } from '../../../server/http/serve.ts';
import { askerOf } from '../../../server/http/turns.ts';
import { printedHeading } from '../../../server/institution.ts';
import { pdfBytes } from '../../../server/pdf/pdf.ts';
import { sendTable, sendZip } from '../../../server/tables/export.ts';
import { zip } from '../../../server/tables/zip.ts';
import { kindLookup } from '../../kinds/queries.ts';
import * as contract from '../contract.ts';
import {
  paperFiles,
  readStatementPapers,
  readWholeStatement,
  STATEMENT_COLUMNS,
  type StatementPapers,
  statementRows,
} from './queries.ts';

const nameOf = (what: string, { code, number }: { readonly code: string; readonly number: number }) =>
  `${code}-${what}-${number}`;

/** From here on an archive needs the records for large ones, which not every program reads. */
const LARGE_BYTES = 4_000_000_000;

/** Answers with the papers as one archive. */
function sendPapers(
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  files: Deps['files'],
  statement: StatementPapers,
): Promise<typeof SENT> {
  const large = statement.papers.reduce((sum, p) => sum + p.size, 0) > LARGE_BYTES;
  return sendZip(context, nameOf('respaldos', statement), () => zip(paperFiles(files, statement), { large }));
}

export function statementDocumentRoutes(api: FastifyInstance, { db, env, files }: Deps): void {
  serve(api, contract.openStatement, async ({ actor, params, reply }) => {
    const statement = await readWholeStatement(db, actor, { ...params, kinds: await kindLookup(db) });
    const heading = { ...(await printedHeading({ db, env })), reader: actor.name, now: new Date() };
    const pdf = await pdfBytes(askerOf({ actor, reply }), statementDocument(statement, heading));
    const file = {
      name: `${nameOf('rendicion', statement)}.pdf`,
      contentType: 'application/pdf',
      isKept: true,
    };
    fileHeaders(reply, env, { ...file, size: pdf.length }).send(pdf);
    return SENT;
  });
  serve(api, contract.exportStatement, async ({ actor, params, query: { format }, reply }) => {
    const statement = await readWholeStatement(db, actor, { ...params, kinds: await kindLookup(db) });
    const table = { format, columns: STATEMENT_COLUMNS, rows: statementRows(statement) };
    return sendTable({ actor, reply }, nameOf('rendicion', statement), table);
  });
  serve(api, contract.openStatementPapers, async ({ actor, params, reply }) =>
    sendPapers(
      { actor, reply },
      files,
      await readStatementPapers(db, actor, { ...params, kinds: await kindLookup(db) }),
    ),
  );
}
