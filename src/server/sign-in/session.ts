import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { SESSION } from '../../domain/kit/session-times.ts';
import type { Provider } from '../../domain/settings/providers.ts';
import { type AccessTokens, isAccessToken, watchAccessTokens } from './access-tokens.ts';
import { actorColumns, actorJoin, actorOf, type StoredActor } from './actors.ts';
import { bearerOf, createKnownTokens, hashToken, type KnownTokens } from './known-tokens.ts';

export interface Session {
  /** Shared by the tokens of one sign-in and of its renewals. */
  readonly id: string;
  readonly actor: Actor;
  readonly accountId: string;
  readonly provider: Provider;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session hook when the request carries a valid token. */
    session: Session | null;
  }
}

interface NewSession {
  userId: string;
  accountId: string;
  /** Of the sign-in, for all its renewals. */
  signedInAt: Date;
  now: Date;
  /** The session that is renewed; a new one without it. */
  sessionId?: string;
  /** Browser and system in words. */
  device?: string;
}

/** Opaque token of 256 random bits; only its SHA-256 is stored. */
export async function openSession(tx: Database | Transaction, session: NewSession): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const latest = session.signedInAt.getTime() + SESSION.longest;
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      account_id: session.accountId,
      signed_in_at: session.signedInAt,
      expires_at: new Date(Math.min(session.now.getTime() + SESSION.lifetime, latest)),
      ...(session.sessionId && { session_id: session.sessionId }),
      ...(session.device && { device: session.device }),
    })
    .execute();
  return token;
}

interface SessionRow extends StoredActor {
  session_id: string;
  account_id: string;
  provider: Provider;
  signed_in_at: string;
  expires_at: string;
}

async function readSession(db: Database, hash: Buffer): Promise<Session | null> {
  const { rows } = await sql<SessionRow>`
    select t.session_id, ${actorColumns}, t.account_id, a.provider, t.signed_in_at, t.expires_at
    from sessions t join users u on u.id = t.user_id join user_accounts a on a.id = t.account_id ${actorJoin}
    where t.token_hash = ${hash} and t.expires_at > now() and u.state <> ${lit.user('blocked')}
  `.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.session_id,
    actor: actorOf(row),
    accountId: row.account_id,
    provider: row.provider,
    signedInAt: new Date(row.signed_in_at),
    expiresAt: new Date(row.expires_at),
  };
}

export type Sessions = KnownTokens<Session>;
export const createSessions = (db: Database): Sessions => createKnownTokens(hash => readSession(db, hash));

/** The session of a request that only comes with one. */
export function requireSession({ session }: Pick<FastifyRequest, 'session'>): Session {
  if (!session) throw new AppError('unauthenticated');
  return session;
}

/** Fill `request.actor` from the bearer token of a session or of a program; endpoints decide whether they need one. */
export function registerSessions(app: FastifyInstance, sessions: Sessions, accessTokens: AccessTokens): void {
  app.decorateRequest('session', null);
  app.decorateRequest('accessToken', undefined);
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async request => {
    const token = bearerOf(request.headers.authorization);
    if (!token) return;
    if (isAccessToken(token)) {
      request.accessToken = await accessTokens.read(token);
      request.actor = request.accessToken?.actor ?? null;
      return;
    }
    const reads = request.method === 'GET' || request.method === 'HEAD';
    request.session = await sessions.read(token, reads ? SESSION.cache : SESSION.cacheForWrites);
    request.actor = request.session?.actor ?? null;
  });
  watchAccessTokens(app, accessTokens);
}
