import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/serve.ts';
import * as commands from './commands.ts';
import { getRetention, saveRetention } from './contract.ts';
import { readRetention } from './queries.ts';

export function retentionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getRetention, () => readRetention(db));
  serve(api, saveRetention, ({ actor, body, request }) =>
    commands.saveRetention({ db, actor, requestId: request.id }, body),
  );
}
