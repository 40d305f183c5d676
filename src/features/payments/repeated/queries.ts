import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../db/pool.ts';
import type { PaymentFields, RefundFields } from '../../../domain/spending/instalments.ts';

/** Whether what is given is what this payment was recorded with. */
export async function isSamePayment(tx: Transaction, id: string, given: PaymentFields): Promise<boolean> {
  const stored = await tx
    .selectFrom('payments')
    .select(['day', 'amount', 'reference', 'note'])
    .where('id', '=', id)
    .executeTakeFirst();
  return isDeepStrictEqual({ ...stored }, given);
}

/** Whether what is given is what this refund was sent with. */
export async function isSameRefund(tx: Transaction, id: string, given: RefundFields): Promise<boolean> {
  const stored = await tx
    .selectFrom('refunds')
    .select(['day', 'amount', 'reference', 'note', 'version_id as versionId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return isDeepStrictEqual({ ...stored }, given);
}
