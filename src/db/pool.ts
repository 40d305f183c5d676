import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from './tables.ts';

/** Columns keep their SQL names; a query that answers a contract renames them (`school_id as schoolId`). */
export type Database = Kysely<DB>;
export type Transaction = KyselyTransaction<DB>;

const OID = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

/** Amounts and scores here have far fewer than the 15 digits a number keeps exactly; more is a fault, not a rounding. */
function exactNumber(text: string): number {
  if (text.replace(/^-?0*\.?0*|[-.]/g, '').length > 15) throw new RangeError(`numeric ${text} loses digits`);
  return Number(text);
}

/**
 * `date` stays `yyyy-mm-dd`: a Date would move it by a time zone. `timestamptz` becomes an ISO 8601 string in UTC,
 * as the contracts send it (the session's time zone is UTC, so the text ends in `+00`).
 */
const parsers: Record<number, (text: string) => unknown> = {
  [OID.int8]: safeInteger,
  [OID.date]: text => text,
  [OID.timestamptz]: text => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
  [OID.numeric]: exactNumber,
};
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

// Naming a statement lets PostgreSQL keep its plan: a third faster on short reads. Lists built from filters
// have endless texts, so only the first ones get a name.
const MOST_NAMES = 300;

const ANEW = '/* planned anew */';
/**
 * Begins a statement that is planned for its values each time: words that are rare and words that are everywhere are not
 * found in the same way.
 */
export const PLANNED_ANEW = sql.raw(ANEW);
const isPlannedAnew = (text: string) => text.startsWith(ANEW);

/** Several statements in one text, as in migrations, cannot be named, and what steers a transaction needs no plan. */
const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !text.includes(';');

/** The connections of one database, which call the same statement by the same name. */
function namingClient(): typeof pg.Client {
  const names = new Map<string, string>();
  let named = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= MOST_NAMES || isPlannedAnew(text)) return known;
    const name = `q${++named}`;
    names.set(text, name);
    return name;
  }

  /** Of the driver's dozen ways to ask, Kysely only uses (text, values); the others pass through. */
  const nameStatements =
    (run: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const [text, values] = args;
      if (typeof text !== 'string' || !Array.isArray(values)) return run(...args);
      if (values.length === 0 && !isRead(text)) return run(...args);
      const result = run({ name: nameOf(text), text, values }) as Promise<unknown>;
      return result.catch((error: { code?: string }) => {
        // A migration by a newer copy changed what the statement returns: the next use gets a fresh plan.
        if (error.code === '0A000') names.delete(text);
        throw error;
      });
    };

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // Between two statements of a transaction nobody listens: a lost connection would end the process.
      // The next statement fails with it anyway.
      this.on('error', () => {});
      Object.assign(this, {
        query: nameStatements(this.query.bind(this) as (...args: unknown[]) => unknown),
      });
    }
  };
}

export interface DatabaseOptions {
  /** Connections at most. */
  max?: number;
  /** A statement longer than this is cancelled, in milliseconds. */
  statementTimeout?: number;
  applicationName?: string;
  /** A lost idle connection; the pool opens another by itself. */
  onError?: (error: Error) => void;
}

/** Opens no connection until the first query. Close with `destroy()`. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    Client: namingClient(),
    types,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'vinculacion',
    statement_timeout: options.statementTimeout ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    // A new connection plans all its statements anew.
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Disks without a moving arm read anywhere as fast; compiling a plan costs more than any query here gains.
    options: '-c timezone=UTC -c random_page_cost=1.1 -c jit=off',
  });
  pool.on('error', error => options.onError?.(error));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
