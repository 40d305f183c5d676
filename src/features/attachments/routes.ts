import type { FastifyInstance } from 'fastify';
import { AppError } from '../../domain/kit/problem.ts';
import type { Deps } from '../../server/deps.ts';
import { sendStored } from '../../server/files/send.ts';
import { createLimit, limitRefused } from '../../server/http/limits.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as commands from './commands.ts';
import {
  answerPhoto,
  cancelUpload,
  deleteFile,
  finishUpload,
  linkFile,
  listFiles,
  listUploads,
  openFile,
  sendChunk,
  startUpload,
} from './contract.ts';
import { checkLink, fileLink, readLinkedFile } from './links/queries.ts';
import { projectFiles } from './queries.ts';
import * as uploads from './uploads/commands.ts';
import { openUploads } from './uploads/queries.ts';

export function fileRoutes(api: FastifyInstance, deps: Deps): void {
  uploadRoutes(api, deps);
  const { db, files } = deps;
  serve(api, listFiles, async ({ actor, params, request }) =>
    projectFiles(db, { actor, session: requireSession(request) }, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, deleteFile, async ({ actor, params, request }) =>
    commands.deleteFile({ db, actor, requestId: request.id }, files, {
      ...params,
      kinds: await kindLookup(db),
    }),
  );
  serve(api, answerPhoto, async ({ actor, params, body, request }) =>
    commands.answerPhoto(
      { db, actor, requestId: request.id },
      { ...params, answer: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, linkFile, async ({ actor, params, body, request }) =>
    fileLink(
      db,
      { actor, session: requireSession(request) },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
  api.register(async scope => openingRoute(scope, deps));
}

function uploadRoutes(api: FastifyInstance, { db, files, jobs }: Deps): void {
  serve(api, startUpload, async ({ actor, params, body, request }) =>
    uploads.startUpload(
      { db, actor, requestId: request.id },
      { ...params, wanted: body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, listUploads, ({ actor, params }) => openUploads(db, actor, params));
  serve(api, finishUpload, async ({ actor, params, request }) =>
    uploads.finishUpload(
      { db, actor, requestId: request.id },
      { files, jobs },
      { ...params, kinds: await kindLookup(db) },
    ),
  );
  serve(api, cancelUpload, ({ actor, params }) => uploads.cancelUpload({ db, actor }, files, params));
  // Bytes instead of JSON, for this one endpoint.
  api.register(async scope => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, sendChunk, ({ actor, params, request }) => {
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new AppError('unsupported_type', 'Envía el trozo como bytes.');
      return uploads.keepChunk({ db, actor }, files, { ...params, bytes });
    });
  });
}

/** A link carries no token: it is counted by the session it names, once its signature is known to be right. */
function openingRoute(scope: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  limitRefused(scope, env.rateLimit);
  const count = createLimit(scope, env.rateLimit);
  serve(
    scope,
    openFile,
    async ({ params, query, request, reply }) => {
      const link = { ...params, ...query };
      await checkLink(db, link);
      await count(request, link.session);
      const file = await readLinkedFile(db, link);
      // The link is the credential: the page that shows it may well be of another site than the API.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      const isKept = link.as === 'download' || link.as === 'original';
      await sendStored({ request, reply }, deps, { ...file, isKept });
      return SENT;
    },
    { counted: false },
  );
}
