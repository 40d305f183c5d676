import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { supplierKey, withheldOf } from '../../../domain/spending/vouchers.ts';
import type { VoucherPlan } from './queries.ts';

type Values = Extract<VoucherPlan, { write: 'add' }>['values'];

const columnsOf = ({ key, given, rate, grossPesos, withholdingPercent }: Values) => ({
  ...{ type_id: given.typeId, number: given.number, number_key: key?.number ?? '' },
  ...{ supplier_rut: given.supplier.rut, supplier_foreign_id: given.supplier.foreignId },
  ...{ supplier_key: supplierKey(given.supplier), supplier_name: given.supplier.name },
  ...{ issued_on: given.issuedOn, currency: given.currency, gross: given.gross, rate },
  ...{ gross_pesos: grossPesos, withholding_percent: withholdingPercent },
  withheld: withheldOf(grossPesos, withholdingPercent),
});

/** Id of the voucher as it was planned; null where somebody else has just added it, and it has to be planned anew. */
export async function writeVoucher(tx: Transaction, plan: VoucherPlan, now: Date): Promise<string | null> {
  if (plan.write === 'none') return plan.id;
  const columns = columnsOf(plan.values);
  if (plan.write === 'change') {
    await tx
      .updateTable('vouchers')
      .set({ ...columns, updated_at: now })
      .where('id', '=', plan.id)
      .execute();
    return plan.id;
  }
  if (plan.released !== null)
    await tx.updateTable('vouchers').set({ number_key: '' }).where('id', '=', plan.released).execute();
  const added = await tx
    .insertInto('vouchers')
    .values(columns)
    // Waits for whoever adds it at the same moment.
    .onConflict(c => c.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** Forgets a voucher that is held and that nobody has any expense of. */
export const dropUnused = (tx: Transaction, id: string) =>
  sql`delete from vouchers v where id = ${id} and not exists (select from expenses e where e.voucher_id = v.id)`.execute(
    tx,
  );
