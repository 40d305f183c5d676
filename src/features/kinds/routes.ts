import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/pool.ts';
import { startRefusal } from '../../domain/calls/calls.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import * as commands from './commands.ts';
import {
  discardKindDraft,
  getKind,
  getKindVersion,
  listKindDrafts,
  listKinds,
  publishKind,
  saveKindDraft,
} from './contract.ts';
import { currentKinds, forgetKinds, kindDrafts, kindVersion, kindView } from './queries.ts';

/** How many calls of each kind take proposals at an instant; handed over, as calls stand on kinds. */
type CountOpenCalls = (db: Database, at: Date) => Promise<Record<string, number>>;

export function kindRoutes(api: FastifyInstance, { db }: Deps, countOpenCalls: CountOpenCalls): void {
  serve(api, listKinds, async () => {
    const [kinds, open] = await Promise.all([currentKinds(db), countOpenCalls(db, new Date())]);
    return kinds.map(kind => ({
      ...kind,
      closed: startRefusal(kind.definition, open[kind.definition.slug] ?? 0),
    }));
  });
  serve(api, listKindDrafts, () => kindDrafts(db));
  serve(api, getKind, ({ params }) => kindView(db, params.slug));
  serve(api, getKindVersion, ({ params }) => kindVersion(db, params.slug, params.version));
  serve(api, saveKindDraft, ({ actor, params, body, request }) =>
    commands.saveKindDraft({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, discardKindDraft, ({ actor, params, request }) =>
    commands.discardKindDraft({ db, actor, requestId: request.id }, params.slug),
  );
  serve(api, publishKind, async ({ actor, params, body, request }) => {
    const published = await commands.publishKind(
      { db, actor, requestId: request.id },
      { ...params, ...body },
    );
    forgetKinds(db);
    return published;
  });
}
