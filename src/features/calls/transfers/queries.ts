import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { type CallLine, moneyOf } from '../../../domain/calls/calls.ts';
import { awardedInLine } from '../queries.ts';

/** CLP of a line that nobody holds; below 0 where more is held than there is. */
export async function freeIn(tx: Transaction, line: CallLine): Promise<number> {
  const { rows } = await sql<{ awarded: number }>`
    select ${awardedInLine} as awarded from call_lines l where l.id = ${line.id}`.execute(tx);
  return moneyOf(line) - (rows[0]?.awarded ?? 0);
}
