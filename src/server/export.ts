import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../db/pool.ts';
import { localDay } from '../domain/calendar.ts';
import type { Endpoint } from '../domain/endpoint.ts';
import { type ExportFormat, exportOf } from '../domain/export.ts';
import type { Actor } from '../domain/permissions.ts';
import { AppError } from '../domain/problem.ts';
import { SENT, serve } from './serve.ts';
import { CONTENT_TYPES, type Columns, tableFile } from './table-file.ts';

interface Exported<Params, Query, Row> {
  /** First part of the file's name: `facultades`. */
  readonly name: string;
  readonly columns: Columns<Row>;
  /** The list's own rows, all of them, a batch at a time. */
  readonly rows: (db: Database, actor: Actor, query: Query, params: Params) => AsyncGenerator<readonly Row[]>;
}

/** Each holds a connection while it is read; the rest of the pool is for the screens. */
const MOST_AT_ONCE = 4;
let running = 0;

async function* after<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** A failure before the first batch is told like other failures; a later one breaks the download off. */
async function started<Row>(
  format: ExportFormat,
  columns: Columns<Row>,
  rows: AsyncGenerator<readonly Row[]>,
): Promise<Readable> {
  if (running >= MOST_AT_ONCE)
    throw new AppError('unavailable', 'Se están preparando otras descargas. Intenta de nuevo en un minuto.');
  running += 1;
  const end = () => {
    running -= 1;
  };
  const first = await rows.next().catch((error: unknown) => {
    end();
    throw error;
  });
  const stream = Readable.from(tableFile(format, columns, after(first, rows)), { objectMode: false });
  // Also when the reader went away before the first byte: the rows' transaction must end.
  stream.once('close', () => void rows.return(undefined).then(end, end));
  return stream;
}

/** Serve `exportOf(list)`: what the list would show on all its pages, streamed from a cursor. */
export function serveExport<P extends z.ZodType, Q extends z.ZodType, Row>(
  api: FastifyInstance,
  db: Database,
  list: Endpoint<P, Q>,
  { name, columns, rows }: Exported<z.output<P>, z.output<Q>, Row>,
): void {
  serve<Endpoint>(api, exportOf(list), async ({ actor, query, params, reply }) => {
    const { format } = query as { format: ExportFormat };
    const file = await started(format, columns, rows(db, actor, query as z.output<Q>, params as z.output<P>));
    reply
      .header('content-type', CONTENT_TYPES[format])
      .header('content-disposition', `attachment; filename="${name}-${localDay(new Date())}.${format}"`)
      .header('cache-control', 'private, no-store')
      .send(file);
    return SENT;
  });
}
