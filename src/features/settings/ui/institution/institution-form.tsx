import { Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { institution } from '../../../../domain/settings/institution.ts';
import { request } from '../../../../web/api.ts';
import { changeConfig } from '../../../../web/config.ts';
import { SavedForm } from '../../../../web/form/autosave/saved-form.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { keyOf, useRead } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { getInstitution, type StoredInstitution, saveInstitution } from '../../institution/contract.ts';
import { ColourField } from './colour-field.tsx';
import { InstitutionPreview } from './institution-preview.tsx';
import { LogoField } from './logo-field.tsx';

/** How the institution is named and shown; this page shows what is saved at once. */
export function InstitutionForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getInstitution, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="24rem" />;
  const { logo, ...stored } = data;
  const keep = (change: Partial<StoredInstitution>) => {
    client.setQueryData(keyOf(getInstitution, {}), (before: StoredInstitution = data) => ({
      ...before,
      ...change,
    }));
    onSaved();
  };
  return (
    <Stack gap="lg">
      <SavedForm
        key={data.updatedAt}
        schema={institution}
        stored={stored}
        draftKey={['institution']}
        save={body => request(saveInstitution, { body })}
        onSaved={after => {
          changeConfig({ institution: after.name, colour: after.colour });
          keep(after);
        }}
        submit="Cambiar nombre y color"
        said="Nombre y color guardados. En otras pantallas se ven al volver a cargarlas."
      >
        <TextField
          name="name"
          label="Nombre"
          description="Está en el encabezado, en los títulos de las páginas y en los documentos."
        />
        <ColourField
          name="colour"
          label="Color"
          description="El de la franja del encabezado y de la banda de las páginas públicas. Los botones no cambian."
        />
        <InstitutionPreview logo={logo} />
      </SavedForm>
      <LogoField
        logo={logo}
        onChange={after => {
          changeConfig({ logo: after });
          keep({ logo: after });
        }}
      />
    </Stack>
  );
}
