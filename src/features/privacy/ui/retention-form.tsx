import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { retentionPeriods } from '../../../domain/settings/retention.ts';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getRetention, saveRetention } from '../retention/contract.ts';

/** How long what nobody works with any more is kept. */
export function RetentionForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getRetention, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="20rem" />;
  return (
    <SavedForm
      key={data.updatedAt}
      schema={retentionPeriods}
      stored={data}
      draftKey={['retention']}
      save={body => request(saveRetention, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getRetention, {}), after);
        onSaved();
      }}
      submit="Cambiar plazos"
      said="Plazos guardados. Se aplican cada noche."
    >
      <NumberField name="mailMonths" label="Correos enviados" suffix=" meses" />
      <NumberField name="noticeMonths" label="Notificaciones leídas" suffix=" meses" />
      <NumberField
        name="addressMonths"
        label="Dirección de red en la auditoría"
        suffix=" meses"
        description="La entrada queda; solo se olvida desde dónde se hizo."
      />
      <NumberField name="sessionDays" label="Sesiones terminadas" suffix=" días" />
      <NumberField name="uploadDays" label="Subidas de archivos sin terminar" suffix=" días" />
      <NumberField
        name="attendanceMonths"
        label="Listas de asistencia, tras el término del proyecto"
        suffix=" meses"
        description="Se eliminan los nombres; las cantidades quedan."
      />
      <NumberField
        name="surveyMonths"
        label="Respuestas de encuestas no anónimas, tras su cierre"
        suffix=" meses"
        description="Se elimina quién respondió qué; los resultados quedan."
      />
      <NumberField
        name="missMonths"
        label="Búsquedas sin resultado, desde la última vez"
        suffix=" meses"
        description="Solo las palabras y cuántas veces; nunca se guarda quién buscó."
      />
    </SavedForm>
  );
}
