import { Button, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, Suspense, useId } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import type { ProjectExpenses } from '../contract.ts';
import { BalancePart } from './balance/balance-part.tsx';
import classes from './expenses.module.css';
import { NEW_EXPENSE, type OpenExpense, useOpenExpense } from './open-expense.tsx';
import { useExpenses } from './use-expenses.tsx';

// Fetched where there are any, and when first opened.
const ExpenseList = lazyPart(() => import('./list/expense-list.tsx'), 'ExpenseList');
const ExpenseForm = lazyPart(() => import('./form/expense-form.tsx'), 'ExpenseForm');

/** What the project has spent, and what is left of its budget. */
export function ExpensesPart() {
  const { data, error, refetch } = useExpenses();
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading}>
      {error && !data ? (
        <>
          <Head id={heading} />
          <ErrorState error={error} onRetry={() => void refetch()} />
        </>
      ) : data ? (
        <Content heading={heading} data={data} />
      ) : (
        <>
          <Head id={heading} />
          <Stack aria-busy gap="sm">
            <Skeleton h={90} />
            <Skeleton h={240} />
          </Stack>
        </>
      )}
    </section>
  );
}

const Head = ({ id, children }: { id: string; children?: ReactNode }) => (
  <header className={classes.head}>
    <h3 id={id}>Gastos y saldo</h3>
    {children}
  </header>
);

function Content({ heading, data }: { heading: string; data: ProjectExpenses }) {
  const { form, unfinished, open, discard } = useOpenExpense(data);
  const reason = data.record.allowed ? null : data.record.reason;
  const add = () => open(NEW_EXPENSE);
  return (
    <>
      <Head id={heading}>
        <ActionButton reason={reason} onClick={add}>
          Registrar gasto
        </ActionButton>
      </Head>
      {reason && <p className={classes.refused}>{reason}</p>}
      {unfinished && <Unfinished onGoOn={() => open(unfinished)} onDiscard={discard} />}
      {(data.lines.length > 0 || data.expenses.length > 0) && <BalancePart data={data} />}
      {data.expenses.length > 0 ? (
        <Suspense fallback={<Skeleton h={240} />}>
          <ExpenseList data={data} onForm={open} />
        </Suspense>
      ) : (
        <Nothing data={data} />
      )}
      <Suspense>
        {form && <ExpenseForm key={nameOf(form)} open={form} data={data} onClose={() => open(null)} />}
      </Suspense>
    </>
  );
}

const nameOf = ({ id, correctsId, likeId }: OpenExpense) => [id, correctsId, likeId].join();

function Unfinished({ onGoOn, onDiscard }: { onGoOn: () => void; onDiscard: () => void }) {
  return (
    <p className={classes.unfinished} role="status">
      Dejaste un gasto sin guardar.
      <Button variant="subtle" size="compact-sm" onClick={onGoOn}>
        Seguir
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onDiscard}>
        Descartar
      </Button>
    </p>
  );
}

/** What to do first. */
function Nothing({ data: { lines, record } }: { data: ProjectExpenses }) {
  const words =
    lines.length === 0
      ? 'El presupuesto del proyecto no tiene ítems: primero se completa la sección «Presupuesto».'
      : record.allowed
        ? 'Registra cada comprobante con «Registrar gasto»: elige el ítem del presupuesto y sube sus respaldos. Después se rinden juntos.'
        : 'Cuando se registren, aparecerán aquí con sus respaldos.';
  return <EmptyState headingLevel={3} title="Aún no hay gastos" text={words} />;
}
