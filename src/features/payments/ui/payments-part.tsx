import { Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { SpendingPart } from '../../statements/ui/part.tsx';
import type { ProjectPayments } from '../contract.ts';
import classes from './spending.module.css';
import { usePayments } from './use-payments.tsx';

// Fetched where there is an award.
const PaymentsContent = lazyPart(() => import('./payments-content.tsx'), 'PaymentsContent');

/** What the project was paid of its award, and what it gave back. */
export function PaymentsPart() {
  const { data, error, refetch } = usePayments();
  return (
    <SpendingPart title="Pagos y reintegros">
      {data ? (
        <Content data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />
      ) : (
        <Stack aria-busy gap="sm">
          <Skeleton h={72} />
          <Skeleton h={120} />
        </Stack>
      )}
    </SpendingPart>
  );
}

function Content({ data }: { data: ProjectPayments }) {
  // What was paid or given back all the same, as by an earlier rule, stays in sight.
  if (data.awarded === null && data.payments.length === 0 && data.refunds.length === 0)
    return (
      <p className={classes.quiet}>Este proyecto no tiene un monto adjudicado: no hay pagos ni reintegros.</p>
    );
  return (
    <Suspense fallback={<Skeleton h={200} />}>
      <PaymentsContent data={data} />
    </Suspense>
  );
}
