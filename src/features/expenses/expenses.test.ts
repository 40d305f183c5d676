import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/client.ts';
import { done } from '../../../test/factories.ts';
import {
  AWARDED_AMOUNT,
  anExpense,
  anotherSpender,
  anyRut,
  BUDGET,
  editOf,
  expenseOf,
  expensesOf,
  openSpending,
  recordExpense,
  removeExpenseAs,
  saveExpenseAs,
  sendExpense,
  setExpenseState,
  setRate,
  spender,
  spendingPath,
  TODAY,
  uploadPaper,
  voucherTypeId,
} from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import type { Problem } from '../../domain/kit/problem.ts';

openSpending({ graceDays: 10 });
const lead = () => clients.academic;
const errorsOf = (answer: Answer<unknown>) =>
  Object.fromEntries(((answer.body as Problem).errors ?? []).map(e => [e.path, e.message]));
const fieldsOf = (answer: Answer<unknown>) => Object.keys(errorsOf(answer));
const YESTERDAY = addDays(TODAY, -1);

describe('an expense', () => {
  it('of pesos stands with its voucher, papers and line, and is told what is withheld of nothing', async () => {
    const { id } = await recordExpense(lead(), spender, { share: 40_000 });
    const all = await expensesOf(lead(), spender);
    expect(all).toMatchObject({
      ...{ awarded: AWARDED_AMOUNT, record: { allowed: true, reason: null }, today: TODAY },
      ...{ from: addDays(TODAY, -60), to: addDays(TODAY, 40) },
    });
    expect(all.lines.map(l => l.id)).toEqual(['materials', 'fees', 'trips', 'room', 'hall']);
    expect(all.types.length).toBeGreaterThanOrEqual(9);
    expect(all.withholding).toContainEqual({ year: 2026, percent: 15.25 });
    expect(all.expenses).toMatchObject([
      {
        ...{ id, budgetLineId: 'materials', source: 'fund', share: 40_000, cost: 40_000, state: 'recorded' },
        ...{
          correctsId: null,
          statementId: null,
          position: null,
          version: 1,
          mayEdit: true,
          mayRemove: true,
        },
        voucher: {
          ...{ issuedOn: YESTERDAY, currency: 'CLP', gross: 100_000, rate: 1, grossPesos: 100_000 },
          ...{ withholdingPercent: 0, withheld: 0, net: 100_000, isShared: false },
        },
        papers: [{ paper: 'voucher', version: 1, name: 'factura.pdf', state: 'ready', isOlder: false }],
      },
    ]);
  });

  it.each([
    ['Boleta', {}],
    ['Pasaje', {}],
    ['Declaración jurada', { number: '', supplier: { rut: '', foreignId: '', name: '' } }],
    ['Viático', { number: '' }],
    ['Reembolso', { number: '' }],
    ['Aporte valorado', { number: '', supplier: { rut: '', foreignId: '', name: '' } }],
  ])('may be a %s', async (type, voucher) => {
    const { id } = done(await sendExpense(lead(), spender, { type, voucher, budgetLineId: 'room' }));
    expect(await expenseOf(lead(), spender, id)).toMatchObject({ share: 100_000, source: 'unit' });
  });

  it('of fees tells what was withheld by its year, half a peso up', async () => {
    const voucher = { gross: 123_458, issuedOn: addDays(TODAY, -1) };
    const { id } = await recordExpense(lead(), spender, {
      ...{ type: 'Boleta de honorarios', budgetLineId: 'fees', voucher },
    });
    const percent = (await expensesOf(lead(), spender)).withholding.findLast(
      w => w.year <= Number(voucher.issuedOn.slice(0, 4)),
    )?.percent;
    const withheld = Math.round((123_458 * (percent ?? 0)) / 100);
    expect(await expenseOf(lead(), spender, id)).toMatchObject({
      ...{ share: 123_458, cost: 123_458 },
      voucher: { withholdingPercent: percent, withheld, net: 123_458 - withheld },
    });
  });

  it('in UF or dollars keeps the value of its day, also when the office corrects that', async () => {
    await setRate(server, 'UF', YESTERDAY, 39_123.4567);
    const voucher = { currency: 'UF', gross: 2.5 };
    const { id } = await recordExpense(lead(), spender, { voucher });
    const stored = { rate: 39_123.4567, grossPesos: 97_809, gross: 2.5, currency: 'UF' };
    expect(await expenseOf(lead(), spender, id)).toMatchObject({ share: 97_809, voucher: stored });
    await setRate(server, 'UF', YESTERDAY, 50_000);
    done(await saveExpenseAs(lead(), spender, id, { description: 'Otras palabras' }));
    expect((await expenseOf(lead(), spender, id)).voucher).toMatchObject(stored);
    const { voucher: typed } = await editOf(lead(), spender, id);
    done(await saveExpenseAs(lead(), spender, id, { voucher: { ...typed, gross: 2 }, share: null }));
    expect((await expenseOf(lead(), spender, id)).voucher).toMatchObject({ rate: 39_123.4567, gross: 2 });
    await setRate(server, 'UF', addDays(TODAY, -2), 41_000);
    const later = { ...typed, gross: 2, issuedOn: addDays(TODAY, -2) };
    done(await saveExpenseAs(lead(), spender, id, { voucher: later, share: null }));
    expect((await expenseOf(lead(), spender, id)).voucher).toMatchObject({
      rate: 41_000,
      grossPesos: 82_000,
    });
  });

  it('without a value of its day, or a year without withholding, says what to ask for', async () => {
    const day = addDays(TODAY, -20);
    const answer = await sendExpense(lead(), spender, {
      voucher: { currency: 'UF', gross: 1, issuedOn: day },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      {
        'voucher.issuedOn': `No hay valor de la UF para el ${day.split('-').reverse().join('-')}: pide a la oficina que lo agregue.`,
      },
    ]);
    const { withholding } = await expensesOf(lead(), spender);
    await server.db.deleteFrom('withholding_rates').execute();
    const fees = await sendExpense(lead(), spender, { type: 'Boleta de honorarios' });
    expect(errorsOf(fees)).toEqual({
      'voucher.issuedOn': `No hay retención para ${YESTERDAY.slice(0, 4)}: pide a la oficina que la agregue.`,
    });
    await server.db.insertInto('withholding_rates').values(withholding).execute();
  });

  it('sent twice is one, also after somebody else saved it', async () => {
    const given = await anExpense();
    const post = () => lead().post(`${spendingPath(spender)}/expenses`, given);
    const answers = await Promise.all([post(), post()]);
    expect(answers.map(a => a.body)).toEqual([
      { id: given.id, version: 1 },
      { id: given.id, version: 1 },
    ]);
    done(await saveExpenseAs(clients.admin, spender, given.id, { description: 'De la oficina' }));
    expect(done(await post())).toEqual({ id: given.id, version: 2 });
    expect((await expensesOf(lead(), spender)).expenses).toMatchObject([{ description: 'De la oficina' }]);
    expect((await clients.colleague.post(`${spendingPath(spender)}/expenses`, given)).status).toBe(409);
  });

  it('is saved against the version it was read with', async () => {
    const { id } = done(await sendExpense(lead(), spender));
    const edit = await editOf(lead(), spender, id);
    const put = (more: object) => lead().put(`${spendingPath(spender)}/expenses/${id}`, { ...edit, ...more });
    expect(done(await put({ description: 'Primero' }))).toEqual({ id, version: 2 });
    const stale = await put({ description: 'Segundo' });
    expect([stale.status, (stale.body as Problem & { extra: object }).extra]).toMatchObject([
      409,
      { version: 2, updatedBy: 'Camila Rojas Fuentes' },
    ]);
  });

  it('that the office observed is changed in its statement, and not removed', async () => {
    const { id } = done(await sendExpense(lead(), spender));
    await setExpenseState(server, id, 'observed');
    const { statementId } = await expenseOf(lead(), spender, id);
    expect((await removeExpenseAs(lead(), spender, id)).status).toBe(403);
    done(await saveExpenseAs(lead(), spender, id, { description: 'Corregido como pidieron', share: 50_000 }));
    expect(await expenseOf(lead(), spender, id)).toMatchObject({
      ...{ state: 'observed', statementId, share: 50_000, mayEdit: true, mayRemove: false },
    });
    for (const state of ['submitted', 'approved', 'refused'] as const) {
      await setExpenseState(server, id, state);
      expect((await saveExpenseAs(lead(), spender, id)).status).toBe(403);
      expect((await removeExpenseAs(lead(), spender, id)).status).toBe(403);
    }
  });
});

