import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../../test/client.ts';
import { PEOPLE, userIdOf } from '../../../../test/demo.ts';
import { type Created, done } from '../../../../test/factories.ts';
import {
  anotherSpender,
  anyRut,
  aVoucher,
  editOf,
  expenseOf,
  openSpending,
  removeExpenseAs,
  saveExpenseAs,
  sendExpense,
  setExpenseState,
  setRate,
  spender,
  TODAY,
  voucherTypeId,
} from '../../../../test/spending.ts';
import { clients, server } from '../../../../test/university.ts';
import { addDays } from '../../../domain/kit/calendar.ts';
import type { Problem } from '../../../domain/kit/problem.ts';

openSpending();
const lead = () => clients.academic;
/** Lead of another project, who may not see the first one. */
const other = () => clients.stranger;
let others: Created;
let voucher: ReturnType<typeof aVoucher>;
beforeEach(async () => {
  others = await anotherSpender(other(), {}, userIdOf(PEOPLE.stranger));
  voucher = aVoucher(await voucherTypeId());
});

const errorsOf = (answer: Answer<unknown>) =>
  Object.fromEntries(((answer.body as Problem).errors ?? []).map(e => [e.path, e.message]));
const ours = (more: object = {}) => sendExpense(lead(), spender, { voucher, ...more });
const theirs = (more: object = {}) => sendExpense(other(), others, { voucher, ...more });
const vouchersOf = async () =>
  (
    await sql<{ count: number }>`select count(*)::int as count from vouchers
      where supplier_rut = ${voucher.supplier.rut}`.execute(server.db)
  ).rows[0]?.count;
const sharesOf = async () =>
  (
    await sql<{ sum: number }>`select coalesce(sum(share), 0)::int as sum from expenses e
      join vouchers v on v.id = e.voucher_id where v.supplier_rut = ${voucher.supplier.rut} and state <> 'refused'`.execute(
      server.db,
    )
  ).rows[0]?.sum;

