import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUDGET_CATEGORIES, BUDGET_SOURCES, type BudgetLine, budgetTotal } from '../sections/budget.ts';
import { balance, fundChangeRefusal, fundRefusal, projectBalance, type SpentExpense } from './balance.ts';
import { EXPENSE_STATES } from './expense-states.ts';

describe('a balance', () => {
  it.each([
    [100, 0, 'free'],
    [100, 69, 'free'],
    [100, 70, 'near'],
    [100, 89, 'near'],
    [100, 90, 'tight'],
    [100, 100, 'tight'],
    [100, 101, 'over'],
    [0, 0, 'free'],
    [0, 1, 'over'],
    [100, -5, 'free'],
    [0, -5, 'free'],
    // By the peso, however much it is.
    [999_999_999_999, 699_999_999_999, 'free'],
    [999_999_999_999, 700_000_000_000, 'near'],
  ] as const)('of %i with %i spent is %s', (budget, spent, level) => {
    expect(balance(budget, spent)).toEqual({ budget, spent, left: budget - spent, level });
  });
});

const line = (id: string, more: Partial<BudgetLine> = {}): BudgetLine => ({
  ...{ id, category: 'operation', description: id, quantity: 1, unitCost: 1000, source: 'fund' },
  ...more,
});
const spent = (budgetLineId: string, cost: number, state: SpentExpense['state'] = 'recorded') => ({
  ...{ budgetLineId, cost, state },
});

describe('the budget beside what was spent', () => {
  const lines = [
    line('a'),
    line('b', { source: 'unit', category: 'travel', quantity: 2 }),
    line('c', { unitCost: 500 }),
  ];
  it('is by line, category and source, the fund against what was awarded', () => {
    const expenses = [spent('a', 900), spent('a', -200), spent('b', 2500), spent('c', 400, 'refused')];
    const all = projectBalance(lines, expenses, 1200);
    expect(all.byLine.map(l => [l.line.id, l.budget, l.spent, l.level])).toEqual([
      ['a', 1000, 700, 'near'],
      ['b', 2000, 2500, 'over'],
      ['c', 500, 0, 'free'],
    ]);
    expect(all.byCategory.map(g => [g.value, g.label, g.budget, g.spent])).toEqual([
      ['operation', 'Operación', 1500, 700],
      ['travel', 'Viáticos y traslados', 2000, 2500],
    ]);
    expect(all.bySource.map(g => [g.value, g.budget, g.spent, g.left])).toEqual([
      ['fund', 1200, 700, 500],
      ['unit', 2000, 2500, -500],
    ]);
    expect(all.total).toEqual({ budget: 3200, spent: 3200, left: 0, level: 'tight' });
    expect(projectBalance(lines, [], null).total.budget).toBe(3500);
  });

  it('adds up to the peso, whatever is spent', () => {
    const anyLine = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      category: fc.constantFrom(...BUDGET_CATEGORIES.map(c => c.value)),
      source: fc.constantFrom(...BUDGET_SOURCES.map(c => c.value)),
      description: fc.constant(''),
      quantity: fc.integer({ min: 0, max: 10_000 }).map(n => n / 100),
      unitCost: fc.integer({ min: 0, max: 1_000_000 }),
    });
    const anyExpense = fc.record({
      budgetLineId: fc.constantFrom('a', 'b', 'c', 'd'),
      cost: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      state: fc.constantFrom(...EXPENSE_STATES),
    });
    const all = fc.uniqueArray(anyLine, { selector: l => l.id, maxLength: 4 });
    fc.assert(
      fc.property(all, fc.array(anyExpense), (of, expenses) => {
        const { total, byLine, byCategory, bySource } = projectBalance(of, expenses, null);
        const known = expenses.filter(e => e.state !== 'refused' && of.some(l => l.id === e.budgetLineId));
        expect(total.spent).toBe(known.reduce((sum, e) => sum + e.cost, 0));
        expect(total.budget).toBe(budgetTotal({ lines: of }));
        for (const groups of [byLine, byCategory, bySource]) {
          expect(groups.reduce((sum, g) => sum + g.spent, 0)).toBe(total.spent);
          expect(groups.reduce((sum, g) => sum + g.budget, 0)).toBe(total.budget);
        }
      }),
    );
  });
});

describe('the fund', () => {
  it('is spent up to what was awarded', () => {
    expect(fundRefusal(1000, 600, 400)).toBeNull();
    expect(fundRefusal(1000, 600, 401)).toBe('Supera lo adjudicado por $1: del fondo quedan $400.');
    expect(fundRefusal(1000, 1200, 1)).toContain('quedan $0.');
    expect(fundRefusal(1000, 1200, -1)).toBeNull();
    expect(fundRefusal(null, 600, 9_000_000)).toBeNull();
    expect(fundRefusal(0, 0, 1)).not.toBeNull();
  });
  it('stays within it whatever changes: what is over may only fall', () => {
    // Of 900 spent 300 are the expense's own.
    const change = (after: number, before = 300) => fundChangeRefusal(1000, { spent: 900, before, after });
    expect(change(400)).toBeNull();
    expect(change(401)).toBe('Supera lo adjudicado por $1: del fondo quedan $400.');
    expect(change(0)).toBeNull();
    // A credit note that shrinks or goes.
    expect(change(-50, -150)).toBeNull();
    expect(change(-49, -150)).toContain('Supera lo adjudicado por $1: ');
    expect(change(0, -101)).not.toBeNull();
    // More was awarded before.
    expect(fundChangeRefusal(500, { spent: 900, before: 300, after: 299 })).toBeNull();
    expect(fundChangeRefusal(500, { spent: 900, before: 300, after: 301 })).not.toBeNull();
  });
});
