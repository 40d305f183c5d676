import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import type { ExpenseFields } from '../../../domain/spending/expenses.ts';
import { normaliseNumber, supplierKey } from '../../../domain/spending/vouchers.ts';

interface Stored extends ExpenseFields {
  /** Of the whole voucher, pesos. */
  readonly grossPesos: number;
  readonly isShared: boolean;
}

async function readStored(tx: Transaction, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<{ found: Stored }>`
    select json_build_object('budgetLineId', e.budget_line_id, 'description', e.description, 'share', e.share,
      'correctsId', e.corrects_id, 'grossPesos', v.gross_pesos,
      'isShared', exists (select from expenses o where o.voucher_id = v.id and o.id <> e.id),
      'voucher', json_build_object('typeId', v.type_id, 'number', v.number, 'supplier', json_build_object(
          'rut', v.supplier_rut, 'foreignId', v.supplier_foreign_id, 'name', v.supplier_name),
        'issuedOn', v.issued_on, 'currency', v.currency, 'gross', v.gross),
      'papers', (select coalesce(json_agg(json_build_object('paper', p.paper, 'versionId', p.version_id)
        order by p.position), '[]') from expense_papers p where p.expense_id = e.id)) as found
    from expenses e join vouchers v on v.id = e.voucher_id where e.id = ${id}`.execute(tx);
  return rows[0]?.found;
}

/** As it is known by all who have it: they may have written its number and its supplier in other ways. */
const asKnown = ({ supplier, number, ...voucher }: ExpenseFields['voucher']) => ({
  ...voucher,
  ...{ supplier: supplierKey(supplier), number: normaliseNumber(number) },
});

/** Whether what is given is what this expense was recorded with. */
export async function isSameExpense(tx: Transaction, id: string, given: ExpenseFields): Promise<boolean> {
  const found = await readStored(tx, id);
  if (!found) return false;
  const { isShared, grossPesos, ...stored } = found;
  const asked = {
    ...given,
    share: given.share ?? (isShared ? stored.share : grossPesos),
    // A credit note stands where what it takes back stands, whatever was given.
    budgetLineId: given.correctsId === null ? given.budgetLineId : stored.budgetLineId,
  };
  const comparable = (e: ExpenseFields) => ({ ...e, voucher: isShared ? asKnown(e.voucher) : e.voucher });
  return isDeepStrictEqual(comparable(asked), comparable(stored));
}
