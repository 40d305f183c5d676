import { AWARDED, type Status } from '../kinds/statuses.ts';
import {
  amountOf,
  BUDGET_CATEGORIES,
  BUDGET_SOURCES,
  type BudgetLine,
  fundTotal,
} from '../sections/budget.ts';
import { formatMoney } from '../text/format.ts';
import { countsAsSpent, type ExpenseState } from './expense-states.ts';

/** How much of an amount is spent: `near` from 70 %, `tight` from 90 %, `over` beyond all of it. */
export type BalanceLevel = 'free' | 'near' | 'tight' | 'over';
const NEAR = 70;
const TIGHT = 90;

/** Pesos; what is left is below zero where more was spent. */
export interface Balance {
  readonly budget: number;
  readonly spent: number;
  readonly left: number;
  readonly level: BalanceLevel;
}
export interface NamedBalance<V extends string> extends Balance {
  readonly value: V;
  readonly label: string;
}

export function balance(budget: number, spent: number): Balance {
  const reaches = (percent: number) => spent > 0 && spent * 100 >= budget * percent;
  const level = spent > budget ? 'over' : reaches(TIGHT) ? 'tight' : reaches(NEAR) ? 'near' : 'free';
  return { budget, spent, left: budget - spent, level };
}

/** An expense as far as the balance asks. */
export interface SpentExpense {
  readonly budgetLineId: string;
  /** Pesos, below zero for a credit note. */
  readonly cost: number;
  readonly state: ExpenseState;
}

/** Pesos spent by line of the budget. */
export function spentByLine(expenses: readonly SpentExpense[]): ReadonlyMap<string, number> {
  const spent = new Map<string, number>();
  for (const e of expenses.filter(countsAsSpent))
    spent.set(e.budgetLineId, (spent.get(e.budgetLineId) ?? 0) + e.cost);
  return spent;
}

export interface ProjectBalance {
  readonly total: Balance;
  readonly byCategory: readonly NamedBalance<(typeof BUDGET_CATEGORIES)[number]['value']>[];
  /** The fund is measured against what was awarded, where anything was. */
  readonly bySource: readonly NamedBalance<(typeof BUDGET_SOURCES)[number]['value']>[];
  readonly byLine: readonly (Balance & { readonly line: BudgetLine })[];
}

/** The budget beside what was spent of it; groups without either are left out. */
export function projectBalance(
  lines: readonly BudgetLine[],
  expenses: readonly SpentExpense[],
  awarded: number | null,
): ProjectBalance {
  const spent = spentByLine(expenses);
  const byLine = lines.map(line => ({ line, ...balance(amountOf(line), spent.get(line.id) ?? 0) }));
  const sumOf = (of: typeof byLine) => ({
    budget: of.reduce((sum, l) => sum + l.budget, 0),
    spent: of.reduce((sum, l) => sum + l.spent, 0),
  });
  const group = <V extends string>(
    options: readonly { readonly value: V; readonly label: string }[],
    of: (line: BudgetLine) => string | null,
    budgetOf: (value: V, sum: number) => number = (_value, sum) => sum,
  ) =>
    options.flatMap(({ value, label }): NamedBalance<V>[] => {
      const sum = sumOf(byLine.filter(l => of(l.line) === value));
      const budget = budgetOf(value, sum.budget);
      return budget === 0 && sum.spent === 0 ? [] : [{ value, label, ...balance(budget, sum.spent) }];
    });
  const all = sumOf(byLine);
  const fund = fundTotal({ lines });
  return {
    total: balance(awarded === null ? all.budget : all.budget - fund + awarded, all.spent),
    byCategory: group(BUDGET_CATEGORIES, l => l.category),
    bySource: group(
      BUDGET_SOURCES,
      l => l.source,
      (value, sum) => (value === 'fund' && awarded !== null ? awarded : sum),
    ),
    byLine,
  };
}

/**
 * Pesos that a project may have spent of the fund; null where there is no award. What left the awards, as a cancelled
 * project, accounts for what it holds of its line (`committed`): the rest may be somebody else's by now.
 */
export const fundLimit = ({ status, amountAwarded, call }: FundHolder, committed: number): number | null =>
  AWARDED.includes(status) || call === null ? amountAwarded : committed;
interface FundHolder {
  readonly status: Status;
  readonly amountAwarded: number | null;
  readonly call: object | null;
}

/** Why an expense of the fund cannot be; null when it can. `spent` are the pesos of the others of it. */
export const fundRefusal = (limit: number | null, spent: number, cost: number): string | null =>
  limit === null || spent + cost <= limit || cost <= 0
    ? null
    : `Supera lo adjudicado por ${formatMoney(spent + cost - limit)}: del fondo quedan ${formatMoney(Math.max(0, limit - spent))}.`;

/** What an expense takes from the fund before and after a change, and all that is spent of it before; pesos. */
interface FundChange {
  readonly spent: number;
  readonly before: number;
  readonly after: number;
}

/** The same for any change: an expense that grows or comes to the fund, a credit note that shrinks or goes. */
export const fundChangeRefusal = (
  limit: number | null,
  { spent, before, after }: FundChange,
): string | null => {
  if (after <= before) return null;
  return after > 0 ? fundRefusal(limit, spent - before, after) : fundRefusal(limit, spent, after - before);
};
