import rateLimit from '@fastify/rate-limit';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '../../domain/kit/problem.ts';
import type { ProblemCode } from '../../domain/kit/problem-codes.ts';
import { expectedError } from './errors.ts';

const WINDOW_MS = 60_000;

const wait = (ms: number) => tooMany(Math.ceil(ms / 1000));

/**
 * Counts every request of the endpoints that do not opt out, `max` a minute; 0 counts nothing. By session where there is
 * one: a whole campus may share an address. A token nobody knows gives no allowance. Programs of one person share a
 * fifth of it, whatever number of access tokens they have: a person who works in the browser beside them is not held up.
 */
export async function registerLimits(api: FastifyInstance, max: number): Promise<void> {
  if (max === 0) return;
  await api.register(rateLimit, {
    max: ({ accessToken }) => (accessToken ? Math.ceil(max / 5) : max),
    timeWindow: WINDOW_MS,
    keyGenerator: ({ accessToken, session, ip }) =>
      accessToken ? `programs:${accessToken.actor.id}` : (session?.id ?? ip),
    errorResponseBuilder: (_request, context) => wait(context.ttl),
  });
}

/** For parts of the server that count by themselves what they count at all. */
export async function registerCounting(app: FastifyInstance, max: number): Promise<void> {
  if (max > 0) await app.register(rateLimit, { global: false });
}

/**
 * Counts what is known only once a request has been looked at: the account of a sign-in, the session of a link.
 * Throws 429 beyond `max` a minute for one key; counts nothing where the server has no limits.
 */
export function createLimit(api: FastifyInstance, max: number) {
  const keys = new WeakMap<FastifyRequest, string>();
  const count = api.hasDecorator('createRateLimit')
    ? api.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: request => keys.get(request) ?? '' })
    : undefined;
  return async (request: FastifyRequest, key: string): Promise<void> => {
    keys.set(request, key);
    const counted = await count?.(request);
    if (counted && !counted.isAllowed && counted.isExceeded) throw wait(counted.ttl);
  };
}

const REFUSED: ReadonlySet<ProblemCode> = new Set(['invalid', 'unauthenticated', 'forbidden']);

/**
 * Counts by address only what the endpoints of `scope` refuse for what it brings. So a client that tries tokens is told
 * to stop, and everybody else behind the same address still gets in.
 */
export function limitRefused(scope: FastifyInstance, max: number): void {
  const count = createLimit(scope, max);
  scope.setErrorHandler(async (error: FastifyError, request) => {
    const code = expectedError(error)?.code;
    if (code && REFUSED.has(code)) await count(request, request.ip);
    throw error;
  });
}
