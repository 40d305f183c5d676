import { ExpensesPart } from '../../expenses/ui/expenses-part.tsx';
import { StatementsPart } from '../../statements/ui/statements-part.tsx';
import { PaymentsPart } from './payments-part.tsx';
import classes from './spending.module.css';

/** What a project spends, how it accounts for that, what it is paid and gives back. */
export function SpendingTab() {
  return (
    <div className={classes.tab}>
      <ExpensesPart />
      <StatementsPart />
      <PaymentsPart />
    </div>
  );
}
