import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import type { Endpoint } from '../../domain/kit/endpoint.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { expectedError } from '../http/errors.ts';
import { serve } from '../http/serve.ts';
import type { CommandContext } from './command.ts';

/** What became of a row: what its command answered, or why it was not done. */
export type RowAnswer<Answer> =
  | { readonly id: string; readonly answer: Answer; readonly error: null }
  | { readonly id: string; readonly answer: null; readonly error: AppError };

/** Who asks for several rows, and who is told of failures nobody expected. */
export interface Several {
  readonly requestId?: string;
  readonly onDefect: (error: unknown) => void;
}

/** For the context of whoever changes several rows. */
export const severalOf = (request: FastifyRequest) => ({
  requestId: request.id,
  onDefect: (err: unknown) => request.log.error({ err }, 'unexpected error in one row of several'),
});

/**
 * Each row in a transaction of its own, one after the other: a slow or refused one holds no lock of the others. A
 * refusal is that row's answer, and so is a defect: what the others became has to be told.
 */
export async function eachRow<Row extends { readonly id: string }, Answer>(
  { requestId, onDefect }: Several,
  rows: readonly Row[],
  change: (row: Row) => Promise<Answer>,
): Promise<RowAnswer<Answer>[]> {
  const answers: RowAnswer<Answer>[] = [];
  for (const row of rows) {
    try {
      answers.push({ id: row.id, answer: await change(row), error: null });
    } catch (error) {
      const expected = expectedError(error as Parameters<typeof expectedError>[0]);
      if (!expected) onDefect(error);
      const defect = new AppError('internal', `Algo falló de nuestro lado. Código ${requestId ?? ''}.`);
      answers.push({ id: row.id, answer: null, error: expected ?? defect });
    }
  }
  return answers;
}

/** Why a row was refused: a field says more than "check the marked data". */
export const reasonOf = (error: AppError): string => error.errors?.[0]?.message ?? error.message;

/** What `bulkEndpoint` makes, by the type of its values. */
export type BulkOf<Value> = Endpoint<
  z.ZodType,
  z.ZodType,
  z.ZodType<{ rows: { id: string; value: Value }[] }>,
  z.ZodType<{ rows: { id: string; before: Value | null; refused: string | null }[] }>
>;

/** Binds a bulk endpoint to the command of one row, which answers the value before. */
export function serveBulk<Value>(
  api: FastifyInstance,
  db: Database,
  endpoint: BulkOf<Value>,
  change: (context: CommandContext, row: { id: string; value: Value }) => Promise<Value>,
): void {
  serve<BulkOf<Value>>(api, endpoint, async ({ actor, body, request }) => {
    const context = { db, actor, requestId: request.id };
    const answers = await eachRow(severalOf(request), body.rows, row => change(context, row));
    const rows = answers.map(({ id, answer, error }) => ({
      id,
      before: answer,
      refused: error && reasonOf(error),
    }));
    return { rows };
  });
}
