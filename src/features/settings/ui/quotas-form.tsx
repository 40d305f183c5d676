import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { quotas } from '../../../domain/settings/quotas.ts';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getQuotas, saveQuotas } from '../quotas/contract.ts';

/** How much one person may keep going at once. */
export function QuotasForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getQuotas, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="14rem" />;
  return (
    <SavedForm
      key={data.updatedAt}
      schema={quotas}
      stored={data}
      draftKey={['quotas']}
      save={body => request(saveQuotas, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getQuotas, {}), after);
        onSaved();
      }}
      submit="Cambiar límites"
      said="Límites guardados. Quien ya tiene más lo conserva."
    >
      <NumberField
        name="drafts"
        label="Borradores sin enviar"
        description="De 1 a 10.000. Cuentan para quien es responsable."
      />
      <NumberField
        name="openUploads"
        label="Subidas de archivos sin terminar"
        description="De 1 a 1.000. Las abandonadas se descartan según el plazo de «Cuánto se guarda»."
      />
      <NumberField
        name="storedMb"
        label="Espacio para archivos"
        suffix=" MB"
        description="De 1 a 1.000.000 MB. Cuentan para quien los subió; los de la oficina no tienen límite."
      />
    </SavedForm>
  );
}
