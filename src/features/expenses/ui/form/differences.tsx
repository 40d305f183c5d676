import { formatAmount, formatMoney } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import type { Expense, ProjectExpenses } from '../../contract.ts';
import { lineOf, typeOf } from '../expense-words.tsx';
import classes from '../expenses.module.css';
import { type ExpenseValues, storedValues } from './form-values.tsx';

/** What of an expense people compare, each in words. */
function wordsOf(data: ProjectExpenses, e: ExpenseValues): ReadonlyMap<string, string> {
  const { voucher: v } = e;
  return new Map([
    ['Tipo', typeOf(data, v.typeId)?.name ?? ''],
    ['Número', v.number],
    ['Proveedor', [v.supplier.rut || v.supplier.foreignId, v.supplier.name].filter(Boolean).join(' · ')],
    ['Fecha', v.issuedOn ? formatDay(v.issuedOn) : ''],
    ['Monto', typeof v.gross === 'number' ? formatAmount(v.gross, v.currency) : ''],
    ['Ítem', lineOf(data, e.budgetLineId)?.description ?? ''],
    ['Descripción', e.description],
    ['Parte del proyecto', typeof e.share === 'number' ? formatMoney(e.share) : 'Todo'],
    ['Respaldos', String(e.papers.length)],
  ]);
}

interface Props {
  data: ProjectExpenses;
  /** As somebody saved it meanwhile. */
  stored: Expense;
  typed: ExpenseValues;
}

/** What somebody else saved, beside what is typed, where the two are not the same. */
export function Differences({ data, stored, typed }: Props) {
  const own = wordsOf(data, typed);
  const other = [...wordsOf(data, storedValues(stored))].filter(([name, words]) => own.get(name) !== words);
  if (other.length === 0) return null;
  return (
    <div className={classes.note} role="status">
      <strong>Lo que quedó guardado</strong>
      <dl className={classes.facts}>
        {other.map(([name, words]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>
              {words || 'Vacío'} <small>(tú: {own.get(name) || 'vacío'})</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
