import { expect, it } from 'vitest';
import type { Answer } from '../../../../test/client.ts';
import { done } from '../../../../test/factories.ts';
import {
  anExpense,
  anotherSpender,
  anyRut,
  expenseOf,
  openSpending,
  recordExpense,
  saveExpenseAs,
  sendExpense,
  setRate,
  spender,
  spendingPath,
  TODAY,
  uploadPaper,
  voucherTypeId,
} from '../../../../test/spending.ts';
import { clients, server } from '../../../../test/university.ts';
import { addDays } from '../../../domain/kit/calendar.ts';

openSpending();
const lead = () => clients.academic;

type Given = Awaited<ReturnType<typeof anExpense>>;
const post = (given: object): Promise<Answer<unknown>> =>
  lead().post(`${spendingPath(spender)}/expenses`, given);

/** As it is when the answer to what was sent first does not come. */
async function lost(more: Parameters<typeof anExpense>[0] = {}): Promise<Given> {
  const given = await anExpense(more);
  done(await post(given));
  return given;
}

it('mended before it is sent again is told with the version to go over, whatever was mended', async () => {
  const { versionId } = await uploadPaper(lead(), spender);
  const given = await lost({ papers: [{ paper: '', versionId }] });
  const { voucher } = given;
  const { supplier } = voucher;
  const mended: object[] = [
    { description: 'Otra cosa' },
    { budgetLineId: 'trips' },
    { share: 50_000 },
    { papers: [] },
    ...[
      { gross: 50_000 },
      { number: `${voucher.number}1` },
      { issuedOn: addDays(TODAY, -2) },
      { currency: 'USD' },
      { typeId: await voucherTypeId('Boleta de honorarios') },
      { supplier: { ...supplier, rut: anyRut() } },
      { supplier: { ...supplier, name: 'Otra librería' } },
    ].map(more => ({ voucher: { ...voucher, ...more } })),
  ];
  for (const more of mended)
    expect(await post({ ...given, ...more }), JSON.stringify(more)).toMatchObject({
      status: 409,
      body: {
        detail: 'Este gasto ya se había guardado, con otros datos. Revisa cómo quedó.',
        extra: { version: 1, updatedBy: 'Camila Rojas Fuentes' },
      },
    });
  // In other words the same.
  expect(done(await post({ ...given, description: ` ${given.description} `, share: 100_000 }))).toEqual({
    ...{ id: given.id, version: 1 },
  });
  done(await saveExpenseAs(lead(), spender, given.id, { description: 'Otra cosa' }));
  expect((await expenseOf(lead(), spender, given.id)).description).toBe('Otra cosa');
  expect(done(await post(given))).toEqual({ id: given.id, version: 2 });
});

it('in a currency with a value is the same, also after that value was mended', async () => {
  await setRate(server, 'UF', addDays(TODAY, -1), 39_123.4567);
  const given = await lost({ voucher: { currency: 'UF', gross: 2.5 } });
  await setRate(server, 'UF', addDays(TODAY, -1), 40_000);
  done(await post(given));
  expect((await post({ ...given, voucher: { ...given.voucher, gross: 2.51 } })).status).toBe(409);
});

it('of a voucher that others have may write it in its own way', async () => {
  const other = await anotherSpender();
  const theirs = await anExpense({ share: 40_000 });
  done(await lead().post(`${spendingPath(other)}/expenses`, theirs));
  const voucher = { ...theirs.voucher, number: `N° 00${theirs.voucher.number}` };
  const given = await lost({
    voucher: { ...voucher, supplier: { ...voucher.supplier, name: 'Lib. Andes' } },
  });
  done(await post(given));
  expect((await post({ ...given, share: 50_000 })).status).toBe(409);
});

it('a credit note is the same on whatever line it was typed', async () => {
  const { id } = await recordExpense(lead(), spender);
  const { supplier } = (await expenseOf(lead(), spender, id)).voucher;
  const note = { type: 'Nota de crédito', correctsId: id, budgetLineId: 'trips', voucher: { supplier } };
  const given = await lost(note);
  done(await post(given));
  const another = done(await sendExpense(lead(), spender, { voucher: { supplier } }));
  expect((await post({ ...given, correctsId: another.id })).status).toBe(409);
});
