import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { again } from '../../db/again.ts';
import { MOST_CHUNK_BYTES } from '../../domain/files/chunks.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission } from '../../domain/kit/permissions.ts';
import { AppError, forbidden } from '../../domain/kit/problem.ts';

import { requireScope } from '../sign-in/access-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session hook when the request carries a valid token. */
    actor: Actor | null;
    /** When the request arrived, before it waited for anything. */
    receivedAt: Date;
  }
}

/** What a handler gets: parsed input and who asks. On `public` endpoints `actor` throws when nobody is signed in. */
export interface Context<E> {
  readonly actor: Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Gate before any row is looked at: 401 without session, 403 pending or without the role. */
export function requirePermission(actor: Actor | null, permission: Permission): void {
  if (permission === 'public') return;
  if (!actor) throw new AppError('unauthenticated');
  if (permission !== 'session' && actor.state === 'pending') throw new AppError('account_pending');
  if (!PERMISSIONS[permission](actor)) throw forbidden(PERMISSION_LABELS[permission]);
}

function contextOf<E>(request: FastifyRequest, reply: FastifyReply): Context<E> {
  return {
    get actor() {
      if (!request.actor) throw new AppError('unauthenticated');
      return request.actor;
    },
    params: request.params as ParamsOf<E>,
    query: request.query as QueryOf<E>,
    body: request.body as BodyOf<E>,
    request,
    reply,
  };
}

/** What a handler returns when it has answered through `reply` itself (files, a status of its own). */
export const SENT = Symbol('sent');

/**
 * Bind an endpoint to its handler: the permission is checked before the input is even parsed, the input is
 * validated by the contract, the output stripped to it. A handler that sends through
 * `reply` itself returns `SENT`. `counted: false` leaves it out of the limit of requests: a probe, or what counts by itself.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (context: Context<E>) => Promise<OutputOf<E> | typeof SENT>,
  { counted = true } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.transfer === 'upload' && { bodyLimit: MOST_CHUNK_BYTES }),
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    ...(!counted && { config: { rateLimit: false } }),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1] ?? ''],
      'x-permission': endpoint.permission,
      ...(endpoint.scope && { 'x-token-scope': endpoint.scope }),
      ...(endpoint.permission !== 'public' && { security: [{ bearer: [] }] }),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && endpoint.transfer !== 'upload' && { body: endpoint.body }),
      ...(endpoint.transfer !== 'download' && { response: { 200: endpoint.output } }),
    },
    // After the limit of requests, which counts refused ones too, and before the body is read.
    preParsing: async request => {
      requireScope(request, endpoint);
      requirePermission(request.actor, endpoint.permission);
    },
    handler: async (request, reply) => {
      const run = () => handler(contextOf<E>(request, reply));
      const output = await (endpoint.method === 'GET' ? again(run) : run());
      return output === SENT ? reply : output;
    },
  });
}
