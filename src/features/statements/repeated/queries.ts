import type { Transaction } from '../../../db/pool.ts';

/** Whether these, in whatever order, are the expenses of a statement. */
export async function hasSameExpenses(
  tx: Transaction,
  statementId: string,
  ids: readonly string[],
): Promise<boolean> {
  const stored = await tx
    .selectFrom('expenses')
    .select('id')
    .where('statement_id', '=', statementId)
    .execute();
  const given = new Set(ids);
  return stored.length === given.size && stored.every(({ id }) => given.has(id));
}
