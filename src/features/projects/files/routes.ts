import type { FastifyInstance, FastifyReply } from 'fastify';
import { opensInBrowser } from '../../../domain/file-types.ts';
import { AppError } from '../../../domain/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import { SENT, serve } from '../../../server/serve.ts';
import { kindLookup } from '../../kinds/queries.ts';
import * as commands from './commands.ts';
import {
  cancelUpload,
  deleteFile,
  finishUpload,
  linkFile,
  openFile,
  sendChunk,
  startUpload,
} from './contract.ts';
import { fileLink, linkedFile, type OpenedFile } from './queries.ts';

export function fileRoutes(api: FastifyInstance, deps: Deps): void {
  const { db, files } = deps;
  serve(api, startUpload, async ({ actor, params, body, request }) =>
    commands.startUpload(
      { db, actor, requestId: request.id },
      { ...params, wanted: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, finishUpload, async ({ actor, params, request }) =>
    commands.finishUpload({ db, actor, requestId: request.id }, files, {
      ...params,
      kinds: await kindLookup(db),
    }),
  );
  serve(api, cancelUpload, ({ actor, params }) => commands.cancelUpload({ db, actor }, files, params));
  serve(api, deleteFile, async ({ actor, params, request }) =>
    commands.deleteFile({ db, actor, requestId: request.id }, files, {
      ...params,
      kinds: await kindLookup(db),
    }),
  );
  serve(api, linkFile, async ({ actor, params }) =>
    fileLink(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, openFile, async ({ params, query, reply }) => {
    const file = await linkedFile(db, { ...params, ...query });
    withFileHeaders(reply, file).send(await files.getStream(file.key));
    return SENT;
  });
  // Bytes instead of JSON, for this one endpoint.
  api.register(async scope => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, sendChunk, ({ actor, params, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new AppError('unsupported_type', 'Envía el trozo como bytes.');
      return commands.keepChunk({ db, actor }, files, { ...params, bytes });
    });
  });
}

/** Names of any language, and nothing the browser would take for a page of ours. */
function withFileHeaders(reply: FastifyReply, { name, size, contentType }: OpenedFile): FastifyReply {
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16)}`);
  const how = opensInBrowser(contentType) ? 'inline' : 'attachment';
  return reply
    .header('content-type', contentType)
    .header('content-length', size)
    .header('content-disposition', `${how}; filename="${ascii || 'archivo'}"; filename*=UTF-8''${encoded}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store');
}
