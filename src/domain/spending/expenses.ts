import { z } from 'zod';
import { itemId } from '../execution/activities.ts';
import type { FieldError } from '../kit/problem.ts';
import type { BudgetLine } from '../sections/budget.ts';
import { formatDay } from '../text/format.ts';
import { id, MAX_MONEY, text } from '../text/rules.ts';
import type { VoucherType } from './vouchers.ts';
import { voucherFields } from './vouchers.ts';

export const MOST_PAPERS = 20;

/** A file that backs an expense, and which of the papers of its type that is; empty for one more. */
const paper = z.object({ paper: z.string().max(40).default(''), versionId: id });
export type Paper = z.output<typeof paper>;

/** What is typed of an expense: the voucher, and how much of it this project pays from which line of its budget. */
export const expenseFields = z.object({
  voucher: voucherFields,
  /** Line of the section «Presupuesto». Of a credit note it is the one of what it corrects. */
  budgetLineId: itemId,
  description: text(300, 3),
  /** Pesos of the voucher that this expense is; null for all that nobody else has. */
  share: z.number().int().min(1).max(MAX_MONEY).nullable().default(null),
  /** Of a credit note: the expense of this project that it takes back. */
  correctsId: id.nullable().default(null),
  papers: z
    .array(paper)
    .max(MOST_PAPERS)
    .refine(all => new Set(all.map(p => p.versionId)).size === all.length, 'Hay archivos repetidos.')
    .default([]),
});
export type ExpenseFields = z.output<typeof expenseFields>;

/** Pesos that an expense takes from its line; a credit note gives them back. */
export const costOf = ({ isCredit }: Pick<VoucherType, 'isCredit'>, share: number): number =>
  isCredit ? -share : share;

/** Papers of the type that an expense still lacks; a statement takes none that lacks any. */
export const missingPapers = (
  { papers: needed }: Pick<VoucherType, 'papers'>,
  papers: readonly Pick<Paper, 'paper'>[],
): VoucherType['papers'] => needed.filter(p => !papers.some(given => given.paper === p.id));

/** When a voucher of a project may be issued; null where nothing says so. */
export interface ExpenseWindow {
  /** Day of the act, else of the approval. */
  readonly from: string | null;
  /** The end with the days of grace of the call. */
  readonly to: string | null;
}

/** Why a voucher of this day is none of the project; null when it is. */
export function expenseDayError(day: string, { from, to }: ExpenseWindow, today: string): string | null {
  if (day > today) return 'La fecha no puede ser posterior a hoy.';
  if (from !== null && day < from)
    return `Es anterior a la adjudicación o aprobación del proyecto (${formatDay(from)}).`;
  return to !== null && day > to ? `El plazo para gastar terminó el ${formatDay(to)}.` : null;
}

/** Why an expense cannot be of a line of the budget; null when it can. */
export const lineError = (line: BudgetLine | undefined): string | null => {
  if (!line) return 'Ese ítem ya no está en el presupuesto: elige otro.';
  return line.source === null || line.category === null
    ? 'A ese ítem le falta su categoría o su fuente: complétalo en el presupuesto.'
    : null;
};

/**
 * All that is wrong with a change of the budget for the lines that something is spent of: they stay, with their source;
 * those that a statement has expenses of keep their category, too, which stands in it.
 */
export function changedLineErrors(
  before: readonly BudgetLine[],
  after: readonly BudgetLine[],
  spentLineIds: readonly string[],
  statedLineIds: readonly string[] = [],
): FieldError[] {
  const now = new Map(after.map(line => [line.id, line]));
  return before
    .filter(line => spentLineIds.includes(line.id))
    .flatMap(line => {
      const name = `«${line.description || 'Sin descripción'}»`;
      const kept = now.get(line.id);
      if (!kept) return [{ path: 'lines', message: `${name} tiene gastos registrados: no se puede quitar.` }];
      const moved = [
        ...(kept.source === line.source ? [] : ['su fuente']),
        ...(kept.category === line.category || !statedLineIds.includes(line.id) ? [] : ['su categoría']),
      ];
      return moved.map(what => ({
        path: 'lines',
        message: `${name} tiene gastos ${statedLineIds.includes(line.id) ? 'rendidos' : 'registrados'}: ${what} no cambia.`,
      }));
    });
}
