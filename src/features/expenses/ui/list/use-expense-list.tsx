import { useMemo } from 'react';
import { z } from 'zod';
import { BUDGET_CATEGORIES, BUDGET_SOURCES } from '../../../../domain/sections/budget.ts';
import { enumOf } from '../../../../domain/sections/field.ts';
import { EXPENSE_STATES } from '../../../../domain/spending/expense-states.ts';
import { plain } from '../../../../domain/text/plain.ts';
import { listQuery, text } from '../../../../domain/text/rules.ts';
import { type ListState, useListState } from '../../../../web/table/list-state.ts';
import type { Expense, ProjectExpenses } from '../../contract.ts';
import {
  categoryLabel,
  lineOf,
  missingNames,
  sourceLabel,
  supplierWords,
  voucherName,
} from '../expense-words.tsx';

/** An expense with what the table searches, filters and sorts by. */
export interface ExpenseRow {
  readonly id: string;
  readonly expense: Expense;
  /** What it is called: type and number. */
  readonly name: string;
  readonly supplier: string;
  readonly lineName: string;
  readonly category: string | null;
  readonly missing: readonly string[];
  /** All that a search looks at, without accents. */
  readonly words: string;
}

const SORTS = ['day', 'voucher', 'line', 'cost', 'state'] as const;
type Sort = (typeof SORTS)[number];
const FIRST = '-day';
const SIZE = 50;

/** What of the list stands in the address, beside the tab that shows it. */
const query = listQuery(SORTS, FIRST).extend({
  state: z.enum(EXPENSE_STATES).optional(),
  category: enumOf(BUDGET_CATEGORIES).optional(),
  source: enumOf(BUDGET_SOURCES).optional(),
  papers: z.enum(['missing']).optional(),
  tab: text(40).optional(),
  section: text(40).optional(),
  field: text(200).optional(),
});
type Asked = Partial<z.output<typeof query>>;
const FILTERS = ['q', 'state', 'category', 'source', 'papers'] as const;

/** The list's place in the address of the project's page, which keeps the rest of it. */
export function useExpenseListState(): ListState {
  const list = useListState(query);
  return useMemo(
    () => ({
      ...list,
      values: { ...list.values, size: SIZE },
      narrowed: FILTERS.some(name => list.query[name] !== undefined),
      clear: () => void list.set(Object.fromEntries(FILTERS.map(name => [name, null]))),
    }),
    [list],
  );
}

export function rowsOf(data: ProjectExpenses): ExpenseRow[] {
  return data.expenses.map(expense => {
    const line = lineOf(data, expense.budgetLineId);
    const name = voucherName(data, expense);
    const supplier = supplierWords(expense);
    const lineName = line?.description ?? '';
    const words = [name, supplier, lineName, categoryLabel(line?.category), sourceLabel(expense.source)];
    return {
      ...{ id: expense.id, expense, name, supplier, lineName },
      category: line?.category ?? null,
      missing: missingNames(data, expense),
      words: plain([...words, expense.description, String(Math.abs(expense.cost))].join(' ')),
    };
  });
}

/** By which the rows stand; equal ones by day, then in the order they came. */
const COMPARED: Readonly<Record<Sort, (a: ExpenseRow, b: ExpenseRow) => number>> = {
  day: (a, b) => a.expense.voucher.issuedOn.localeCompare(b.expense.voucher.issuedOn),
  voucher: (a, b) => compareWords(a.name, b.name),
  line: (a, b) => compareWords(a.lineName, b.lineName),
  cost: (a, b) => a.expense.cost - b.expense.cost,
  state: (a, b) => EXPENSE_STATES.indexOf(a.expense.state) - EXPENSE_STATES.indexOf(b.expense.state),
};
// One for all: a comparison that sets up a language each time is slow over thousands of rows.
const { compare: compareWords } = new Intl.Collator('es-CL', { numeric: true });

const isSort = (name: string): name is Sort => (SORTS as readonly string[]).includes(name);

/** The rows that are asked for, in their order; all pages. */
export function findRows(rows: readonly ExpenseRow[], asked: Asked): ExpenseRow[] {
  const wanted = plain(asked.q ?? '')
    .split(' ')
    .filter(Boolean);
  const found = rows.filter(
    row =>
      (!asked.state || row.expense.state === asked.state) &&
      (!asked.category || row.category === asked.category) &&
      (!asked.source || row.expense.source === asked.source) &&
      (!asked.papers || row.missing.length > 0) &&
      wanted.every(word => row.words.includes(word)),
  );
  const sort = String(asked.sort ?? FIRST);
  const name = sort.replace(/^-/, '');
  const compare = COMPARED[isSort(name) ? name : 'day'];
  const turn = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => turn * compare(a, b) || COMPARED.day(b, a));
}

/** What the table shows: all rows found, and those of the page. A page beyond the last one is the last one. */
export function useExpenseList(data: ProjectExpenses) {
  const state = useExpenseListState();
  const rows = useMemo(() => rowsOf(data), [data]);
  const found = useMemo(() => findRows(rows, state.values as Asked), [rows, state.values]);
  const last = Math.max(1, Math.ceil(found.length / SIZE));
  const page = Math.min(Number(state.values.page) || 1, last);
  const list = useMemo(() => ({ ...state, values: { ...state.values, page } }), [state, page]);
  return { list, found, shown: found.slice((page - 1) * SIZE, page * SIZE) };
}
