import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { Endpoint } from '../../domain/kit/endpoint.ts';
import { type ExportFormat, exportOf } from '../../domain/kit/export.ts';
import { disposition } from '../files/send.ts';
import { type Context, SENT, serve } from '../http/serve.ts';
import { type Asker, askerOf, takeTurn } from '../http/turns.ts';
import { CONTENT_TYPES, type Columns, tableFile } from './table-file.ts';

interface Exported<Params, Query, Row> {
  /** First part of the file's name: `facultades`. */
  readonly name: string;
  readonly columns: Columns<Row>;
  /** The list's own rows, all of them, a batch at a time. */
  readonly rows: (db: Database, actor: Actor, query: Query, params: Params) => AsyncGenerator<readonly Row[]>;
}

/** How long a reader may take nothing; the database ends a transaction that stands still a little later. */
const STALLED_MS = 45_000;

/** Calls when nobody asks for more for so long. */
export async function* watchStalls<T>(
  source: AsyncIterable<T>,
  onStalled: () => void,
  ms = STALLED_MS,
): AsyncGenerator<T> {
  for await (const part of source) {
    const timer = setTimeout(onStalled, ms);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function* after<T>(
  first: IteratorResult<T>,
  rest: AsyncGenerator<T>,
  done: () => void,
): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    // What the reader has still to fetch holds no connection.
    await rest.return(undefined);
    done();
  }
}

interface Table<Row> {
  readonly format: ExportFormat;
  readonly columns: Columns<Row>;
  readonly rows: AsyncGenerator<readonly Row[]>;
}

interface Terms {
  /** The queue that one waits in. */
  readonly turn?: typeof takeTurn;
  /** How long a download may go on, however slowly it is read: it holds a connection all the while. */
  readonly longestMs?: number;
}

/**
 * Rows as the bytes of a file, from its turn on. A failure before the first batch is told like other failures; a later
 * one breaks the download off.
 */
export async function startExport<Row>(
  asker: Asker,
  { format, columns, rows }: Table<Row>,
  { turn = takeTurn, longestMs }: Terms = {},
): Promise<Readable> {
  const release = await turn('export', asker);
  const first = await rows.next().catch((error: unknown) => {
    release();
    throw error;
  });
  const file = tableFile(format, columns, after(first, rows, release));
  const stream = Readable.from(
    watchStalls(file, () => stream.destroy()),
    { objectMode: false },
  );
  const end = longestMs === undefined ? undefined : setTimeout(() => stream.destroy(), longestMs);
  // Also when the reader went away before the first byte: the rows' transaction must end.
  stream.once('close', () => {
    clearTimeout(end);
    void rows.return(undefined).then(release, release);
  });
  if (asker.gone.aborted) stream.destroy();
  return stream;
}

/** Answers with rows as a file, in its turn. */
export async function sendTable<Row>(
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  name: string,
  table: Table<Row>,
): Promise<typeof SENT> {
  const file = await startExport(askerOf(context), table);
  context.reply
    .header('content-type', CONTENT_TYPES[table.format])
    .header('content-disposition', disposition('attachment', `${name}.${table.format}`))
    .send(file);
  return SENT;
}

/**
 * Answers with an archive as it is written, in its turn; no more than a piece of it is in memory. Who asks is told to
 * `write`, which ends what it has begun once they are gone.
 */
export async function sendZip(
  context: Pick<Context<unknown>, 'actor' | 'reply'>,
  name: string,
  write: (asker: Asker) => AsyncGenerator<Buffer>,
): Promise<typeof SENT> {
  const asker = askerOf(context);
  const release = await takeTurn('export', asker);
  const stream = Readable.from(
    watchStalls(write(asker), () => stream.destroy()),
    { objectMode: false },
  );
  stream.once('close', release);
  if (asker.gone.aborted) stream.destroy();
  context.reply
    .header('content-type', 'application/zip')
    .header('content-disposition', disposition('attachment', `${name}.zip`))
    .header('x-content-type-options', 'nosniff')
    .send(stream);
  return SENT;
}

/** Serve `exportOf(list)`: what the list would show on all its pages, streamed from a cursor. */
export function serveExport<P extends z.ZodType, Q extends z.ZodObject, Row>(
  api: FastifyInstance,
  db: Database,
  list: Endpoint<P, Q>,
  { name, columns, rows }: Exported<z.output<P>, z.output<Q>, Row>,
): void {
  serve<Endpoint>(api, exportOf(list), ({ actor, query, params, reply }) => {
    const { format } = query as { format: ExportFormat };
    const all = rows(db, actor, query as z.output<Q>, params as z.output<P>);
    return sendTable({ actor, reply }, `${name}-${localDay(new Date())}`, { format, columns, rows: all });
  });
}
