import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { plainText } from '../../domain/imports/field.ts';
import { IMPORTS } from '../../domain/imports/index.ts';
import type { ImportNoun } from '../../domain/imports/nouns.ts';
import type { ExportFormat } from '../../domain/kit/export.ts';
import { AppError, invalid } from '../../domain/kit/problem.ts';
import type { Deps } from '../../server/deps.ts';
import { disposition } from '../../server/files/send.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { sendTable } from '../../server/tables/export.ts';
import { CONTENT_TYPES, tableFile } from '../../server/tables/table-file.ts';
import {
  confirmAdministrators,
  editCell,
  mapColumns,
  queueImport,
  sayWords,
  startImport,
} from './commands.ts';
import * as contract from './contract.ts';
import { findImport, importRows, recentImports, reportOf } from './queries.ts';
import { undoImport } from './undo/commands.ts';
import { readValues, suggestTexts } from './words/queries.ts';

const nameOf = (what: string, noun: ImportNoun) =>
  `${what}-${plainText(IMPORTS[noun].many).replaceAll(' ', '-')}`;

/** Every column with an example row, as a person would fill it in. */
function sendTemplate(reply: FastifyReply, noun: ImportNoun, format: ExportFormat): void {
  const { fields } = IMPORTS[noun];
  const columns = Object.fromEntries(fields.map(f => [f.label, () => f.example]));
  const file = tableFile(format, columns, example());
  reply
    .header('content-type', CONTENT_TYPES[format])
    .header('content-disposition', disposition('attachment', `${nameOf('plantilla', noun)}.${format}`))
    .send(Readable.from(file, { objectMode: false }));
}

async function* example() {
  yield [{}];
}

const TOO_LARGE = `El archivo pesa más de ${contract.MOST_IMPORT_MB} MB: divídelo en partes.`;
const isTooLarge = (error: unknown) => (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';

function serveFiles(api: FastifyInstance, { db }: Deps): void {
  // A scope of its own: other uploads stream their bytes, a spreadsheet is read as a whole.
  api.register(async scope => {
    scope.removeContentTypeParser('application/octet-stream');
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    // Thrown on to the handler of all routes.
    scope.setErrorHandler(error => {
      throw isTooLarge(error) ? new AppError('too_large', TOO_LARGE) : error;
    });
    serve(scope, contract.startImport, async ({ actor, request, params, query }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'El archivo está vacío.');
      const input = { noun: params.noun, fileName: query.name, bytes, sheet: query.sheet };
      return startImport({ db, actor, requestId: request.id }, input);
    });
  });
  serve(api, contract.importReport, async ({ actor, params, reply }) => {
    const found = await findImport(db, params.id);
    return sendTable({ actor, reply }, nameOf('importacion', found.noun), reportOf(db, found));
  });
  serve(api, contract.importTemplate, async ({ params, query, reply }) => {
    sendTemplate(reply, params.noun, query.format);
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
  serve(api, contract.editImportCell, ({ actor, params, body, request }) =>
    editCell({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.listImportValues, async ({ params }) =>
    readValues(db, await findImport(db, params.id)),
  );
  serve(api, contract.suggestImportTexts, async ({ params, query }) =>
    suggestTexts(db, await findImport(db, params.id), query),
  );
  serve(api, contract.sayImportWords, ({ actor, params, body, request }) =>
    sayWords({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, contract.confirmAdministrators, ({ actor, params, body, request }) =>
    confirmAdministrators({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, contract.applyImport, ({ actor, params, body, request }) =>
    queue({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, contract.undoImport, ({ actor, params, request }) =>
    undoImport({ db, actor, requestId: request.id }, params.id),
  );
}
