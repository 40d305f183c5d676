import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { SPENT_EXPENSES } from '../../../domain/spending/expense-states.ts';

/** Pesos of the fund that a project has spent: of expenses that were not refused. */
export async function readFundSpent(
  tx: Transaction,
  projectId: string,
): Promise<{ readonly spent: number; readonly committed: number }> {
  const { rows } = await sql<{ spent: number; committed: number }>`
    select committed_money(${projectId}::uuid) as committed, (select coalesce(sum(cost), 0)::bigint from expenses
      where project_id = ${projectId} and source = 'fund' and state in ${among(SPENT_EXPENSES)}) as spent`.execute(
    tx,
  );
  return rows[0] ?? { spent: 0, committed: 0 };
}

/** A refused expense that has no room any more, by its description. */
interface Crowded {
  readonly description: string;
}

/**
 * Refused expenses of a statement whose voucher others have used since: with them the shares would be more than its
 * gross. Vouchers are held until the end, in one order for everybody, as other projects may share them.
 */
export async function findCrowdedVouchers(tx: Transaction, statementId: string): Promise<Crowded[]> {
  await sql`select from vouchers where id in (
      select voucher_id from expenses where statement_id = ${statementId} and state = ${lit.expense('refused')})
    order by id for update`.execute(tx);
  const { rows } = await sql<Crowded>`
    select min(e.description) as description
    from expenses e join vouchers v on v.id = e.voucher_id
    where e.statement_id = ${statementId} and e.state = ${lit.expense('refused')}
    group by v.id
    having sum(e.share) + (select coalesce(sum(o.share), 0) from expenses o
      where o.voucher_id = v.id and o.state in ${among(SPENT_EXPENSES)}) > v.gross_pesos
    order by 1`.execute(tx);
  return rows;
}

/** A voucher that gave its number to another one, as nothing but what was refused was of it. */
export interface ReleasedVoucher extends Crowded {
  readonly id: string;
  readonly supplier: string;
  readonly typeId: string;
  readonly number: string;
}

/** Vouchers of refused expenses of a statement that are known by their number no more. */
export async function findReleasedVouchers(tx: Transaction, statementId: string): Promise<ReleasedVoucher[]> {
  const { rows } = await sql<ReleasedVoucher>`
    select v.id, v.supplier_key as supplier, v.type_id as "typeId", v.number, min(e.description) as description
    from expenses e join vouchers v on v.id = e.voucher_id join voucher_types t on t.id = v.type_id
    where e.statement_id = ${statementId} and e.state = ${lit.expense('refused')} and t.has_number
      and v.number_key = '' and v.number <> ''
    group by v.id order by v.id`.execute(tx);
  return rows;
}

/** Voucher by its number, and whether any expense of it is spent; held until the end. */
interface KnownVoucher {
  readonly id: string;
  readonly isSpent: boolean;
}

/** Vouchers that are known by these numbers now. */
export async function lockKnownVouchers(
  tx: Transaction,
  keys: readonly (Pick<ReleasedVoucher, 'supplier' | 'typeId'> & { readonly key: string })[],
): Promise<KnownVoucher[]> {
  const { rows } = await sql<KnownVoucher>`
    select w.id, exists (select from expenses e where e.voucher_id = w.id and e.state in ${among(SPENT_EXPENSES)})
      as "isSpent"
    from json_to_recordset(${JSON.stringify(keys)}) g (supplier text, "typeId" uuid, key text)
      join vouchers w on w.supplier_key = g.supplier and w.type_id = g."typeId" and w.number_key = g.key
    where g.key <> '' order by w.id for update of w`.execute(tx);
  return rows;
}

/**
 * Refused credit notes of a statement that would take back what is refused elsewhere or in no statement, or with those
 * recorded since more than there is.
 */
export async function findCrowdedCredits(tx: Transaction, statementId: string): Promise<Crowded[]> {
  const { rows } = await sql<Crowded>`
    select min(e.description) as description
    from expenses e join expenses x on x.id = e.corrects_id
    where e.statement_id = ${statementId} and e.state = ${lit.expense('refused')}
    group by x.id
    having x.state = ${lit.expense('recorded')}
      or (x.state = ${lit.expense('refused')} and x.statement_id <> ${statementId})
      or sum(e.share) + (select coalesce(sum(o.share), 0) from expenses o
        where o.corrects_id = x.id and o.state in ${among(SPENT_EXPENSES)}) > x.share
    order by 1`.execute(tx);
  return rows;
}
