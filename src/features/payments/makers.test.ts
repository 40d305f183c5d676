import { expect, it } from 'vitest';
import { done } from '../../../test/factories.ts';
import { decideRefund, givenBack, pay, saveRefund } from '../../../test/payments.ts';
import { openSpending, recordExpense, saveExpenseAs, spender } from '../../../test/spending.ts';
import { approve, resend, send, sendBack } from '../../../test/statements.ts';
import { clients } from '../../../test/university.ts';

openSpending();
const lead = () => clients.academic;
const office = () => clients.admin;
const NO = 'Falta la firma.';
const back = (statement: { id: string; version: number }, notes: Record<string, string>) =>
  sendBack(clients.otherAdmin, spender, statement, notes);

it('whoever of the office changed an expense does not approve it, though the lead saved it after them', async () => {
  const { id } = await recordExpense(lead(), spender);
  done(await saveExpenseAs(office(), spender, id, { share: 50_000 }));
  const sent = done(await send(lead(), spender, [id]));
  const returned = done(await back(sent, { [id]: NO }));
  done(await saveExpenseAs(lead(), spender, id));
  const again = done(await resend(lead(), spender, returned, { [id]: 'Listo.' }));
  expect((await approve(office(), spender, again)).status).toBe(403);
  done(await approve(clients.otherAdmin, spender, again));
});

it('nor whoever answered for the lead, though the lead sent it after them', async () => {
  const [one, two] = [await recordExpense(lead(), spender), await recordExpense(lead(), spender)];
  const sent = done(await send(lead(), spender, [one.id, two.id]));
  const returned = done(await back(sent, { [one.id]: NO, [two.id]: NO }));
  const answers = { [one.id]: 'Es del taller.', [two.id]: 'Es del taller.' };
  const answered = done(await resend(office(), spender, returned, answers));
  const twice = done(await back(answered, { [two.id]: NO }));
  const again = done(await resend(lead(), spender, twice, { [two.id]: 'Listo.' }));
  expect((await approve(office(), spender, again)).status).toBe(403);
});

it('nor does whoever wrote a refund accept it, though the lead saved it after them', async () => {
  done(await pay(office(), spender, { amount: 1_000_000 }));
  const { versionId, ...sent } = await givenBack(lead(), spender);
  const given = { amount: 300_000 };
  const changed = done(await saveRefund(office(), spender, sent.id, versionId, given));
  const again = done(
    await saveRefund(lead(), spender, sent.id, versionId, { ...given, version: changed.version }),
  );
  expect((await decideRefund(office(), spender, again)).status).toBe(403);
  done(await decideRefund(clients.otherAdmin, spender, again));
});
