import { Skeleton, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { formatMoney } from '../../../domain/text/format.ts';
import figures from '../../../web/layout/figures.module.css';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { SpendingPart } from '../../statements/ui/part.tsx';
import type { ProjectPayments } from '../contract.ts';
import { InstalmentTable } from './instalment-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { RefundList } from './refund-list.tsx';
import classes from './spending.module.css';
import { type OpenForm, usePayments } from './use-payments.tsx';

// Fetched when first opened.
const PaymentForm = lazyPart(() => import('./forms/payment-form.tsx'), 'PaymentForm');
const RefundForm = lazyPart(() => import('./forms/refund-form.tsx'), 'RefundForm');

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
  const [form, setForm] = useState<OpenForm | null>(null);
  const close = () => setForm(null);
  // What was paid or given back all the same, as by an earlier rule, stays in sight.
  if (data.awarded === null && data.payments.length === 0 && data.refunds.length === 0)
    return (
      <p className={classes.quiet}>Este proyecto no tiene un monto adjudicado: no hay pagos ni reintegros.</p>
    );
  return (
    <>
      <Figures data={data} />
      <InstalmentTable data={data} />
      <PaymentTable data={data} onForm={setForm} />
      <RefundList data={data} onForm={setForm} />
      <Suspense>
        {form?.form === 'payment' && <PaymentForm key={form.id} id={form.id} data={data} onClose={close} />}
        {form?.form === 'refund' && <RefundForm key={form.id} id={form.id} data={data} onClose={close} />}
      </Suspense>
    </>
  );
}

function Figures({ data }: { data: ProjectPayments }) {
  const { awarded, released, paid, spent, approved, refunded, toReturn } = data;
  const rows: readonly (readonly [string, number | null])[] = [
    ['Adjudicado', awarded],
    ['Liberado', released],
    ['Pagado', paid],
    ['Gastado del fondo', spent],
    ['Aprobado en rendiciones', approved],
    ['Reintegrado', refunded],
    ['Por devolver', toReturn],
  ];
  return (
    <dl className={figures.figures}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value === null ? '–' : formatMoney(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
