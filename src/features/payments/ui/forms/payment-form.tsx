import { useState } from 'react';
import type { z } from 'zod';
import { paymentFields } from '../../../../domain/spending/instalments.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { id as idRule } from '../../../../domain/text/rules.ts';
import { request } from '../../../../web/api.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { MoneyField } from '../../../../web/form/number-field.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useEntryWrite } from '../../../project-record/ui/use-entry-write.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { type ProjectPayments, recordPayment, savePayment } from '../../contract.ts';
import { draftKeyOf, payable } from '../use-payments.tsx';

interface Props {
  /** What is changed; null for a new one. */
  id: string | null;
  data: ProjectPayments;
  onClose: () => void;
}

const schemaFor = (left: number) =>
  paymentFields.extend({ id: idRule }).superRefine(({ amount }, context) => {
    if (amount > left)
      context.addIssue({
        ...{ code: 'custom', path: ['amount'] },
        message: `Supera lo liberado: se pueden pagar ${formatMoney(left)}.`,
      });
  });
type Values = Omit<z.output<ReturnType<typeof schemaFor>>, 'amount'> & { amount: number | null };

/** Records or corrects what was paid to the project, never above what is released. */
export function PaymentForm({ id, data, onClose }: Props) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  const stored = data.payments.find(p => p.id === id);
  const left = payable(data, stored?.amount);
  const [fresh] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => schemaFor(left));
  const form = useKitForm<Values>(schema, {
    id: stored?.id ?? fresh,
    day: stored?.day ?? data.today,
    amount: stored?.amount ?? null,
    reference: stored?.reference ?? '',
    note: stored?.note ?? '',
  });
  const draftKey = draftKeyOf(project.id, { form: 'payment', id });
  const params = { kind: project.kind, id: project.id };
  const write = useEntryWrite<Values>({
    ...{ draftKey, refresh, onClose, version: stored?.version ?? 0 },
    done: stored ? 'Pago guardado.' : 'Pago registrado.',
    store: (values, version) => {
      const { id: own, ...body } = paymentFields.extend({ id: idRule }).parse(values);
      if (version === 0) return request(recordPayment, { params, body: { ...body, id: own } });
      return request(savePayment, { params: { ...params, payment: own }, body: { ...body, version } });
    },
  });
  return (
    <FormDrawer
      open
      title={stored ? 'Editar pago' : 'Registrar pago'}
      submit="Guardar pago"
      {...{ form, draftKey, onClose, ...write.draft }}
      loading={write.isPending}
      submitError={write.error}
      onSubmit={write.send}
    >
      <DateField name="day" label="Fecha" max={data.today} />
      <MoneyField
        name="amount"
        label="Monto"
        description={`Se pueden pagar hasta ${formatMoney(left)} de lo liberado.`}
      />
      <TextField
        name="reference"
        label="Referencia"
        description="Como está en la contabilidad, por ejemplo el número de la transferencia."
      />
      <TextAreaField name="note" label="Nota" />
    </FormDrawer>
  );
}
