import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { dataRequestRules } from '../../../../domain/settings/data-requests.ts';
import { request } from '../../../../web/api.ts';
import { SavedForm } from '../../../../web/form/autosave/saved-form.tsx';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../../web/form/fields.tsx';
import { keyOf, useRead } from '../../../../web/query.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { getDataRequestRules, saveDataRequestRules } from '../../rules/contract.ts';

/** From when the clock of requests runs, and where persons write. */
export function RequestRulesForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getDataRequestRules, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="8rem" />;
  return (
    <SavedForm
      key={data.updatedAt}
      schema={dataRequestRules}
      stored={data}
      draftKey={['data-requests']}
      save={body => request(saveDataRequestRules, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getDataRequestRules, {}), after);
        onSaved();
      }}
      submit="Cambiar plazo y correo"
      said="Guardado."
    >
      <DateField
        name="clockFrom"
        label="El plazo para responder corre desde"
        description="Entrada en vigencia de la Ley 21.719. Cada solicitud se responde en 30 días corridos desde que llega, o desde este día si llegó antes."
      />
      <TextField
        name="contact"
        type="email"
        label="Correo para solicitudes de datos"
        description="Se muestra junto al aviso de privacidad, para quien no tiene cuenta. Puede quedar vacío."
      />
    </SavedForm>
  );
}
