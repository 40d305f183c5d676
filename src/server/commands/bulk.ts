import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/pool.ts';
import type { BulkEndpoint } from '../../domain/catalogues/catalogue.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { serve } from '../http/serve.ts';
import type { CommandContext } from './command.ts';

interface Outcome {
  id: string;
  before: unknown;
  refused: string | null;
}

/** Each row in a transaction of its own, one after the other; a refusal is that row's answer. */
async function eachRow(
  rows: readonly { id: string; value: unknown }[],
  change: (row: { id: string; value: unknown }) => Promise<unknown>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    try {
      outcomes.push({ id: row.id, before: await change(row), refused: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ id: row.id, before: null, refused: error.message });
    }
  }
  return outcomes;
}

/** Binds a bulk endpoint to the command of one row, which answers the value before. */
export function serveBulk<Value>(
  api: FastifyInstance,
  db: Database,
  endpoint: unknown,
  change: (context: CommandContext, row: { id: string; value: Value }) => Promise<unknown>,
): void {
  serve(api, endpoint as BulkEndpoint, async ({ actor, body, request }) => {
    const context = { db, actor, requestId: request.id };
    const rows = await eachRow(body.rows, row => change(context, row as { id: string; value: Value }));
    return { rows } as never;
  });
}
