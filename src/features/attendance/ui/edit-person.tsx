import { useState } from 'react';
import { attendanceFields } from '../../../domain/execution/attendance.ts';
import type { WrittenPerson } from '../../../domain/execution/attendance-rows.ts';
import { IDENTIFIER_KINDS } from '../../../domain/execution/identifiers.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { useWrite } from '../../../web/query.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { type Attendance, saveAttendance } from '../contract.ts';
import { PersonFields, personOf } from './person-fields.tsx';
import { useListParams } from './use-attendance.tsx';

interface Props {
  activity: string;
  person: Attendance;
  onDone: () => void;
  onClose: () => void;
}

/** Somebody on the list, corrected; the notice they accepted stays theirs. */
export function EditPerson({ activity, person, onDone, onClose }: Props) {
  const params = { ...useListParams(activity), attendance: person.id };
  const { name, identifier, group, guardian } = person;
  // Whoever was forgotten is not corrected.
  const identifierKind = IDENTIFIER_KINDS.find(kind => kind === person.identifierKind) ?? 'none';
  const form = useKitForm<WrittenPerson>(attendanceFields, {
    ...{ name, identifierKind, identifier, group, guardian },
  });
  const save = useWrite(saveAttendance);
  const [isMinor, setMinor] = useState(guardian !== '');
  const send = (row: WrittenPerson) => {
    if (isMinor && row.guardian.trim() === '') return form.setFieldError('guardian', RULES.required);
    save.mutate(
      { params, body: personOf(row, isMinor) },
      {
        onSuccess: () => {
          onDone();
          onClose();
          toasts.success('Persona corregida.');
        },
      },
    );
  };
  return (
    <FormDrawer
      open
      title="Corregir persona"
      submit="Guardar"
      form={form}
      loading={save.isPending}
      submitError={save.error}
      onClose={onClose}
      onSubmit={send}
    >
      <PersonFields kind={form.values.identifierKind} isMinor={isMinor} onMinor={setMinor} />
    </FormDrawer>
  );
}
