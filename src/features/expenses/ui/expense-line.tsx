import {
  IconAlertTriangle,
  IconCheck,
  IconHourglass,
  IconPencil,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { EXPENSE_LABELS, type ExpenseState } from '../../../domain/spending/expense-states.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import type { Expense, ProjectExpenses } from '../contract.ts';
import { categoryLabel, lineOf, originalAmount, supplierWords, voucherName } from './expense-words.tsx';
import classes from './expenses.module.css';

const LOOKS: Readonly<Record<ExpenseState, { icon: TablerIcon; tone: Tone }>> = {
  recorded: { icon: IconPencil, tone: 'quiet' },
  submitted: { icon: IconHourglass, tone: 'review' },
  observed: { icon: IconAlertTriangle, tone: 'attention' },
  approved: { icon: IconCheck, tone: 'good' },
  refused: { icon: IconX, tone: 'bad' },
};

/** Where an expense stands: icon and word. */
export function ExpensePill({ state }: Pick<Expense, 'state'>) {
  return <Pill {...LOOKS[state]}>{EXPENSE_LABELS[state]}</Pill>;
}

/** An expense in two lines, for lists of them elsewhere: what it is, of whom, for what, and its pesos. */
export function ExpenseLine({ expense: e, data }: { expense: Expense; data: ProjectExpenses }) {
  const line = lineOf(data, e.budgetLineId);
  const about = [formatDay(e.voucher.issuedOn), e.description, categoryLabel(line?.category)];
  return (
    <div className={classes.expense}>
      <div className={classes.what}>
        <strong>{voucherName(data, e)}</strong>
        {supplierWords(e) && ` · ${supplierWords(e)}`}
        <small>{about.filter(Boolean).join(' · ')}</small>
      </div>
      <div className={classes.amount}>
        <strong>{formatMoney(e.cost)}</strong>
        {originalAmount(e) && <small>{originalAmount(e)}</small>}
      </div>
    </div>
  );
}
