import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { sendStored } from '../../server/files/send.ts';
import { createLimit, limitRefused } from '../../server/http/limits.ts';
import { SENT, serve } from '../../server/http/serve.ts';
import { cancelDownload, deleteDownload, noteOpening, retryDownload } from './commands.ts';
import * as contract from './contract.ts';
import { checkLink, readLinked, requireOpenable, signedLink } from './links/queries.ts';
import type { Makers } from './making/commands.ts';
import { downloadsOf } from './queries.ts';

export function downloadRoutes(api: FastifyInstance, deps: Deps, makers: Makers): void {
  const { db, files, jobs } = deps;
  serve(api, contract.listDownloads, async ({ actor }) => ({ downloads: await downloadsOf(db, actor) }));
  serve(api, contract.cancelDownload, ({ actor, params, request }) =>
    cancelDownload({ db, actor, requestId: request.id }, params.id),
  );
  serve(api, contract.retryDownload, ({ actor, params: { id }, request }) =>
    retryDownload({ db, actor, requestId: request.id }, { jobs, makers, id }),
  );
  serve(api, contract.deleteDownload, ({ actor, params, request }) =>
    deleteDownload(files, { db, actor, requestId: request.id }, params.id),
  );
  serve(api, contract.linkDownload, async ({ actor, params, request }) => {
    await requireOpenable(db, makers, actor, params.id);
    await noteOpening({ db, actor, requestId: request.id }, params.id);
    return signedLink(db, request.session?.id ?? '', params.id);
  });
  void api.register(async scope => openingRoute(scope, deps));
}

/** A link carries no token: it is counted by the session it names, once its signature is known to be right. */
function openingRoute(scope: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  limitRefused(scope, env.rateLimit);
  const count = createLimit(scope, env.rateLimit);
  serve(
    scope,
    contract.openDownload,
    async ({ params, query, request, reply }) => {
      const link = { ...params, ...query };
      await checkLink(db, link);
      await count(request, link.session);
      const file = await readLinked(db, link);
      reply.header('cross-origin-resource-policy', 'cross-origin');
      await sendStored({ request, reply }, deps, { ...file, isKept: true });
      return SENT;
    },
    { counted: false },
  );
}
