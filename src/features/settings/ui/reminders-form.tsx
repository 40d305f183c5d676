import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { DAYS_BEFORE, reminderTimes } from '../../../domain/settings/reminder-times.ts';
import { request } from '../../../web/api.ts';
import { SavedForm } from '../../../web/form/autosave/saved-form.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { MultiSelectField } from '../../../web/form/choices/several-field.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { getReminders, saveReminders } from '../reminders/contract.ts';

const BEFORE_OPTIONS = DAYS_BEFORE.map(value => ({
  value,
  label: value === '0' ? 'El mismo día' : value === '1' ? '1 día hábil antes' : `${value} días hábiles antes`,
}));
const TIME_OPTIONS = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`;
  return { value, label: value };
});

/** When the clock calls people, and when the daily mail goes. */
export function RemindersForm({ onSaved }: { onSaved: () => void }) {
  const { data, error, refetch } = useRead(getReminders, {});
  const client = useQueryClient();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="16rem" />;
  return (
    <SavedForm
      key={data.updatedAt}
      schema={reminderTimes}
      stored={data}
      draftKey={['reminders']}
      save={body => request(saveReminders, { body })}
      onSaved={after => {
        client.setQueryData(keyOf(getReminders, {}), after);
        onSaved();
      }}
      submit="Cambiar recordatorios"
      said="Recordatorios guardados. Rigen desde el próximo envío."
    >
      <MultiSelectField
        name="daysBefore"
        label="Antes de que venza"
        options={BEFORE_OPTIONS}
        required={false}
        description="Sin ninguno, solo se avisa de lo vencido."
      />
      <NumberField
        name="everyDays"
        label="Una vez vencido, cada"
        suffix=" días"
        required={false}
        description="De 1 a 60. Vacío: no se insiste."
      />
      <SelectField name="time" label="Hora de los recordatorios" options={TIME_OPTIONS} />
      <SelectField name="digestTime" label="Hora del resumen diario" options={TIME_OPTIONS} />
    </SavedForm>
  );
}
