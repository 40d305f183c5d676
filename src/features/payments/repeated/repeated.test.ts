import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { done } from '../../../../test/factories.ts';
import {
  decideRefund,
  giveBack,
  pay,
  paymentsOf,
  refundOf,
  savePayment,
  saveRefund,
} from '../../../../test/payments.ts';
import { openSpending, spender, TODAY, uploadPaper } from '../../../../test/spending.ts';
import { clients } from '../../../../test/university.ts';
import { addDays } from '../../../domain/kit/calendar.ts';
import { formatDay } from '../../../domain/text/format.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;
const YESTERDAY = addDays(TODAY, -1);

it('a payment mended before it is sent again is told, and saved over what is there', async () => {
  const id = randomUUID();
  const given = { id, note: 'Primera cuota' };
  done(await pay(office(), spender, given));
  for (const more of [{ amount: 50_000 }, { day: YESTERDAY }, { reference: 'Cheque 9' }, { note: '' }])
    expect(await pay(office(), spender, { ...given, ...more }), JSON.stringify(more)).toMatchObject({
      status: 409,
      body: {
        detail: `Este pago ya se había registrado: $500.000 el ${formatDay(TODAY)}.`,
        extra: { version: 1, updatedBy: expect.any(String) },
      },
    });
  expect(done(await pay(office(), spender, given))).toEqual({ id, version: 1 });
  done(await savePayment(office(), spender, id, { amount: 50_000 }));
  expect((await paymentsOf(office(), spender)).paid).toBe(50_000);
  // Saved since: what was sent first is not asked about any more.
  expect(done(await pay(office(), spender, given))).toEqual({ id, version: 2 });
});

it('a refund likewise; one that was decided stays as it was decided', async () => {
  done(await pay(office(), spender));
  const [{ versionId }, other] = [await uploadPaper(lead(), spender), await uploadPaper(lead(), spender)];
  const id = randomUUID();
  const give = (more: object = {}) => giveBack(lead(), spender, versionId, { id, ...more });
  done(await give());
  const mended = [
    { amount: 300_000 },
    { day: YESTERDAY },
    { reference: 'Depósito 78' },
    { note: 'Resto' },
    { versionId: other.versionId },
  ];
  for (const more of mended)
    expect(await give(more), JSON.stringify(more)).toMatchObject({
      status: 409,
      body: {
        detail: `Este reintegro ya se había enviado: $100.000 el ${formatDay(TODAY)}.`,
        extra: { version: 1, state: 'submitted', updatedBy: expect.any(String) },
      },
    });
  expect(done(await give())).toEqual({ id, version: 1 });
  done(await saveRefund(lead(), spender, id, versionId, { amount: 300_000 }));
  expect((await refundOf(lead(), spender, id)).amount).toBe(300_000);
  done(await decideRefund(office(), spender, { id, version: 2 }));
  expect(done(await give())).toEqual({ id, version: 3 });
});
