import { ActionIcon, Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { Fields, showProblem, useKitForm } from '../../../web/form/form.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import {
  addHoliday,
  getSettings,
  type Holiday,
  holiday,
  removeHoliday,
  type SettingsView,
} from '../contract.ts';
import classes from './settings.module.css';

function useHolidays(onSaved: () => void) {
  const client = useQueryClient();
  const show = (stored: SettingsView) => {
    client.setQueryData(keyOf(getSettings, {}), stored);
    onSaved();
  };
  const add = async (body: Holiday) => show(await request(addHoliday, { body }));
  const remove = async (row: Holiday) => {
    try {
      show(await request(removeHoliday, { params: { day: row.day } }));
      const undo = () => void add(row).catch(error => toasts.error(asHtml(messageOf(error))));
      toasts.success(`${formatDay(row.day)} vuelve a ser día hábil.`, { label: 'Deshacer', run: undo });
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
    }
  };
  return { add, remove };
}

const yearOf = (row: Holiday) => row.day.slice(0, 4);

interface HolidaysProps {
  onSaved: () => void;
}

/** Days that do not count as working days, a year at a time. */
export function Holidays({ onSaved }: HolidaysProps) {
  const { data, error, refetch } = useRead(getSettings, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h="24rem" />;
  return <HolidayList holidays={data.holidays} onSaved={onSaved} />;
}

function HolidayList({ holidays, onSaved }: HolidaysProps & { holidays: readonly Holiday[] }) {
  const { add, remove } = useHolidays(onSaved);
  const thisYear = String(new Date().getFullYear());
  const years = [...new Set([thisYear, ...holidays.map(yearOf)])].sort();
  const [year, setYear] = useState(thisYear);
  const shown = holidays.filter(row => yearOf(row) === year);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        No cuentan como días hábiles en los plazos que se calculen desde ahora.
      </Text>
      <NewHoliday
        onAdd={async row => {
          await add(row);
          setYear(yearOf(row));
        }}
      />
      <NativeSelect
        label="Año"
        data={years}
        value={year}
        onChange={event => setYear(event.currentTarget.value)}
        w="8rem"
        mb="xs"
      />
      {shown.length === 0 && <Text>No hay feriados en {year}.</Text>}
      <ul className={classes.days}>
        {shown.map(row => (
          <li key={row.day}>
            <span className="figures">{formatDay(row.day)}</span>
            <span>{row.name}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Quitar ${row.name}, ${formatDay(row.day)}`}
              onClick={() => void remove(row)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewHoliday({ onAdd }: { onAdd: (row: Holiday) => Promise<void> }) {
  const form = useKitForm<{ day: string | null; name: string }>(holiday, { day: null, name: '' });
  const [busy, setBusy] = useState(false);
  const draft = useDraft({
    draftKey: ['holiday', 'new'],
    value: form.values,
    changed: form.isDirty(),
    onRestore: form.setValues,
  });
  const submit = form.onSubmit(async values => {
    setBusy(true);
    try {
      await onAdd(values as Holiday);
      draft.clear();
      form.reset();
    } catch (error) {
      const message = showProblem(form, error);
      if (Object.keys(form.errors).length === 0) toasts.error(asHtml(message));
    } finally {
      setBusy(false);
    }
  });
  return (
    <form noValidate onSubmit={submit} className={classes.add}>
      <Fields form={form}>
        <DateField name="day" label="Día" />
        <TextField name="name" label="Nombre" />
      </Fields>
      <Button type="submit" variant="default" loading={busy}>
        Agregar
      </Button>
    </form>
  );
}
