import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { Endpoint } from '../../domain/kit/endpoint.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../domain/kit/permissions.ts';
import { AppError, forbidden } from '../../domain/kit/problem.ts';
import { actorColumns, actorJoin, actorOf, type StoredActor } from './actors.ts';
import { bearerOf, createKnownTokens, type KnownTokens } from './known-tokens.ts';

/** What a program reads with in the name of a person. */
interface AccessToken {
  readonly id: string;
  readonly actor: Actor;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date;
}
export type AccessTokens = KnownTokens<AccessToken>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that brings an access token; null where nobody knows it, undefined without one. */
    accessToken: AccessToken | null | undefined;
  }
}

/** So that a scanner of secrets, or a person, sees what it is. */
const PREFIX = 'vin_';
/** 256 random bits. A token of a session is shorter by the prefix, so that none is taken for the other. */
const SHAPE = /^vin_[\w-]{43}$/;

export const newAccessToken = () => `${PREFIX}${randomBytes(32).toString('base64url')}`;
export const isAccessToken = (token: string) => SHAPE.test(token);

interface TokenRow extends StoredActor {
  token_id: string;
  scopes: TokenScope[];
  expires_at: string;
}

/** With a note that it was used, once a minute. Not a change that anybody makes: it has no audit. */
async function readAccessToken(db: Database, hash: Buffer): Promise<AccessToken | null> {
  const { rows } = await sql<TokenRow>`
    with live as (
      select t.* from access_tokens t join users u on u.id = t.user_id
      where t.token_hash = ${hash} and t.expires_at > now() and u.state = ${lit.user('active')}),
    used as (
      update access_tokens t set last_used_at = now() from live
      where t.id = live.id and (live.last_used_at is null or live.last_used_at < now() - interval '1 minute'))
    select t.id as token_id, t.scopes, t.expires_at, ${actorColumns}
    from live t join users u on u.id = t.user_id ${actorJoin}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { token_id, scopes, expires_at } = row;
  return { id: token_id, actor: actorOf(row), scopes, expiresAt: new Date(expires_at) };
}

export const createAccessTokens = (db: Database): AccessTokens =>
  createKnownTokens(hash => readAccessToken(db, hash));

/**
 * Gate of requests with an access token: it reads, and only what one of its scopes covers. What no scope covers is
 * closed to all of them, whatever its owner may do.
 */
export function requireScope(
  { accessToken }: Pick<FastifyRequest, 'accessToken'>,
  { method, scope }: Pick<Endpoint, 'method' | 'scope'>,
): void {
  if (accessToken === undefined) return;
  if (!accessToken)
    throw new AppError('unauthenticated', 'Este token no sirve: venció, se revocó o está mal copiado.');
  if (method !== 'GET' || !scope)
    throw forbidden('hacer esto con un token de acceso', 'Ingresa en el navegador.');
  if (!accessToken.scopes.includes(scope))
    throw forbidden('leer esto con este token', `Le falta el permiso «${TOKEN_SCOPES[scope].label}».`);
}

/** How often a running answer looks whether its token still holds, in ms. */
const LOOK_MS = 1000;

/** What is under way when its token ends is broken off: whoever receives it sees that it is not whole. */
export function watchAccessTokens(api: FastifyInstance, tokens: AccessTokens): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (!request.accessToken || !(payload instanceof Readable)) return payload;
    const token = bearerOf(request.headers.authorization);
    const timer = setInterval(async () => {
      // A database that does not answer now is no reason: the next look asks again.
      const known = await tokens.read(token ?? '', LOOK_MS).catch(() => request.accessToken);
      if (known) return;
      clearInterval(timer);
      payload.destroy();
      reply.raw.destroy();
    }, LOOK_MS);
    reply.raw.once('close', () => clearInterval(timer));
    return payload;
  });
}
