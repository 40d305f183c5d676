import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { plainText } from '../../domain/imports/field.ts';
import { IMPORTS, type ImportNoun } from '../../domain/imports/index.ts';
import { invalid } from '../../domain/problem.ts';
import type { Deps } from '../../server/deps.ts';
import { SENT, serve } from '../../server/serve.ts';
import { readSpreadsheet } from '../../server/spreadsheet.ts';
import { mapColumns, nameRow, queueImport, startImport } from './commands.ts';
import * as contract from './contract.ts';
import { csvLine, findImport, importRows, recentImports, reportOf } from './queries.ts';
import { undoImport } from './undo/commands.ts';

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const attach = (reply: FastifyReply, type: string, name: string) =>
  reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store');

const fileName = (what: string, noun: ImportNoun, format: string) =>
  `${what}-${plainText(IMPORTS[noun].many).replaceAll(' ', '-')}.${format}`;

/** Every column with an example row, as a person would fill it in. */
async function sendTemplate(reply: FastifyReply, noun: ImportNoun, format: 'csv' | 'xlsx'): Promise<void> {
  const { fields } = IMPORTS[noun];
  const name = fileName('plantilla', noun, format);
  const rows = [fields.map(f => f.label), fields.map(f => f.example)];
  if (format === 'csv') return void attach(reply, CSV, name).send(`\uFEFF${rows.map(csvLine).join('')}`);
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const sheet = rows.map((row, at) =>
    row.map(value => ({ value, type: String, ...(at === 0 && { fontWeight: 'bold' as const }) })),
  );
  const bytes = await writeXlsxFile(sheet, { columns: fields.map(() => ({ width: 24 })) }).toBuffer();
  attach(reply, XLSX, name).send(bytes);
}

function serveFiles(api: FastifyInstance, { db }: Deps): void {
  // A scope of its own: other uploads stream their bytes, a spreadsheet is read as a whole.
  api.register(async scope => {
    scope.removeContentTypeParser('application/octet-stream');
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, contract.startImport, async ({ actor, request, params, query }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'El archivo está vacío.');
      const input = { noun: params.noun, fileName: query.name, sheet: readSpreadsheet(bytes) };
      return startImport({ db, actor, requestId: request.id }, input);
    });
  });
  serve(api, contract.importReport, async ({ params, reply }) => {
    const found = await findImport(db, params.id);
    attach(reply, CSV, fileName('importacion', found.noun, 'csv')).send(Readable.from(reportOf(db, found)));
    return SENT;
  });
  serve(api, contract.importTemplate, async ({ params, query, reply }) => {
    await sendTemplate(reply, params.noun, query.format);
    return SENT;
  });
}

export function importRoutes(api: FastifyInstance, deps: Deps): void {
  const { db, jobs } = deps;
  const queue = queueImport(jobs);
  serveFiles(api, deps);
  serve(api, contract.listImports, ({ query }) => recentImports(db, query.noun));
  serve(api, contract.getImport, ({ params }) => findImport(db, params.id));
  serve(api, contract.listImportRows, ({ params, query }) => importRows(db, params.id, query));
  serve(api, contract.mapImport, ({ actor, params, body, request }) =>
    mapColumns({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, contract.nameImportRow, ({ actor, params, body, request }) =>
    nameRow({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.applyImport, ({ actor, params, body, request }) =>
    queue({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, contract.undoImport, ({ actor, params, request }) =>
    undoImport({ db, actor, requestId: request.id }, params.id),
  );
}
