import { isRejected } from '../../../domain/files/file-states.ts';
import type { FieldError } from '../../../domain/kit/problem.ts';
import { missingPapers } from '../../../domain/spending/expenses.ts';
import { formatList } from '../../../domain/text/format.ts';
import type { Expense, ProjectExpenses } from '../../expenses/contract.ts';

/** An expense as a line of a statement. */
export interface Row {
  readonly expense: Expense;
  /** Its number in the statement, from 1. */
  readonly n: number;
  /** Why its papers do not suffice yet, in words; null when they do. */
  readonly gap: string | null;
}

/** A paper that was rejected proves nothing, and does not go along. */
function gapOf({ types }: ProjectExpenses, { voucher, papers }: Expense): string | null {
  const rejected = papers.find(isRejected);
  if (rejected) return `La revisión rechazó «${rejected.name}»: quítalo o súbelo de nuevo.`;
  const type = types.find(t => t.id === voucher.typeId);
  const missing = type ? missingPapers(type, papers).map(p => p.name) : [];
  return missing.length === 0 ? null : `Falta ${formatList(missing)}.`;
}

function rowOf(data: ProjectExpenses, expense: Expense, n: number): Row {
  return { expense, n: n + 1, gap: gapOf(data, expense) };
}

/** The lines of a statement, in its order. */
export const rowsOf = (data: ProjectExpenses, statementId: string): Row[] =>
  data.expenses
    .filter(e => e.statementId === statementId)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((e, n) => rowOf(data, e, n));

/** Those that `belongs` tells, the oldest voucher first, as they are sent. */
export const rowsWhere = (data: ProjectExpenses, belongs: (e: Expense) => boolean): Row[] =>
  data.expenses
    .filter(belongs)
    .toReversed()
    .map((e, n) => rowOf(data, e, n));

/** Pesos; what credit notes give back is taken off. */
export const sumOfRows = (rows: readonly Row[]): number => rows.reduce((sum, r) => sum + r.expense.cost, 0);

/** What was refused of an answer: by the expense it is about, and the rest. */
interface PlacedErrors {
  readonly byExpense: ReadonlyMap<string, string>;
  readonly others: readonly FieldError[];
}

/** `list.n` of an answer means the n-th of those that were sent; `sent` are their ids, by list. */
export function placeErrors(
  errors: readonly FieldError[],
  sent: Readonly<Record<string, readonly string[]>>,
): PlacedErrors {
  const idOf = ({ path }: FieldError) => {
    const [list = '', n = ''] = path.split('.');
    return n === '' ? undefined : sent[list]?.[Number(n)];
  };
  const found = errors.flatMap(e => {
    const id = idOf(e);
    return id === undefined ? [] : [[id, e.message] as const];
  });
  // Of several about one the first is said.
  return { byExpense: new Map(found.toReversed()), others: errors.filter(e => idOf(e) === undefined) };
}
