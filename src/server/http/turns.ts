import type { FastifyReply } from 'fastify';
import type { Actor } from '../../domain/kit/actor.ts';
import { AppError, tooMany } from '../../domain/kit/problem.ts';

/** What keeps much busy for long: an export a database connection, a PDF some 60 MB. */
type Work = 'export' | 'pdf';

/** Who asks for a file, and the sign that they no longer wait for it. */
export interface Asker {
  readonly person: Actor['id'];
  readonly gone: AbortSignal;
}

interface Limits {
  /** How many are worked on at once. */
  readonly places: Readonly<Record<Work, number>>;
  /** How many of one person may wait. */
  readonly mostOfOne: number;
  readonly most: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly work: Work;
  readonly person: string;
  begin(): void;
}

const RETRY_SECONDS = 60;
const busy = () =>
  new AppError('unavailable', 'Se están preparando otras descargas. Intenta de nuevo en un minuto.', {
    retryAfter: RETRY_SECONDS,
  });

/**
 * Turns in the order of asking, one at a time for each person. Whoever has one running is passed over, so that a
 * second request holds up nobody else's. The answer gives the place back; giving it back again changes nothing.
 */
export function createTurns({ places, mostOfOne, most, waitMs }: Limits) {
  const free = { ...places };
  const served = new Set<string>();
  const waiting = new Set<Waiting>();

  function begin(work: Work, person: string): () => void {
    free[work] -= 1;
    served.add(person);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      free[work] += 1;
      served.delete(person);
      for (const next of waiting) if (mayBegin(next)) next.begin();
    };
  }

  const mayBegin = ({ work, person }: Pick<Waiting, 'work' | 'person'>) =>
    free[work] > 0 && !served.has(person);

  return function takeTurn(work: Work, { person, gone }: Asker): Promise<() => void> {
    if (gone.aborted) return Promise.reject(new AppError('unavailable'));
    if (mayBegin({ work, person })) return Promise.resolve(begin(work, person));
    if ([...waiting].filter(w => w.person === person).length >= mostOfOne)
      return Promise.reject(tooMany(Math.ceil(waitMs / 1000)));
    if (waiting.size >= most) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', quit);
        waiting.delete(one);
      };
      const giveUp = (error: AppError) => {
        leave();
        reject(error);
      };
      const quit = () => giveUp(new AppError('unavailable'));
      const one: Waiting = {
        work,
        person,
        begin: () => {
          leave();
          resolve(begin(work, person));
        },
      };
      const timer = setTimeout(() => giveUp(busy()), waitMs);
      gone.addEventListener('abort', quit);
      waiting.add(one);
    });
  };
}

/**
 * Of this copy of the server. Proxies give up after a minute of silence as they come: whoever waits is told before,
 * with some seconds left for the work itself. After that time all who wait now have begun or been told.
 */
export const takeTurn = createTurns({
  places: { export: 4, pdf: 2 },
  mostOfOne: 5,
  most: 100,
  waitMs: 45_000,
});

/**
 * Of who is not signed in, by their address: a queue of its own, as strangers hold up nobody who works here. A class
 * or a library shares an address, so more of one may wait. No PDF is drawn for them.
 */
export const takeVisitorTurn = createTurns({
  places: { export: 2, pdf: 0 },
  mostOfOne: 30,
  most: 100,
  waitMs: 45_000,
});

interface Asked {
  readonly actor: Pick<Actor, 'id'>;
  readonly reply: FastifyReply;
}

export function askerOf({ actor, reply }: Asked): Asker {
  const gone = new AbortController();
  // Of the answer: the request itself is closed as soon as it has been read.
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once('close', () => gone.abort());
  return { person: actor.id, gone: gone.signal };
}

/** Something short of the same weight, in its turn. */
export async function inTurn<T>(work: Work, asker: Asker, run: () => Promise<T>): Promise<T> {
  const release = await takeTurn(work, asker);
  try {
    return await run();
  } finally {
    release();
  }
}
