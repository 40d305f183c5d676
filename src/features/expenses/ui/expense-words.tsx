import { BUDGET_CATEGORIES, BUDGET_SOURCES } from '../../../domain/sections/budget.ts';
import { formatRate } from '../../../domain/spending/currencies.ts';
import { missingPapers } from '../../../domain/spending/expenses.ts';
import { formatAmount, formatCount, formatList, formatMoney, labelIn } from '../../../domain/text/format.ts';
import type { Expense, ProjectExpenses } from '../contract.ts';

export type ExpenseType = ProjectExpenses['types'][number];
export type ExpenseBudgetLine = ProjectExpenses['lines'][number];

export const sourceLabel = (source: string | null | undefined): string => labelIn(BUDGET_SOURCES, source);
/** A line of a draft may have none yet. */
export const categoryLabel = (category: string | null | undefined): string =>
  labelIn(BUDGET_CATEGORIES, category) || 'Sin categoría';

export const typeOf = (
  data: Pick<ProjectExpenses, 'types'>,
  typeId: string | null,
): ExpenseType | undefined => data.types.find(t => t.id === typeId);
export const lineOf = (
  data: Pick<ProjectExpenses, 'lines'>,
  budgetLineId: string | null,
): ExpenseBudgetLine | undefined => data.lines.find(l => l.id === budgetLineId);

/** `Factura 1234`; the type alone where it has no number. */
export const voucherName = (data: Pick<ProjectExpenses, 'types'>, { voucher }: Expense): string =>
  [typeOf(data, voucher.typeId)?.name ?? 'Comprobante', voucher.number].filter(Boolean).join(' ');

/** Who issued it, or nothing where nobody is named. */
export const supplierWords = ({ voucher: { supplier } }: Expense): string =>
  [supplier.name, supplier.rut || supplier.foreignId].filter(Boolean).join(' · ');

/** The amount as it was written on the voucher, with the rate; empty for pesos, which are shown anyway. */
export const originalAmount = ({ voucher: { currency, gross, rate } }: Expense): string =>
  currency === 'CLP' ? '' : `${formatAmount(gross, currency)} a $${formatRate(rate)}`;

/** Names of the papers that an expense still lacks. */
export const missingNames = (data: Pick<ProjectExpenses, 'types'>, e: Expense): string[] => {
  const type = typeOf(data, e.voucher.typeId);
  return type ? missingPapers(type, e.papers).map(p => p.name) : [];
};

/** `2 archivos`, `Sin respaldo` or what is missing. */
export function papersWords(data: Pick<ProjectExpenses, 'types'>, e: Expense): string {
  const missing = missingNames(data, e);
  const there = e.papers.length === 0 ? 'Sin archivos' : formatCount(e.papers.length, 'archivo', 'archivos');
  return missing.length === 0 ? there : `${there}; falta ${formatList(missing)}`;
}

/** Of the expense that a credit note takes back. */
export const correctedWords = (data: ProjectExpenses, e: Expense): string => {
  const corrected = data.expenses.find(each => each.id === e.correctsId);
  return corrected ? `corrige ${voucherName(data, corrected)}` : '';
};

/** Pesos of several expenses, credit notes taken off. */
export const sumOf = (expenses: readonly Pick<Expense, 'cost'>[]): number =>
  expenses.reduce((sum, e) => sum + e.cost, 0);

/** `Factura 1234 de Ferretería Sur por $120.000`, for what is asked or announced. */
export const expenseInWords = (data: ProjectExpenses, e: Expense): string =>
  `${voucherName(data, e)}${e.voucher.supplier.name && ` de ${e.voucher.supplier.name}`} por ${formatMoney(e.cost)}`;
