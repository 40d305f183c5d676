import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retentionPeriods } from '../../../domain/retention.ts';
import { formatInstant } from '../../../web/dates.ts';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf, useRead, useWrite } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { toasts } from '../../../web/ui/toasts.ts';
import { getRetention, type StoredPeriods, saveRetention } from '../contract.ts';

function PeriodsForm({ stored }: { stored: StoredPeriods }) {
  const { updatedAt, updatedBy, ...periods } = stored;
  const form = useKitForm(retentionPeriods, periods);
  const client = useQueryClient();
  const save = useWrite(saveRetention);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.onSubmit(fields => {
    setProblem(null);
    save.mutate(
      { body: { ...fields, updatedAt } },
      {
        onSuccess: after => {
          client.setQueryData(keyOf(getRetention, {}), after);
          toasts.success('Plazos guardados. Se aplican cada noche.');
        },
        onError: error => setProblem(showProblem(form, error)),
      },
    );
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Fields form={form}>
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
        </Fields>
        <div>
          <Button type="submit" loading={save.isPending}>
            Cambiar plazos
          </Button>
        </div>
        {updatedBy && (
          <Text size="sm" c="dimmed">
            Último cambio: {updatedBy}, {formatInstant(updatedAt)}
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** How long what nobody works with any more is kept. */
export function RetentionForm() {
  const { data, error, refetch } = useRead(getRetention, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="20rem" />;
  return <PeriodsForm key={data.updatedAt} stored={data} />;
}
