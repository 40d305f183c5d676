import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type ExpenseState, isUndecidedExpense } from '../src/domain/spending/expense-states.ts';
import type { Payment, ProjectPayments, Refund } from '../src/features/payments/contract.ts';
import type { Client } from './client.ts';
import { type Created, done } from './factories.ts';
import { anyRut, spendingPath, TODAY, uploadPaper } from './spending.ts';
import { refs, server } from './university.ts';

type Written = Pick<Payment, 'id' | 'version'>;

/** Records a payment: half a million pesos of today unless told otherwise. */
export const pay = (who: Client, project: Created, more: object = {}) =>
  who.post<Written>(`${spendingPath(project)}/payments`, {
    ...{ id: randomUUID(), day: TODAY, amount: 500_000, reference: 'Transferencia 4512' },
    ...more,
  });
export const savePayment = (who: Client, project: Created, id: string, more: object = {}) =>
  who.put<Written>(`${spendingPath(project)}/payments/${id}`, {
    ...{ day: TODAY, amount: 500_000, reference: 'Transferencia 4512', version: 1 },
    ...more,
  });
export const removePayment = (who: Client, project: Created, id: string, query = '') =>
  who.delete(`${spendingPath(project)}/payments/${id}${query}`);

/** Sends a refund of 100 000 pesos of today; `proof` is a version of a file. */
export const giveBack = (who: Client, project: Created, proof: string, more: object = {}) =>
  who.post<Written>(`${spendingPath(project)}/refunds`, {
    ...{ id: randomUUID(), day: TODAY, amount: 100_000, reference: 'Depósito 77', versionId: proof },
    ...more,
  });
export const saveRefund = (who: Client, project: Created, id: string, proof: string, more: object = {}) =>
  who.put<Written>(`${spendingPath(project)}/refunds/${id}`, {
    ...{ day: TODAY, amount: 100_000, reference: 'Depósito 77', versionId: proof, version: 1 },
    ...more,
  });
export const removeRefund = (who: Client, project: Created, id: string) =>
  who.delete(`${spendingPath(project)}/refunds/${id}`);
/** Accepts a refund, or with a reason returns it. */
export const decideRefund = (
  who: Client,
  project: Created,
  { id, version }: Written,
  { reason = '', accept = reason === '' }: { reason?: string; accept?: boolean } = {},
) => who.post<Written>(`${spendingPath(project)}/refunds/${id}/decision`, { version, accept, reason });

export const paymentsOf = async (who: Client, project: Created): Promise<ProjectPayments> =>
  done(await who.get<ProjectPayments>(`${spendingPath(project)}/payments`));
export async function refundOf(who: Client, project: Created, id: string): Promise<Refund> {
  const found = (await paymentsOf(who, project)).refunds.find(r => r.id === id);
  if (!found) throw new Error('no such refund');
  return found;
}

/** A refund that was sent with a proof of its own, and that proof. */
export async function givenBack(who: Client, project: Created, more: object = {}) {
  const { versionId } = await uploadPaper(who, project);
  return { ...done(await giveBack(who, project, versionId, more)), versionId };
}

/** As if it had been recorded, and decided upon: pesos of the fund unless told otherwise. */
export async function spent(
  { id }: Created,
  cost: number,
  { state = 'recorded', source = 'fund' }: { state?: ExpenseState; source?: string } = {},
): Promise<void> {
  const [voucher, statement] = [randomUUID(), randomUUID()];
  await sql`insert into vouchers (id, type_id, number, number_key, supplier_rut, supplier_key, supplier_name, issued_on,
      currency, gross, rate, gross_pesos)
    select ${voucher}, id, '1', '1', r, r, 'Librería', ${TODAY}, 'CLP', ${cost}, 1, ${cost}
    from voucher_types, (select ${anyRut()}::text as r) s where name = 'Factura'`.execute(server.db);
  const isStated = state !== 'recorded';
  if (isStated)
    await sql`insert into statements (id, project_id, number, state, decided_at, author_id, submitted_by, due_at)
      select ${statement}, ${id}, 1 + count(*), ${isUndecidedExpense({ state }) ? 'submitted' : 'approved'}, now(),
        ${refs.leadId}, ${refs.leadId}, now() + interval '10 days'
      from statements where project_id = ${id}`.execute(server.db);
  await sql`insert into expenses (id, project_id, voucher_id, budget_line_id, source, description, share, cost, state,
      statement_id, position, observation, author_id, updated_by)
    values (new_id(), ${id}, ${voucher}, 'materials', ${source}, 'Materiales', ${cost}, ${cost}, ${state},
      ${isStated ? statement : null}, ${isStated ? 0 : null}, 'No corresponde.', ${refs.leadId}, ${refs.leadId})`.execute(
    server.db,
  );
}
