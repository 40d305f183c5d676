import { type Balance, balance, fundRefusal } from '../../../../domain/spending/balance.ts';
import { toPesos } from '../../../../domain/spending/currencies.ts';
import { countsAsSpent } from '../../../../domain/spending/expense-states.ts';
import { costOf } from '../../../../domain/spending/expenses.ts';
import { withheldOf, withholdingFor } from '../../../../domain/spending/vouchers.ts';
import type { Expense, NewExpense, ProjectExpenses } from '../../contract.ts';
import { lineOf, typeOf } from '../expense-words.tsx';
import type { OpenExpense } from '../open-expense.tsx';

type Voucher = NewExpense['voucher'];

/** What is typed: null where nothing is yet, and in place of an amount also what is no number. */
export interface ExpenseValues extends Omit<NewExpense, 'voucher' | 'budgetLineId' | 'share'> {
  readonly voucher: Omit<Voucher, 'typeId' | 'issuedOn' | 'gross'> & {
    readonly typeId: string | null;
    readonly issuedOn: string | null;
    readonly gross: number | string | null;
  };
  readonly budgetLineId: string | null;
  readonly share: number | string | null;
}

const NOBODY = { rut: '', foreignId: '', name: '' };

const voucherOf = ({ voucher }: Expense): Voucher => {
  const { typeId, number, supplier, issuedOn, currency, gross } = voucher;
  return { typeId, number, supplier, issuedOn, currency, gross };
};
const papersOf = ({ papers }: Expense): NewExpense['papers'] =>
  papers.map(({ paper, versionId }) => ({ paper, versionId }));

export const storedValues = (e: Expense): NewExpense => ({
  ...{ id: e.id, voucher: voucherOf(e), budgetLineId: e.budgetLineId, description: e.description },
  ...{
    share: e.share === e.voucher.grossPesos ? null : e.share,
    correctsId: e.correctsId,
    papers: papersOf(e),
  },
});

/** What a form begins with: what is stored, the voucher of another expense, what it corrects, or nothing. */
export function firstValues(open: OpenExpense, data: ProjectExpenses, id: string): ExpenseValues {
  const find = (of: string | null) => data.expenses.find(e => e.id === of);
  const stored = find(open.id);
  if (stored) return storedValues(stored);
  const like = find(open.likeId);
  const empty = { id, description: '', share: null, correctsId: null, papers: [] };
  if (like) return { ...empty, voucher: voucherOf(like), budgetLineId: null, papers: papersOf(like) };
  const corrected = find(open.correctsId);
  return {
    ...empty,
    budgetLineId: corrected?.budgetLineId ?? null,
    correctsId: corrected?.id ?? null,
    voucher: {
      typeId: (corrected && data.types.find(t => t.isCredit && t.active)?.id) ?? null,
      ...{ number: '', supplier: corrected?.voucher.supplier ?? NOBODY, issuedOn: null },
      ...{ currency: corrected?.voucher.currency ?? 'CLP', gross: null },
    },
  };
}

/** What is typed in pesos; null while something is missing for it. */
export interface Pesos {
  readonly gross: number;
  readonly percent: number;
  readonly withheld: number;
  /** What is taken from the line, below zero for a credit note. */
  readonly cost: number;
}

/** Pesos of the voucher that other expenses of this project already are. */
const taken = (data: ProjectExpenses, own: string, voucherId: string | undefined): number =>
  data.expenses
    .filter(e => e.id !== own && e.voucher.id === voucherId && countsAsSpent(e))
    .reduce((sum, e) => sum + e.share, 0);

/** Whether something of the voucher of an expense is left that another one of this project could be. */
export const hasRest = (data: ProjectExpenses, { voucher }: Expense): boolean =>
  voucher.grossPesos > taken(data, '', voucher.id);

/** `rate` are pesos a unit, null while unknown; `voucherId` of a voucher that is there already. */
export function pesosOf(
  data: ProjectExpenses,
  { id, voucher, share }: ExpenseValues,
  { rate, voucherId }: { rate: number | null; voucherId: string | undefined },
): Pesos | null {
  const type = typeOf(data, voucher.typeId);
  if (!type || rate === null || typeof voucher.gross !== 'number' || voucher.gross <= 0) return null;
  const gross = toPesos(voucher.gross, rate);
  const year = Number(voucher.issuedOn?.slice(0, 4) ?? 0);
  const percent = type.withholds && year ? (withholdingFor(data.withholding, year) ?? 0) : 0;
  const all = Math.max(0, gross - taken(data, id, voucherId));
  const part = typeof share === 'number' ? share : all;
  return { gross, percent, withheld: withheldOf(gross, percent), cost: costOf(type, part) };
}

/** What others of some expenses have spent, without the one that is filled in. */
export const spentBeside = (
  { expenses }: ProjectExpenses,
  own: string,
  isOf: (e: Expense) => boolean,
): number =>
  expenses.filter(e => e.id !== own && countsAsSpent(e) && isOf(e)).reduce((sum, e) => sum + e.cost, 0);

/** Why the fund cannot pay it; null where it can, or where it is not of the fund. What falls was taken before. */
export function overFund(
  data: ProjectExpenses,
  { id, budgetLineId }: Pick<ExpenseValues, 'id' | 'budgetLineId'>,
  cost: number,
  stored: Expense | undefined,
): string | null {
  const before = stored?.source === 'fund' ? stored.cost : 0;
  if (lineOf(data, budgetLineId)?.source !== 'fund' || cost <= before) return null;
  return fundRefusal(
    data.awarded,
    spentBeside(data, id, e => e.source === 'fund'),
    cost,
  );
}

/** What a part of the budget comes to with one more cost. */
export const balanceWith = (budget: number, spent: number, cost: number): Balance =>
  balance(budget, spent + cost);