describe('what is wrong is told at its field', () => {
  const refused = async (more: Parameters<typeof sendExpense>[2]) =>
    fieldsOf(await sendExpense(lead(), spender, more));

  it('all at once', async () => {
    const answer = await sendExpense(lead(), spender, {
      ...{
        budgetLineId: 'gone',
        correctsId: randomUUID(),
        papers: [{ paper: 'x', versionId: randomUUID() }],
      },
      voucher: { number: '', issuedOn: addDays(TODAY, 1), supplier: { rut: '', foreignId: '', name: '' } },
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([
      400,
      [
        'correctsId',
        'budgetLineId',
        'voucher.issuedOn',
        'papers.0.versionId',
        'papers.0.paper',
        'voucher.number',
        'voucher.supplier.rut',
        'voucher.supplier.name',
      ],
    ]);
  });

  it('of letters that become more where numbers and suppliers are compared', async () => {
    const abroad = { rut: '', foreignId: 'ﬃ'.repeat(14), name: 'Verlag' };
    expect(await refused({ voucher: { number: 'ß'.repeat(21) } })).toEqual(['voucher.number']);
    expect(await refused({ voucher: { supplier: abroad } })).toEqual(['voucher.supplier.foreignId']);
  });

  it('of the day: neither before the award nor after the days of grace, nor tomorrow', async () => {
    for (const day of [addDays(TODAY, 1), addDays(TODAY, -61)])
      expect(await refused({ voucher: { issuedOn: day } })).toEqual(['voucher.issuedOn']);
    done(await sendExpense(lead(), spender, { voucher: { issuedOn: addDays(TODAY, -60) } }));
  });

  it('of the type, which is in use', async () => {
    const { id } = done(await sendExpense(lead(), spender));
    const typeId = await voucherTypeId();
    const setActive = (active: boolean) =>
      server.db.updateTable('voucher_types').set({ active }).where('id', '=', typeId).execute();
    await setActive(false);
    expect(await refused({})).toEqual(['voucher.typeId']);
    // What is of it stays of it.
    done(await saveExpenseAs(lead(), spender, id, { description: 'Otras palabras' }));
    expect((await expensesOf(lead(), spender)).types.map(t => t.name)).toContain('Factura');
    await setActive(true);
    expect(await refused({ voucher: { typeId: randomUUID() } })).toEqual(['voucher.typeId']);
  });

  it('of the amount', async () => {
    expect(await refused({ voucher: { gross: 100.5 } })).toEqual(['voucher.gross']);
    expect(await refused({ voucher: { gross: 0 } })).toEqual(['voucher.gross']);
    await setRate(server, 'USD', YESTERDAY, 0.0001);
    expect(await refused({ voucher: { gross: 1, currency: 'USD' } })).toEqual(['voucher.gross']);
    await setRate(server, 'USD', YESTERDAY, 99_999_999);
    expect(await refused({ voucher: { gross: 9_999_999_999, currency: 'USD' } })).toEqual(['voucher.gross']);
    expect(await refused({ share: 100_001 })).toEqual(['share']);
    expect(await refused({ share: 0 })).toEqual(['share']);
  });

  it('of a line without source or category', async () => {
    for (const key of ['source', 'category']) {
      const lines = BUDGET.map(line => (line.id === 'materials' ? { ...line, [key]: null } : line));
      const project = await anotherSpender(lead(), { lines });
      expect(fieldsOf(await sendExpense(lead(), project))).toEqual(['budgetLineId']);
      done(await sendExpense(lead(), project, { budgetLineId: 'fees' }));
    }
  });

  it('of papers: of this project, right ones, and of its type', async () => {
    const evidence = await uploadPaper(lead(), spender, { documentType: 'evidence' });
    done(await sendExpense(lead(), spender, { papers: [{ paper: '', versionId: evidence.versionId }] }));
    const { versionId } = await uploadPaper(clients.colleague, spender);
    const papers = [{ paper: 'work', versionId }];
    expect(await refused({ papers })).toEqual(['papers.0.paper']);
    done(await sendExpense(lead(), spender, { type: 'Boleta de honorarios', papers, budgetLineId: 'fees' }));
    await server.db
      .updateTable('files')
      .set({ state: 'rejected', reason: 'Contiene un virus.' })
      .where('id', '=', versionId)
      .execute();
    expect(await refused({ papers: [{ paper: 'voucher', versionId }] })).toEqual(['papers.0.versionId']);
  });
});

describe('the fund', () => {
  it('is never spent beyond what was awarded, by whichever way', async () => {
    const gross = AWARDED_AMOUNT - 100_000;
    const { id } = done(await sendExpense(lead(), spender, { voucher: { gross } }));
    const over = await sendExpense(lead(), spender, { voucher: { gross: 100_001 } });
    expect([over.status, errorsOf(over)]).toEqual([
      422,
      {
        share: 'Supera lo adjudicado por $1: del fondo quedan $100.000.',
      },
    ]);
    const other = done(
      await sendExpense(lead(), spender, { voucher: { gross: 200_000 }, budgetLineId: 'room' }),
    );
    // Neither by moving it to a line of the fund …
    const moved = await saveExpenseAs(lead(), spender, other.id, { budgetLineId: 'trips' });
    expect([moved.status, fieldsOf(moved)]).toEqual([422, ['share']]);
    done(await saveExpenseAs(lead(), spender, other.id, { budgetLineId: 'trips', share: 100_000 }));
    // … nor by raising it, nor by taking back a credit note.
    expect((await saveExpenseAs(lead(), spender, other.id, { share: 100_001 })).status).toBe(422);
    const { supplier } = (await expenseOf(lead(), spender, id)).voucher;
    const credit = done(
      await sendExpense(lead(), spender, {
        ...{ type: 'Nota de crédito', correctsId: id, voucher: { supplier, gross: 50_000 } },
      }),
    );
    done(await sendExpense(lead(), spender, { voucher: { gross: 50_000 } }));
    expect((await removeExpenseAs(lead(), spender, credit.id)).status).toBe(422);
    expect((await saveExpenseAs(lead(), spender, credit.id, { share: 49_999 })).status).toBe(422);
    // What is refused is not spent.
    await setExpenseState(server, other.id, 'refused');
    done(await saveExpenseAs(lead(), spender, credit.id, { share: 49_999 }));
    done(await removeExpenseAs(lead(), spender, credit.id));
  });
});

describe('a credit note', () => {
  const NOTE = { type: 'Nota de crédito', voucher: {} };
  const original = async () => {
    const { id } = done(await sendExpense(lead(), spender, { budgetLineId: 'trips' }));
    const { supplier } = (await expenseOf(lead(), spender, id)).voucher;
    return { id, supplier };
  };

  it('gives back to the line of what it corrects, at most what that was', async () => {
    const { id, supplier } = await original();
    const note = (gross: number, more: object = {}) =>
      sendExpense(lead(), spender, { ...NOTE, correctsId: id, voucher: { supplier, gross }, ...more });
    const credit = done(await note(60_000, { budgetLineId: 'nowhere' }));
    expect(await expenseOf(lead(), spender, credit.id)).toMatchObject({
      ...{ budgetLineId: 'trips', source: 'fund', share: 60_000, cost: -60_000, correctsId: id },
    });
    const tooMuch = await note(40_001);
    expect([tooMuch.status, errorsOf(tooMuch)]).toEqual([
      400,
      { share: 'Del gasto que corrige quedan $40.000.' },
    ]);
    expect(fieldsOf(await saveExpenseAs(lead(), spender, credit.id, { share: 60_001 }))).toEqual(['share']);
    // What it corrects cannot become less, go, or be of somebody else.
    expect(fieldsOf(await saveExpenseAs(lead(), spender, id, { share: 59_999 }))).toEqual(['share']);
    done(await saveExpenseAs(lead(), spender, id, { share: 60_000 }));
    expect((await removeExpenseAs(lead(), spender, id)).status).toBe(422);
    const { voucher } = await editOf(lead(), spender, id);
    const elsewhere = { ...voucher, supplier: { ...supplier, rut: anyRut() } };
    expect(fieldsOf(await saveExpenseAs(lead(), spender, id, { voucher: elsewhere }))).toEqual([
      'voucher.supplier.rut',
    ]);
    // It goes where that goes.
    done(await saveExpenseAs(lead(), spender, id, { budgetLineId: 'room' }));
    expect(await expenseOf(lead(), spender, credit.id)).toMatchObject({
      ...{ budgetLineId: 'room', source: 'unit', cost: -60_000 },
    });
    done(await removeExpenseAs(lead(), spender, credit.id));
    done(await removeExpenseAs(lead(), spender, id));
  });

  it('names an expense of its own project and supplier that counts and is none itself', async () => {
    const { id, supplier } = await original();
    const send = (correctsId: string | null, more: object = {}) =>
      sendExpense(lead(), spender, { ...NOTE, correctsId, voucher: { supplier, gross: 1000, ...more } });
    const credit = done(await send(id));
    for (const wrong of [null, randomUUID(), credit.id])
      expect(fieldsOf(await send(wrong))).toEqual(['correctsId']);
    expect(fieldsOf(await send(id, { supplier: { ...supplier, rut: anyRut() } }))).toEqual(['correctsId']);
    const plain = await sendExpense(lead(), spender, { correctsId: id });
    expect(errorsOf(plain)).toEqual({ correctsId: 'Solo una nota de crédito corrige otro gasto.' });
    const itself = await saveExpenseAs(lead(), spender, credit.id, { correctsId: credit.id });
    expect(fieldsOf(itself)).toEqual(['correctsId']);
    await setExpenseState(server, id, 'refused');
    expect(fieldsOf(await send(id))).toEqual(['correctsId']);
  });
});
