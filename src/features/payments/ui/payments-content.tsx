import { Suspense, useState } from 'react';
import { isRestDue } from '../../../domain/kinds/statuses.ts';
import { formatMoney } from '../../../domain/text/format.ts';
import { KeyFigures } from '../../../web/layout/key-figures.tsx';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import type { ProjectPayments } from '../contract.ts';
import { InstalmentTable } from './instalment-table.tsx';
import { PaymentTable } from './payment-table.tsx';
import { RefundList } from './refund-list.tsx';
import type { OpenForm } from './use-payments.tsx';

// Fetched when first opened.
const PaymentForm = lazyPart(() => import('./forms/payment-form.tsx'), 'PaymentForm');
const RefundForm = lazyPart(() => import('./forms/refund-form.tsx'), 'RefundForm');

/** Figures, instalments, payments and refunds of an award. */
export function PaymentsContent({ data }: { data: ProjectPayments }) {
  const [form, setForm] = useState<OpenForm | null>(null);
  const close = () => setForm(null);
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
  const { status } = useProject().project;
  const { awarded, released, paid, spent, approved, refunded, toReturn } = data;
  const rows: readonly (readonly [string, number | null])[] = [
    ['Adjudicado', awarded],
    ['Liberado', released],
    ['Pagado', paid],
    ['Gastado del fondo', spent],
    ['Aprobado en rendiciones', approved],
    ['Reintegrado', refunded],
    [isRestDue(status) ? 'Por devolver' : 'Pagado sin rendición aprobada', toReturn],
  ];
  return (
    <KeyFigures
      facts={rows.map(([label, value]) => [label, value === null ? '–' : formatMoney(value)] as const)}
    />
  );
}
