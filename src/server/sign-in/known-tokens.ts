import { createHash } from 'node:crypto';
import { again } from '../../db/again.ts';
import { SESSION } from '../../domain/kit/session-times.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer ([\w-]{20,200})$/.exec(authorization ?? '')?.[1] ?? null;

/** What a token stands for. */
interface Known {
  /** By which all tokens of one sign-in, or the one access token, are ended. */
  readonly id: string;
  readonly expiresAt: Date;
}

export interface KnownTokens<T> {
  /** What a live token stands for, or null; known for at most `maxAge` ms. */
  read(token: string, maxAge?: number): Promise<T | null>;
  /** It is over: from now on this process takes none of its tokens. */
  end(id: string): void;
}

/** What was being read when one ended has come back by then, in ms. */
const ENDED_KEPT = 60_000;

/**
 * Tokens kept in the process for at most 5 seconds: that is how fast blocking a person, ending a session or changing a
 * role reaches every copy of the server. A copy knows at once of the ends it brings about.
 */
export function createKnownTokens<T extends Known>(
  readStored: (hash: Buffer) => Promise<T | null>,
): KnownTokens<T> {
  const cache = new Map<string, { at: number; known: T | null }>();
  const ended = new Map<string, number>();
  const unlessEnded = (known: T | null) => (known && ended.has(known.id) ? null : known);
  return {
    async read(token, maxAge = SESSION.cache) {
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = Date.now();
      const hit = cache.get(key);
      if (hit && hit.at + maxAge > now && (!hit.known || hit.known.expiresAt.getTime() > now))
        return unlessEnded(hit.known);
      const known = await again(() => readStored(hash));
      if (cache.size > 10_000) cache.clear();
      cache.set(key, { at: now, known });
      return unlessEnded(known);
    },
    end(id) {
      const now = Date.now();
      for (const [each, at] of ended) if (at + ENDED_KEPT < now) ended.delete(each);
      ended.set(id, now);
    },
  };
}
