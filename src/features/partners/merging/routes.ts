import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { serveExport } from '../../../server/tables/export.ts';
import { judgePairs, mergeOrganisations, undoOrganisationMerge } from './commands.ts';
import { judgePair, listPairs, mergeOrganisation, previewMerge, undoMerge } from './contract.ts';
import { countUncompared, PAIR_COLUMNS, pairList, readPreview } from './queries.ts';

export function mergingRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listPairs, async ({ actor, query }) => {
    const [page, pending] = await Promise.all([pairList.page(db, actor, query), countUncompared(db)]);
    return { ...page, pending };
  });
  serveExport(api, db, listPairs, { name: 'duplicados', columns: PAIR_COLUMNS, rows: pairList.rows });
  serve(api, judgePair, ({ actor, params, body, request }) =>
    judgePairs(
      { db, actor, requestId: request.id },
      { a: params.a.toLowerCase(), b: params.b.toLowerCase(), distinct: body.distinct },
    ),
  );
  serve(api, previewMerge, ({ params, query }) =>
    readPreview(db, params.id.toLowerCase(), query.into.toLowerCase()),
  );
  serve(api, mergeOrganisation, ({ actor, params, body, request }) =>
    mergeOrganisations(
      { db, actor, requestId: request.id },
      { id: params.id.toLowerCase(), into: body.into.toLowerCase() },
    ),
  );
  serve(api, undoMerge, ({ actor, params, request }) =>
    undoOrganisationMerge({ db, actor, requestId: request.id }, { merge: params.merge.toLowerCase() }),
  );
}
