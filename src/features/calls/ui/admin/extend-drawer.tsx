import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatInstant } from '../../../../web/dates.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { InstantField } from '../../../../web/form/dates/instant-field.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { type CallDetail, extendCall } from '../../contract.ts';
import { readAgain } from './use-call-form.tsx';

const extension = (extendCall.body as NonNullable<typeof extendCall.body>).omit({ version: true });
type Values = { closesAt: string | null; reason: string };

/** Puts the closing off; whoever has a draft gets a mail with the reason. */
export function ExtendDrawer({ call, onClose }: { call: CallDetail; onClose: () => void }) {
  // What is extended is what was on screen when the drawer opened.
  const [{ version, closesAt }] = useState(call);
  const form = useKitForm<Values>(extension, { closesAt, reason: '' });
  const draftKey = ['call', call.id, 'extend'];
  const extend = useWrite(extendCall);
  const send = ({ closesAt: later, reason }: Values) =>
    extend.mutate(
      { params: { call: call.id }, body: { version, closesAt: later ?? '', reason } },
      {
        onSuccess: ({ told }) => {
          void forgetDrafts(draftKey);
          onClose();
          const people = told === 1 ? '1 persona con borrador' : `${told} personas con borrador`;
          toasts.success(`Ahora cierra el ${formatInstant(later ?? '')}. Avisamos a ${people}.`);
        },
        onSettled: () => void readAgain(),
      },
    );
  return (
    <FormDrawer
      open
      title="Ampliar plazo"
      submit="Ampliar plazo"
      form={form}
      draftKey={draftKey}
      loading={extend.isPending}
      submitError={extend.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        {closesAt && `Ahora cierra el ${formatInstant(closesAt)}. `}
        Quienes tienen un borrador reciben un correo con el motivo, que queda a la vista de todos.
      </Text>
      <InstantField name="closesAt" label="Nuevo cierre" description="En hora de Chile." />
      <TextAreaField name="reason" label="Motivo" description="Al menos 10 caracteres." />
      {call.extensions.length > 0 && (
        <section aria-label="Ampliaciones anteriores">
          {call.extensions.map(e => (
            <Text key={e.at} size="sm" c="dimmed">
              Del {formatInstant(e.closedAt)} al {formatInstant(e.closesAt)}: {e.reason} ({e.by})
            </Text>
          ))}
        </section>
      )}
    </FormDrawer>
  );
}
