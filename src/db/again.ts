import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Transaction } from './pool.ts';

type DatabaseError = Partial<Record<'code' | 'message' | 'syscall', string>>;

// SQLSTATE classes 08 and 57P, https://www.postgresql.org/docs/18/errcodes-appendix.html, and the driver's own words.
const CUT_STATE = /^(08\w{3}|57P0[1-5]|ECONNRESET|EPIPE)$/;
const CUT_MESSAGE = /^Connection terminated|is not queryable$/;
const AWAY_MESSAGE = /^timeout exceeded when trying to connect/;

/** The connection broke off, or had broken off before: another one may well do. */
const isCut = ({ code = '', message = '' }: DatabaseError) =>
  CUT_STATE.test(code) || CUT_MESSAGE.test(message);

/** Nobody answers. ENOENT of a connect: the socket of a server that is just starting. */
const isAway = ({ code, message = '', syscall }: DatabaseError) =>
  code === 'ECONNREFUSED' || syscall === 'connect' || AWAY_MESSAGE.test(message);

/** The database is away or coming back; whatever was asked may be asked again later. */
export const isDatabaseLost = (error: unknown): boolean =>
  isCut(error as DatabaseError) || isAway(error as DatabaseError);

/** Of transactions that waited for one another PostgreSQL has ended this one; it has changed nothing. */
const lostRace = ({ code }: DatabaseError) => code === '40001' || code === '40P01';

const ATTEMPTS = 3;
/** After a lost race: begun again at once it may overtake the one it met, and meet it again. */
const PAUSE_MS = 30;

async function repeat<T>(run: () => Promise<T>, isSafe: (error: DatabaseError) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isSafe(error as DatabaseError)) throw error;
      if (lostRace(error as DatabaseError)) await wait(attempt * PAUSE_MS);
    }
}

/** What may be done twice, asked again on another connection when its own broke off. */
export const again = <T>(run: () => Promise<T>): Promise<T> => repeat(run, isCut);

/**
 * One transaction, from its beginning again when it has certainly changed nothing: it was a deadlock's victim, or its
 * connection broke off before the end of it was asked for.
 */
export function inTransaction<T>(db: Database, run: (tx: Transaction) => Promise<T>): Promise<T> {
  let isEnding = false;
  const once = () => {
    isEnding = false;
    return db.transaction().execute(async tx => {
      const result = await run(tx);
      isEnding = true;
      return result;
    });
  };
  return repeat(once, error => lostRace(error) || (isCut(error) && !isEnding));
}
