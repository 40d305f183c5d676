import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { withdraw } from './commands.ts';
import { listAgreed, withdrawAgreed } from './contract.ts';
import { agreedOf } from './queries.ts';

export function agreedRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, listAgreed, ({ actor }) => agreedOf(db, actor));
  serve(api, withdrawAgreed, ({ actor, body, request }) =>
    withdraw({ db, actor, requestId: request.id }, body),
  );
}
