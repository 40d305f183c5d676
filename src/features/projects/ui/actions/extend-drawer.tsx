import { Text } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '../../../../domain/kit/calendar.ts';
import { dayOf, formatDay } from '../../../../web/dates.ts';
import { forgetDrafts } from '../../../../web/drafts.ts';
import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { useKitForm } from '../../../../web/form/form.tsx';
import { FormDrawer } from '../../../../web/form/form-drawer.tsx';
import { TextAreaField } from '../../../../web/form/texts/text-area-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { extendDue, extension } from '../../../workflow/due/contract.ts';

interface Values {
  day: string | null;
  reason: string;
}

/** More time for whoever holds the project; who it is stays the same. */
export function ExtendDrawer({ onClose }: { onClose: () => void }) {
  const { project, cache } = useProject();
  // What is extended is what was on screen when the drawer opened.
  const [{ version, turn }] = useState(project);
  const form = useKitForm<Values>(extension, { day: null, reason: '' });
  const draftKey = ['project', project.id, 'extend'];
  const save = useWrite(extendDue);
  const current = turn.due ? dayOf(turn.due) : null;
  const send = ({ day, reason }: Values) =>
    save.mutate(
      { params: { kind: project.kind, id: project.id }, body: { version, day: day ?? '', reason } },
      {
        onSuccess: () => {
          void forgetDrafts(draftKey);
          onClose();
          toasts.success(`El plazo vence ahora el ${formatDay(day ?? '')}.`);
        },
        onSettled: () => cache.refresh(),
      },
    );
  return (
    <FormDrawer
      open
      title="Extender plazo"
      submit="Extender plazo"
      form={form}
      draftKey={draftKey}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
    >
      <Text size="sm">
        {current && `El plazo actual vence el ${formatDay(current)}. `}
        Quien tiene el proyecto recibe un aviso, y el motivo queda en el historial.
      </Text>
      <DateField
        name="day"
        label="Nuevo plazo"
        description="Un día hábil; vence a las 23:59."
        {...(current ? { min: addDays(current, 1) } : {})}
      />
      <TextAreaField name="reason" label="Motivo" description="Al menos 10 caracteres." />
    </FormDrawer>
  );
}
