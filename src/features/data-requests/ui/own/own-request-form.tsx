import { Text } from '@mantine/core';
import { useState } from 'react';
import { ownRequestFields } from '../../../../domain/privacy/requests.ts';
import type { DataRight } from '../../../../domain/privacy/rights.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { fileDataRequest, listOwnDataRequests } from '../../contract.ts';
import { RightField } from '../right-field.tsx';

interface Values {
  id: string;
  right: DataRight | null;
  details: string;
}

const DRAFT = ['own-data-request'];

/** Asks the office about one's own data. */
export function OwnRequestForm({ days, onClose }: { days: number; onClose: () => void }) {
  // Sent twice it is filed once.
  const [id] = useState(() => crypto.randomUUID());
  const form = useKitForm<Values>(ownRequestFields, { id, right: null, details: '' });
  const file = useWrite(fileDataRequest, [listOwnDataRequests]);
  const send = (values: Values) =>
    file.mutate(
      { body: { ...ownRequestFields.parse(values), id: values.id } },
      {
        onSuccess: ({ code }) => {
          void forgetDrafts(DRAFT);
          toasts.success(`Enviamos tu solicitud ${code} a la oficina.`);
          onClose();
        },
      },
    );
  return (
    <FormDrawer
      open
      title="Hacer una solicitud"
      submit="Enviar solicitud"
      form={form}
      draftKey={DRAFT}
      loading={file.isPending}
      submitError={file.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">La oficina te responde por correo dentro de {days} días corridos.</Text>
      <RightField label="Derecho" />
      <TextAreaField
        name="details"
        label="Qué pides"
        description="Sobre qué datos y, si lo sabes, dónde están. Al menos 10 caracteres."
      />
    </FormDrawer>
  );
}
