import { Suspense } from 'react';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import type { ProjectExpenses } from '../../contract.ts';
import type { OpenExpense } from '../open-expense.tsx';
import { ExpenseTable } from './expense-table.tsx';
import { useExpenseListState } from './use-expense-list.tsx';

// Fetched when first opened.
const ExpenseDrawer = lazyPart(() => import('../detail/expense-drawer.tsx'), 'ExpenseDrawer');

interface Props {
  data: ProjectExpenses;
  onForm: (open: OpenExpense) => void;
}

/** The expenses of a project, and the one that the address names. */
export function ExpenseList({ data, onForm }: Props) {
  const list = useExpenseListState();
  const shown = data.expenses.find(e => e.id === list.values.open);
  return (
    <>
      <ExpenseTable data={data} />
      <Suspense>
        {shown && (
          <ExpenseDrawer
            key={shown.id}
            expense={shown}
            data={data}
            onForm={onForm}
            onShow={id => void list.set({ open: id })}
          />
        )}
      </Suspense>
    </>
  );
}
