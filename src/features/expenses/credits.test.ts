import { describe, expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import {
  anyRut,
  expenseOf,
  openSpending,
  recordExpense,
  saveExpenseAs,
  sendExpense,
  spender,
  voucherTypeId,
} from '../../../test/spending.ts';
import { approve, reopen, resend, send, sendBack } from '../../../test/statements.ts';
import { clients } from '../../../test/university.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;
const NO = 'No corresponde al proyecto.';

/** An expense in a statement, and its credit note in another one. */
async function corrected() {
  const bought = await recordExpense(lead(), spender, { voucher: { gross: 500_000 } });
  const { supplier } = (await expenseOf(lead(), spender, bought.id)).voucher;
  const note = await recordExpense(lead(), spender, {
    ...{ type: 'Nota de crédito', correctsId: bought.id },
    voucher: { supplier, gross: 400_000 },
  });
  const beside = await recordExpense(lead(), spender);
  const first = done(await send(lead(), spender, [bought.id, beside.id]));
  const second = done(await send(lead(), spender, [note.id]));
  const back = async () => done(await sendBack(office(), spender, first, { [bought.id]: NO }));
  return { bought, note, second, back };
}

/** The same, the credit note refused and the expense back with its lead. */
async function refused() {
  const { bought, note, second, back } = await corrected();
  const decided = done(await approve(office(), spender, second, { [note.id]: NO }));
  return { bought, note, decided, returned: await back() };
}

const placeOf = async (id: string) => {
  const { state, budgetLineId, source } = await expenseOf(lead(), spender, id);
  return { state, budgetLineId, source };
};
const other = { budgetLineId: 'room' };

describe('what a credit note corrects', () => {
  it('stays in its line while the office has the note, or has approved it', async () => {
    const { bought, note, second, back } = await corrected();
    await back();
    const errors = [{ path: 'budgetLineId' }];
    expect(await saveExpenseAs(lead(), spender, bought.id, other)).toMatchObject({
      status: 400,
      body: { errors },
    });
    done(await approve(office(), spender, second));
    expect(await saveExpenseAs(lead(), spender, bought.id, other)).toMatchObject({
      status: 400,
      body: { errors },
    });
    expect(await placeOf(note.id)).toEqual({ state: 'approved', budgetLineId: 'materials', source: 'fund' });
  });

  it('takes a refused note along: taken up again it gives the fund nothing that the fund did not pay', async () => {
    const { bought, note, decided } = await refused();
    done(await saveExpenseAs(lead(), spender, bought.id, other));
    done(await approve(office(), spender, done(await reopen(office(), spender, decided))));
    expect(await placeOf(note.id)).toEqual({ state: 'approved', budgetLineId: 'room', source: 'unit' });
    const over = await sendExpense(lead(), spender, { voucher: { gross: 2_000_001 } });
    expect(over.status).toBe(422);
  });

  it('keeps its supplier, and becomes no credit note, whatever became of its own', async () => {
    const { bought } = await refused();
    const { voucher } = await expenseOf(lead(), spender, bought.id);
    const given = { ...voucher, supplier: { rut: anyRut(), foreignId: '', name: 'Otro' } };
    const moved = await saveExpenseAs(lead(), spender, bought.id, { voucher: given });
    expect(moved).toMatchObject({ status: 400, body: { errors: [{ path: 'voucher.supplier.rut' }] } });
    const another = await recordExpense(lead(), spender, { voucher: { supplier: voucher.supplier } });
    const credit = { ...voucher, typeId: await voucherTypeId('Nota de crédito'), number: 'C77' };
    const turned = await saveExpenseAs(lead(), spender, bought.id, {
      ...{ correctsId: another.id, share: 1000, voucher: credit },
    });
    expect(turned).toMatchObject({ status: 400, body: { errors: [{ path: 'voucher.typeId' }] } });
  });

  it('is in a statement when a refused note is taken up again', async () => {
    const { bought, decided, returned } = await refused();
    done(await resend(lead(), spender, returned, {}, [bought.id]));
    expect((await reopen(office(), spender, decided)).status).toBe(422);
    done(await send(lead(), spender, [bought.id]));
    done(await reopen(office(), spender, decided));
  });
});
