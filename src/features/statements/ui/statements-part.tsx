import { Skeleton, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isRecorded } from '../../../domain/spending/expense-states.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { useExpenses } from '../../expenses/ui/use-expenses.tsx';
import type { ProjectStatements } from '../contract.ts';
import { SpendingPart } from './part.tsx';
import { StatementCard } from './statement-card.tsx';
import classes from './statements.module.css';
import { useOpenStatement, useStatements } from './use-statements.tsx';

// Fetched when first opened.
const SendDrawer = lazyPart(() => import('./dialogs/send-drawer.tsx'), 'SendDrawer');

/** How the project accounts to the office for what it spent. */
export function StatementsPart() {
  const { data, error, refetch } = useStatements();
  return (
    <SpendingPart title="Rendiciones" actions={data && <SendButton data={data} />}>
      {data ? (
        <List data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />
      ) : (
        <Stack aria-busy gap="sm">
          <Skeleton h={88} />
          <Skeleton h={88} />
        </Stack>
      )}
    </SpendingPart>
  );
}

/** Absent for whom it never is to send; refused with the reason where it is not now. */
function SendButton({ data: { send } }: { data: ProjectStatements }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useExpenses();
  if (!send) return null;
  const isNothing = data !== undefined && !data.expenses.some(isRecorded);
  const reason = send.allowed ? (isNothing ? 'No hay gastos sin rendir.' : null) : send.reason;
  return (
    <>
      <ActionButton size="sm" reason={reason} onClick={() => setOpen(true)}>
        Enviar rendición
      </ActionButton>
      <Suspense>{isOpen && <SendDrawer onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function List({ data: { statements, send } }: { data: ProjectStatements }) {
  const { id, linked, open } = useOpenStatement();
  if (statements.length === 0)
    return (
      <p className={classes.quiet}>
        {send
          ? 'Todavía no hay rendiciones. Elige los gastos que tienen todos sus respaldos y envíalos a la oficina: los revisa uno por uno.'
          : 'Todavía no hay rendiciones.'}
      </p>
    );
  return (
    <ol className={classes.cards}>
      {statements.map(statement => (
        <StatementCard
          key={statement.id}
          statement={statement}
          isOpen={statement.id === id}
          isLinked={statement.id === linked}
          onToggle={() => open(statement.id === id ? null : statement.id)}
        />
      ))}
    </ol>
  );
}
