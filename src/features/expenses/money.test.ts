import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PEOPLE, userIdOf } from '../../../test/demo.ts';
import type { Created } from '../../../test/factories.ts';
import {
  anotherSpender,
  anyRut,
  expensesOf,
  openSpending,
  removeExpenseAs,
  saveExpenseAs,
  sendExpense,
  setExpenseState,
  setRate,
  TODAY,
  voucherTypeId,
} from '../../../test/spending.ts';
import { clients, server } from '../../../test/university.ts';
import { addDays } from '../../domain/kit/calendar.ts';
import { projectBalance } from '../../domain/spending/balance.ts';
import { countsAsSpent } from '../../domain/spending/expense-states.ts';

openSpending();
const DAY = addDays(TODAY, -1);
const AMOUNTS = {
  CLP: [1, 99_999, 700_000, 1_500_000],
  UF: [0.0001, 1.2345, 17.5, 33.3333],
  USD: [0.01, 99.99, 1234.56],
};

const currency = fc.constantFrom('CLP' as const, 'UF' as const, 'USD' as const);
const step = fc.record({
  act: fc.constantFrom('record', 'record', 'record', 'save', 'remove', 'refuse', 'credit'),
  who: fc.nat(1),
  /** Which voucher of the few that there are, and which expense of those that the project has. */
  number: fc.integer({ min: 1, max: 4 }),
  nth: fc.nat(6),
  ...{ currency, amount: fc.nat(3) },
  share: fc.option(fc.integer({ min: 1, max: 900_000 }), { freq: 2 }),
  line: fc.constantFrom('materials', 'fees', 'room', 'hall'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What the statements of the database say of vouchers and of each project. */
async function overdrawn(): Promise<unknown[]> {
  const { rows } = await sql`select v.id, v.gross_pesos, sum(e.share) as shares from vouchers v
    join expenses e on e.voucher_id = v.id and e.state <> 'refused'
    group by v.id having sum(e.share) > v.gross_pesos`.execute(server.db);
  return rows;
}
const orphans = async () =>
  (
    await sql`select from vouchers v where not exists (select from expenses where voucher_id = v.id)`.execute(
      server.db,
    )
  ).rows.length;
async function committedOf({ id }: Created): Promise<number> {
  const { rows } = await sql<{ pesos: number }>`select committed_money(${id}) as pesos`.execute(server.db);
  return rows[0]?.pesos ?? Number.NaN;
}

/** The other of the two removed it before the form could be filled in. */
function removedMeanwhile(error: Error): void {
  if (error.message !== 'no such expense') throw error;
}

it('whatever is recorded, changed, removed and refused: totals are sums of lines, no voucher or fund is overdrawn', async () => {
  await setRate(server, 'UF', DAY, 39_876.5432);
  await setRate(server, 'USD', DAY, 941.37);
  const type = await voucherTypeId('Nota de crédito');
  const statuses = new Map<number, number>();
  const note = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 14 }), async steps => {
      const projects = [
        { who: clients.academic, of: await anotherSpender() },
        { who: clients.stranger, of: await anotherSpender(clients.stranger, {}, userIdOf(PEOPLE.stranger)) },
      ];
      const supplier = { rut: anyRut(), foreignId: '', name: 'Proveedor' };
      const take = async (s: Step) => {
        const { who, of } = projects[s.who] ?? { who: clients.academic, of: projects[0]?.of as Created };
        const { expenses } = await expensesOf(who, of);
        const one = expenses[s.nth % Math.max(1, expenses.length)];
        const gross = AMOUNTS[s.currency][s.amount] ?? 5;
        const voucher = { supplier, number: String(s.number), currency: s.currency, gross, issuedOn: DAY };
        const { share, line: budgetLineId } = s;
        if (s.act === 'record') return note(await sendExpense(who, of, { voucher, share, budgetLineId }));
        if (!one) return;
        if (s.act === 'save') {
          const more =
            s.nth % 2
              ? { share, budgetLineId }
              : { share, voucher: { ...voucher, typeId: one.voucher.typeId } };
          const answer = await saveExpenseAs(who, of, one.id, more).catch(removedMeanwhile);
          return answer && note(answer);
        }
        if (s.act === 'remove') return note(await removeExpenseAs(who, of, one.id));
        if (s.act === 'refuse') return one.cost > 0 ? setExpenseState(server, one.id, 'refused') : undefined;
        return note(
          await sendExpense(who, of, {
            type: 'Nota de crédito',
            correctsId: one.id,
            share,
            voucher: { ...voucher, number: `C${s.number}`, typeId: type },
          }),
        );
      };
      // Two at a time, as two people do.
      for (let n = 0; n < steps.length; n += 2) await Promise.all(steps.slice(n, n + 2).map(take));

      expect(await overdrawn()).toEqual([]);
      expect(await orphans()).toBe(0);
      for (const { who, of } of projects) {
        const { expenses, lines, awarded } = await expensesOf(who, of);
        const balance = projectBalance(lines, expenses, awarded);
        const spent = expenses.filter(countsAsSpent);
        const sum = (all: readonly { cost: number }[]) => all.reduce((total, e) => total + e.cost, 0);
        expect(balance.total.spent).toBe(sum(spent));
        for (const groups of [balance.byCategory, balance.bySource, balance.byLine])
          expect(groups.reduce((total, g) => total + g.spent, 0)).toBe(balance.total.spent);
        const fund = sum(spent.filter(e => e.source === 'fund'));
        expect(balance.bySource.find(s => s.value === 'fund')?.spent ?? 0).toBe(fund);
        expect(fund).toBeLessThanOrEqual(awarded ?? 0);
        expect(await committedOf(of)).toBe(Math.max(0, fund));
      }
    }),
    { numRuns: 12 },
  );
  // It did something, and was refused something.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400]));
  for (const status of statuses.keys()) expect(status).toBeLessThan(500);
}, 120_000);
