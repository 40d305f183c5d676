import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ExpensesPart } from '../../expenses/ui/expenses-part.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { StatementsPart } from '../../statements/ui/statements-part.tsx';
import { PaymentsPart } from './payments-part.tsx';
import classes from './spending.module.css';

/** What a project spends, how it accounts for that, what it is paid and gives back. */
export function SpendingTab() {
  const { project } = useProject();
  // Nobody else has the tab; an address that was handed on still opens it.
  if (!project.readsSpending)
    return (
      <EmptyState
        title="No hay gastos que puedas ver"
        text="Los ven el equipo del proyecto y la oficina, desde que se aprueba."
      />
    );
  return (
    <div className={classes.tab}>
      <ExpensesPart />
      <StatementsPart />
      <PaymentsPart />
    </div>
  );
}
