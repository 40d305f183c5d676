import { formatMoney } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { type Expense, type ProjectExpenses, removeExpense } from '../../contract.ts';
import { expenseInWords, lineOf } from '../expense-words.tsx';
import { useExpensesOutdated } from '../use-expenses.tsx';

interface Props {
  expense: Expense;
  data: ProjectExpenses;
  onClose: () => void;
  onDone: () => void;
}

/** Asks, and says what is left afterwards. */
export function RemoveExpense({ expense, data, onClose, onDone }: Props) {
  const { project } = useProject();
  const refresh = useExpensesOutdated();
  const line = lineOf(data, expense.budgetLineId)?.description;
  const effect =
    expense.cost < 0
      ? `vuelve a tener ${formatMoney(-expense.cost)} menos`
      : `recupera ${formatMoney(expense.cost)}`;
  return (
    <ConfirmDialog
      open
      destructive
      title="Eliminar gasto"
      confirm="Eliminar gasto"
      onCancel={onClose}
      onConfirm={async () => {
        const params = { kind: project.kind, id: project.id, expense: expense.id };
        await request(removeExpense, { params }).finally(refresh);
        onClose();
        onDone();
        toasts.success('Gasto eliminado.');
      }}
    >
      Se elimina {expenseInWords(data, expense)}, y {line ? `el ítem «${line}»` : 'el presupuesto'} {effect}.
      No se puede deshacer. Sus archivos siguen en el proyecto.
    </ConfirmDialog>
  );
}