describe('a voucher of two projects', () => {
  it('is one row, of which each has a part, at most all of it', async () => {
    const first = done(await ours({ share: 30_000 }));
    expect((await expenseOf(lead(), spender, first.id)).voucher.isShared).toBe(false);
    // However its number is typed, and whatever its supplier is called.
    const typed = {
      ...voucher,
      number: `N° 00${voucher.number}`,
      supplier: { ...voucher.supplier, name: 'Andes' },
    };
    const over = await theirs({ voucher: typed, share: 70_001 });
    expect([over.status, errorsOf(over)]).toEqual([400, { share: 'De este comprobante quedan $70.000.' }]);
    const second = done(await theirs({ voucher: typed }));
    expect(await expenseOf(other(), others, second.id)).toMatchObject({
      ...{ share: 70_000, voucher: { number: voucher.number, isShared: true, grossPesos: 100_000 } },
    });
    expect([await vouchersOf(), await sharesOf()]).toEqual([1, 100_000]);
    const full = await theirs({ voucher: typed });
    expect(errorsOf(full)).toEqual({
      'voucher.number': 'Este comprobante ya está rendido por completo en este proyecto.',
    });
  });

  it('that has nothing left says so, and never of whom', async () => {
    done(await ours());
    const full = await theirs();
    expect([full.status, errorsOf(full)]).toEqual([
      400,
      { 'voucher.number': 'Este comprobante ya está rendido por completo.' },
    ]);
    expect(JSON.stringify(full.body)).not.toMatch(new RegExp(`${spender.code}|${spender.id}|Camila`));
  });

  it('with another day, currency or amount is refused without saying which', async () => {
    done(await ours({ share: 1000 }));
    await setRate(server, 'USD', voucher.issuedOn, 900);
    for (const wrong of [
      { gross: 99_999 },
      { issuedOn: addDays(TODAY, -2) },
      { currency: 'USD', gross: 100 },
    ]) {
      const answer = await theirs({ voucher: { ...voucher, ...wrong } });
      expect([answer.status, errorsOf(answer)]).toEqual([
        400,
        {
          'voucher.number': 'Este comprobante ya está registrado con otra fecha, moneda o monto: revísalos.',
        },
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(
        new RegExp(`${spender.code}|${spender.id}|Camila|100.000`),
      );
    }
    expect(errorsOf(await ours({ voucher: { ...voucher, gross: 5 } }))).toEqual({
      'voucher.number': expect.stringContaining('en este proyecto'),
    });
    // Of another type, or another supplier, it is another one.
    done(await theirs({ type: 'Boleta', voucher: { ...voucher, typeId: await voucherTypeId('Boleta') } }));
    done(await theirs({ voucher: { ...voucher, supplier: { ...voucher.supplier, rut: anyRut() } } }));
  });

  it('keeps what is written of it while others have a part', async () => {
    const first = done(await ours({ share: 30_000 }));
    const second = done(await theirs({ share: 30_000 }));
    const changed = {
      ...voucher,
      ...{ number: '77', issuedOn: addDays(TODAY, -3), gross: 50_000 },
      supplier: { ...voucher.supplier, name: 'Otro nombre' },
    };
    const answer = await saveExpenseAs(lead(), spender, first.id, { voucher: changed });
    expect([answer.status, Object.keys(errorsOf(answer)).sort()]).toEqual([
      400,
      ['voucher.gross', 'voucher.issuedOn', 'voucher.number', 'voucher.supplier.name'],
    ]);
    done(await saveExpenseAs(lead(), spender, first.id, { share: 70_000, description: 'Todo lo que queda' }));
    expect(errorsOf(await saveExpenseAs(lead(), spender, first.id, { share: 70_001 }))).toEqual({
      share: 'De este comprobante quedan $70.000.',
    });
    done(await removeExpenseAs(other(), others, second.id));
    done(await saveExpenseAs(lead(), spender, first.id, { voucher: changed, share: null }));
    expect(await expenseOf(lead(), spender, first.id)).toMatchObject({
      ...{ share: 50_000, voucher: { ...changed, isShared: false } },
    });
    expect(await vouchersOf()).toBe(1);
    done(await removeExpenseAs(lead(), spender, first.id));
    expect(await vouchersOf()).toBe(0);
  });

  it('is joined by changing number and supplier onto it, and what was typed before goes', async () => {
    done(await ours({ share: 60_000 }));
    const typed = { ...voucher, number: '1', gross: 40_000 };
    const wrong = done(await theirs({ voucher: typed }));
    const clash = await saveExpenseAs(other(), others, wrong.id, {
      voucher: { ...typed, number: voucher.number },
    });
    expect(Object.keys(errorsOf(clash))).toEqual(['voucher.number']);
    done(await saveExpenseAs(other(), others, wrong.id, { voucher, share: null }));
    expect(await expenseOf(other(), others, wrong.id)).toMatchObject({
      ...{ share: 40_000, voucher: { isShared: true, gross: 100_000 } },
    });
    expect(await vouchersOf()).toBe(1);
  });

  it('needs no value of the day that is known with it', async () => {
    const day = addDays(TODAY, -12);
    await setRate(server, 'UF', day, 40_000);
    const inUf = { ...voucher, currency: 'UF', gross: 3, issuedOn: day };
    done(await ours({ voucher: inUf, share: 20_000 }));
    await sql`delete from exchange_rates where day = ${day}`.execute(server.db);
    const { id } = done(await theirs({ voucher: inUf }));
    expect(await expenseOf(other(), others, id)).toMatchObject({ share: 100_000, voucher: { rate: 40_000 } });
  });

  it('without a number is never shared', async () => {
    const plain = { ...voucher, number: '' };
    const give = { type: 'Viático', voucher: { ...plain, typeId: await voucherTypeId('Viático') } };
    const { id } = done(await ours(give));
    done(await ours(give));
    done(await theirs(give));
    expect([await vouchersOf(), await sharesOf()]).toEqual([3, 300_000]);
    const { voucher: typed } = await editOf(lead(), spender, id);
    done(await saveExpenseAs(lead(), spender, id, { voucher: { ...typed, gross: 5000 }, share: null }));
    expect(await sharesOf()).toBe(205_000);
    // With another type it gets a number, and the row is another one.
    done(await saveExpenseAs(lead(), spender, id, { voucher, share: null }));
    done(await saveExpenseAs(lead(), spender, id, { voucher: { ...typed, gross: 7000 }, share: null }));
    expect([await vouchersOf(), await sharesOf()]).toEqual([3, 207_000]);
  });
});

describe('what was refused', () => {
  it('frees the voucher, for as much of it', async () => {
    const { id } = done(await ours());
    await setExpenseState(server, id, 'refused');
    const again = done(await theirs());
    expect(await vouchersOf()).toBe(1);
    expect((await expenseOf(other(), others, again.id)).voucher.isShared).toBe(false);
    expect(await sharesOf()).toBe(100_000);
  });

  it('keeps its own record when it is typed right somewhere else', async () => {
    const { id } = done(await ours());
    await setExpenseState(server, id, 'refused');
    const right = { ...voucher, gross: 250_000 };
    const first = done(await theirs({ voucher: right, share: 50_000 }));
    done(await theirs({ voucher: right }));
    expect((await expenseOf(other(), others, first.id)).voucher.grossPesos).toBe(250_000);
    expect((await expenseOf(lead(), spender, id)).voucher).toMatchObject({
      gross: 100_000,
      number: voucher.number,
    });
    expect([await vouchersOf(), await sharesOf()]).toEqual([2, 250_000]);
  });

  it('keeps it also when one that was of the same voucher is mended', async () => {
    const { id } = done(await ours({ share: 50_000 }));
    const second = done(await theirs({ share: 50_000 }));
    await setExpenseState(server, id, 'refused');
    done(
      await saveExpenseAs(other(), others, second.id, {
        voucher: { ...voucher, gross: 60_000 },
        share: null,
      }),
    );
    expect((await expenseOf(other(), others, second.id)).share).toBe(60_000);
    expect((await expenseOf(lead(), spender, id)).voucher.gross).toBe(100_000);
  });
});

describe('two projects at once', () => {
  it('that record the same voucher for the first time share it', async () => {
    for (let round = 0; round < 5; round += 1) {
      voucher = aVoucher(await voucherTypeId());
      const answers = await Promise.all([ours({ share: 60_000 }), theirs({ share: 60_000 })]);
      expect(answers.map(a => a.status).sort()).toEqual([200, 400]);
      expect(answers.flatMap(a => Object.entries(errorsOf(a)))).toEqual([
        ['share', 'De este comprobante quedan $40.000.'],
      ]);
      expect([await vouchersOf(), await sharesOf()]).toEqual([1, 60_000]);
    }
  });

  it('never take more than all of it, nor lose it while one lets go and one joins', async () => {
    const { id } = done(await ours({ share: 40_000 }));
    for (let round = 0; round < 5; round += 1) {
      const [gone, joined] = await Promise.all([
        removeExpenseAs(lead(), spender, id),
        theirs({ share: 10_000 }),
      ]);
      expect([gone.status === 200 || gone.status === 404, joined.status]).toEqual([true, 200]);
    }
    expect([await vouchersOf(), await sharesOf()]).toEqual([1, 50_000]);
    const many = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [ours({ share: 20_000 }), theirs({ share: 20_000 })]),
    );
    expect(many.filter(a => a.status === 200)).toHaveLength(2);
    expect([await vouchersOf(), await sharesOf()]).toEqual([1, 90_000]);
  });

  it('that exchange vouchers with one another do not wait for ever', async () => {
    const [a, b] = [voucher, { ...voucher, number: '4242' }];
    const mine = done(await ours({ voucher: a, share: 10_000 }));
    const its = done(await theirs({ voucher: b, share: 10_000 }));
    const answers = await Promise.all([
      saveExpenseAs(lead(), spender, mine.id, { voucher: b, share: 10_000 }),
      saveExpenseAs(other(), others, its.id, { voucher: a, share: 10_000 }),
    ]);
    // Of whoever comes second the voucher is shared by then: it stays.
    expect(answers.map(x => x.status).sort()).toEqual([200, 400]);
    expect(await sharesOf()).toBe(20_000);
  });
});
