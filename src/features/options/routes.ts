import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { SENT, serve } from '../../server/serve.ts';
import { getCatalogues, searchOptions } from '../projects/options/contract.ts';
import { catalogues, findOptions } from './queries.ts';

/** Answers 304 when the browser already has exactly this; it asks each time, so a change shows at once. */
function unlessKnown<T>(request: FastifyRequest, reply: FastifyReply, value: T): T | typeof SENT {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] !== etag) return value;
  reply.code(304).send();
  return SENT;
}

export function optionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getCatalogues, async ({ request, reply }) => unlessKnown(request, reply, await catalogues(db)));
  serve(api, searchOptions, ({ actor, params, query }) => findOptions(db, actor, params.noun, query));
}
