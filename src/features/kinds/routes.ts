import type { FastifyInstance } from 'fastify';
import { startRefusal } from '../../domain/calls.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/serve.ts';
import { listKinds } from './contract.ts';
import { currentKinds } from './queries.ts';

export function kindRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listKinds, async () =>
    (await currentKinds(db)).map(kind => ({ ...kind, closed: startRefusal(kind.definition, null) })),
  );
}
