import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../domain/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/serve.ts';
import { readSpreadsheet } from '../../../server/spreadsheet.ts';
import { runImport } from './commands.ts';
import { importCareers, previewCareerImport } from './contract.ts';
import { previewImport } from './queries.ts';

export function careerImportRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, importCareers, ({ actor, body, request }) =>
    runImport({ db, actor, requestId: request.id }, body),
  );
  // A scope of its own: other uploads stream their bytes, a spreadsheet is read as a whole.
  api.register(async scope => {
    scope.removeContentTypeParser('application/octet-stream');
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, previewCareerImport, async ({ request, query }) => {
      if (!Buffer.isBuffer(request.body) || request.body.length === 0)
        throw invalid('file', 'El archivo está vacío.');
      return previewImport(db, await readSpreadsheet(request.body), query);
    });
  });
}
