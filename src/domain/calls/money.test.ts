import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, BUDGET_CATEGORIES, type BudgetLine, fundTotal } from '../sections/budget.ts';
import { budgetMove, budgetRefusal, isUnfitted, movableLeft, withFundLines } from './money.ts';

const line = (id: string, more: Partial<BudgetLine> = {}): BudgetLine => ({
  ...{ id, category: 'operation', description: 'Ítem', quantity: 1, unitCost: 100, source: 'fund' },
  ...more,
});
const categories = BUDGET_CATEGORIES.map(c => c.value);
const lines = fc.array(
  fc.record({
    category: fc.constantFrom(...categories),
    source: fc.constantFrom('fund', 'unit'),
    unitCost: fc.nat(1000),
  }),
  { maxLength: 6 },
);
const budgets = lines.map(all => all.map((l, n) => line(`l${n}`, l as Partial<BudgetLine>)));

it('a line is its exact product, half a peso up', () => {
  const of = (quantity: number, unitCost: number) => amountOf({ quantity, unitCost });
  expect([of(4.35, 30), of(0.35, 10), of(1.15, 10), of(0.01, 49), of(1_000_000, 999_999)]).toEqual([
    131, 4, 12, 0, 999_999_000_000,
  ]);
});

describe('fitting a budget to the award', () => {
  const caps = [{ category: 'operation', share: 50 }] as const;
  it.each([
    ['nothing awarded', [line('a')], null, [], false],
    ['less', [line('a', { unitCost: 99 })], 100, [], true],
    ['more', [line('a', { unitCost: 101 })], 100, [], true],
    ['equal', [line('a'), line('b', { source: 'unit' })], 100, [], false],
    ['equal, but above a cap of the award', [line('a')], 100, caps, true],
    [
      'equal, and at the cap',
      [line('a', { unitCost: 50 }), line('b', { unitCost: 50, category: 'travel' })],
      100,
      caps,
      false,
    ],
  ])('%s', (_, all, awarded, given, unfitted) => {
    expect(isUnfitted(all, awarded, given)).toBe(unfitted);
  });

  it('leaves every line that the fund does not pay as it was', () => {
    fc.assert(
      fc.property(budgets, budgets, (stored, sent) => {
        const merged = withFundLines(stored, sent);
        expect(merged.filter(l => l.source !== 'fund')).toEqual(stored.filter(l => l.source !== 'fund'));
        expect(new Set(merged.map(l => l.id)).size).toBe(merged.length);
      }),
    );
  });
});

describe('a move between categories', () => {
  const [a, b] = [line('a'), line('b', { category: 'travel' })];
  it('is told by what it moves', () => {
    const after = [
      { ...a, unitCost: 80 },
      { ...b, unitCost: 120 },
    ];
    expect(budgetMove([a, b], after)).toEqual({
      amount: 20,
      words: 'Operación −$20, Viáticos y traslados +$20',
    });
  });
  it.each([
    ['the total changes', [{ ...a, unitCost: 90 }, b]],
    ['nothing moves', [a, b]],
    [
      'a line is for something else',
      [
        { ...a, unitCost: 80, description: 'Otro' },
        { ...b, unitCost: 120 },
      ],
    ],
    ['a line changes its category', [{ ...a, category: 'other' as const }, b]],
    [
      'another source changes',
      [{ ...a, unitCost: 80 }, { ...b, unitCost: 120 }, line('u', { source: 'unit' })],
    ],
    ['it stays within a category', [{ ...a, unitCost: 60 }, line('c', { unitCost: 40 }), b]],
  ])('is none where %s', (_, after) => {
    expect(budgetMove([a, b], after)).toBeNull();
  });
  it('keeps the total, and moves no more than there is', () => {
    fc.assert(
      fc.property(budgets, budgets, (before, after) => {
        const move = budgetMove(before, after);
        if (!move) return;
        expect(fundTotal({ lines: after })).toBe(fundTotal({ lines: before }));
        expect(move.amount).toBeGreaterThan(0);
        expect(move.amount).toBeLessThanOrEqual(fundTotal({ lines: before }));
      }),
    );
  });
  it('what is left is the share of the award, less what was moved', () => {
    expect([movableLeft(1999, 0, 10), movableLeft(2000, 150, 10), movableLeft(2000, 500, 10)]).toEqual([
      199, 50, 0,
    ]);
  });
});

describe('a changed budget', () => {
  it('never spends more than was awarded; an older excess may only fall', () => {
    fc.assert(
      fc.property(budgets, budgets, fc.nat(4000), (before, after, awarded) => {
        const most = Math.max(awarded, fundTotal({ lines: before }));
        const isWithin = fundTotal({ lines: after }) <= most;
        expect(budgetRefusal(before, after, { awarded, categoryCaps: [] }) === null).toBe(isWithin);
      }),
    );
  });
  it('is held to the caps of the award', () => {
    const rules = { awarded: 200, categoryCaps: [{ category: 'operation', share: 50 }] } as const;
    const two = [line('a'), line('b', { category: 'travel' })];
    expect(
      budgetRefusal(
        two,
        [line('a', { unitCost: 110 }), line('b', { category: 'travel', unitCost: 90 })],
        rules,
      ),
    ).toBe('Operación puede llegar al 50 % ($100) y suma $110.');
    const older = [line('a', { unitCost: 150 })];
    expect(budgetRefusal(older, [line('a', { unitCost: 140 })], rules)).toBeNull();
  });
});
