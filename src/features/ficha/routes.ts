import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import { saveSection as command } from './commands.ts';
import { getSnapshot, saveSection } from './contract.ts';
import { snapshotOf } from './queries.ts';

export function sectionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, saveSection, async ({ actor, params, body, request }) =>
    command({ db, actor, requestId: request.id }, { ...params, ...body, kinds: await kindLookup(db) }),
  );
  serve(api, getSnapshot, ({ actor, params }) => snapshotOf(db, actor, params));
}
