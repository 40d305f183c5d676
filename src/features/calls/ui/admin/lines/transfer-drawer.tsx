import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../../../domain/text/format.ts';
import { forgetDrafts } from '../../../../../web/drafts.ts';
import { SelectField } from '../../../../../web/form/choices/select-field.tsx';
import { useKitForm } from '../../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../../web/form/form-drawer.tsx';
import { MoneyField } from '../../../../../web/form/number-field.tsx';
import { TextAreaField } from '../../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../../web/query.ts';
import { toasts } from '../../../../../web/ui/toasts/toasts.ts';
import type { CallDetail } from '../../../contract.ts';
import { transferMoney } from '../../../transfers/contract.ts';
import { readAgain } from '../use-call-form.tsx';
import { leftIn } from './left.tsx';

const transfer = (transferMoney.body as NonNullable<typeof transferMoney.body>).omit({ version: true });
type Values = { from: string | null; to: string | null; amount: number | null; reason: string };

/** Takes money that nobody was awarded from a line and gives it to another. */
export function TransferDrawer({ call: current, onClose }: { call: CallDetail; onClose: () => void }) {
  // What is moved is what was on screen when the drawer opened.
  const [call] = useState(current);
  const form = useKitForm<Values>(transfer, { from: null, to: null, amount: null, reason: '' });
  const draftKey = ['call', call.id, 'transfer'];
  const move = useWrite(transferMoney);
  const lines = call.lines.map(line => {
    return { value: line.id, label: line.name, free: Math.max(0, leftIn(call, line)) };
  });
  const { from } = form.values;
  const free = lines.find(l => l.value === from)?.free;
  const withHint = lines.map(({ free: left, ...line }) => ({ ...line, hint: `Quedan ${formatMoney(left)}` }));
  const send = ({ reason, ...asked }: Values) =>
    move.mutate(
      {
        params: { call: call.id },
        body: {
          ...{ version: call.version, reason },
          ...{ from: asked.from ?? '', to: asked.to ?? '', amount: asked.amount ?? 0 },
        },
      },
      {
        onSuccess: () => {
          void forgetDrafts(draftKey);
          onClose();
          toasts.success(`Se movieron ${formatMoney(asked.amount ?? 0)}.`);
        },
        onSettled: () => void readAgain(),
      },
    );
  return (
    <FormDrawer
      open
      title="Mover dinero entre líneas"
      submit="Mover dinero"
      form={form}
      draftKey={draftKey}
      loading={move.isPending}
      submitError={move.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        Solo se mueve lo que no está adjudicado. Queda a la vista de la oficina, con su motivo.
      </Text>
      <SelectField name="from" label="De la línea" options={withHint} />
      <SelectField
        name="to"
        label="A la línea"
        options={withHint.map(l => ({ ...l, disabled: l.value === from }))}
      />
      <MoneyField
        name="amount"
        label="Monto"
        description={free === undefined ? undefined : `Se pueden mover hasta ${formatMoney(free)}.`}
      />
      <TextAreaField name="reason" label="Motivo" description="Al menos 10 caracteres." />
    </FormDrawer>
  );
}
