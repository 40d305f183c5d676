import type { FieldError } from '../../../../domain/kit/problem.ts';
import { expenseDayError } from '../../../../domain/spending/expenses.ts';
import { voucherErrors } from '../../../../domain/spending/vouchers.ts';
import { formatDay, formatMoney } from '../../../../domain/text/format.ts';
import { RULES } from '../../../../domain/text/rule-messages.ts';
import { type Expense, type NewExpense, newExpense, type ProjectExpenses } from '../../contract.ts';
import { typeOf } from '../expense-words.tsx';
import { overFund, pesosOf } from './form-values.tsx';

/** What the values are judged by, beside their schema. */
export interface Judged {
  readonly data: ProjectExpenses;
  /** Pesos a unit; null while unknown. */
  readonly rate: number | null;
  /** Nobody has entered the value of that day. */
  readonly isRateMissing: boolean;
  /** Of a voucher that is there already. */
  readonly voucherId: string | undefined;
  /** What is changed, as it is stored. */
  readonly stored: Expense | undefined;
}

export const missingRate = (currency: string, day: string): string =>
  `No hay valor ${currency === 'UF' ? 'de la UF' : 'del dólar'} para el ${formatDay(day)}: pide a la oficina que lo agregue.`;

/** All that the server would refuse, as far as it is known here. */
function errorsOf(given: NewExpense, judged: Judged): FieldError[] {
  const { data, isRateMissing, stored } = judged;
  const { voucher, share, correctsId } = given;
  const type = typeOf(data, voucher.typeId);
  if (!type) return [];
  const errors: FieldError[] = voucherErrors(type, voucher).map(e => ({ ...e, path: `voucher.${e.path}` }));
  const fail = (path: string, message: string) => errors.push({ path, message });
  // What was taken stays taken, whatever became of the dates of the project.
  const isTaken = stored?.voucher.issuedOn === voucher.issuedOn;
  const wrongDay = isTaken ? null : expenseDayError(voucher.issuedOn, data, data.today);
  if (wrongDay) fail('voucher.issuedOn', wrongDay);
  if (type.isCredit && correctsId === null) fail('correctsId', RULES.required);
  if (isRateMissing) fail('voucher.issuedOn', missingRate(voucher.currency, voucher.issuedOn));
  const pesos = pesosOf(data, given, judged);
  if (!pesos) return errors;
  if (share !== null && share > pesos.gross)
    fail('share', `No puede superar el total del comprobante: ${formatMoney(pesos.gross)}.`);
  // At what was typed: an empty share is all of the voucher.
  const refusal = overFund(data, given, pesos.cost, stored);
  if (refusal) fail(share === null ? 'voucher.gross' : 'share', refusal);
  return errors;
}

/** The request's own schema, with what the type, the dates and the award ask for as they are known by then. */
export const schemaFor = (judged: () => Judged) =>
  newExpense.superRefine((given, context) => {
    for (const { path, message } of errorsOf(given, judged()))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  });
