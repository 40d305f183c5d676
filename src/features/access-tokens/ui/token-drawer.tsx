import { Text } from '@mantine/core';
import { useState } from 'react';
import { TOKEN_SCOPES, type TokenScope } from '../../../domain/kit/permissions.ts';
import { forgetDrafts } from '../../../web/drafts.ts';
import { ChecksField } from '../../../web/form/choices/checks-field.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { useWrite } from '../../../web/query.ts';
import { createAccessToken, listAccessTokens, TOKEN_LIFETIMES, tokenFields } from '../contract.ts';

interface Values {
  name: string;
  scopes: TokenScope[];
  days: string;
}

const DRAFT = ['access-token'];
const SCOPES = Object.entries(TOKEN_SCOPES).map(([value, { label, covers }]) => ({
  value,
  label,
  description: covers,
}));

interface Props {
  onMade: (made: { name: string; token: string; scopes: readonly TokenScope[] }) => void;
  onClose: () => void;
}

/** What a new token is called, what it reads and until when. */
export function TokenDrawer({ onMade, onClose }: Props) {
  const [initial] = useState<Values>({ name: '', scopes: ['projects'], days: '90' });
  const form = useKitForm<Values>(tokenFields, initial);
  const create = useWrite(createAccessToken, [listAccessTokens]);
  const send = (values: Values) =>
    create.mutate(
      { body: tokenFields.parse(values) },
      {
        onSuccess: made => {
          void forgetDrafts(DRAFT);
          onMade(made);
          onClose();
        },
      },
    );
  return (
    <FormDrawer
      open
      title="Crear token"
      submit="Crear token"
      form={form}
      draftKey={DRAFT}
      loading={create.isPending}
      submitError={create.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        Un programa con este token lee lo que tú puedes ver, y nada más que lo que elijas aquí. No cambia
        nada.
      </Text>
      <TextField name="name" label="Nombre" description="Para qué es: «Panel de la facultad»." />
      <ChecksField name="scopes" label="Qué puede leer" options={SCOPES} />
      <SelectField name="days" label="Vence en" options={TOKEN_LIFETIMES} />
    </FormDrawer>
  );
}
