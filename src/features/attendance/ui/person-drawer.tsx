import { useState } from 'react';
import {
  attendanceFields,
  IDENTIFIER_KINDS,
  IDENTIFIER_LABELS,
  LEAST_AGE,
} from '../../../domain/execution/attendance.ts';
import type { WrittenPerson } from '../../../domain/execution/attendance-rows.ts';
import { ATTENDANCE_GROUPS } from '../../../domain/execution/people.ts';
import { SelectField, TextField } from '../../../web/form/fields.tsx';
import { useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { useWrite } from '../../../web/query.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { addAttendances } from '../contract.ts';
import classes from './attendance.module.css';
import { NOT_ACCEPTED, NoticeBox } from './notice-box.tsx';
import { useListParams } from './use-attendance.tsx';

export interface WayProps {
  activity: string;
  noticeVersion: number;
  onDone: () => void;
  onClose: () => void;
}

const KINDS = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));
const EMPTY: WrittenPerson = {
  ...{ name: '', identifierKind: 'rut', identifier: '', group: 'external', guardian: '' },
};

/** People typed one after the other: who is saved makes room for the next. */
export function PersonDrawer({ activity, noticeVersion, onDone, onClose }: WayProps) {
  const params = useListParams(activity);
  const form = useKitForm<WrittenPerson>(attendanceFields, EMPTY);
  const add = useWrite(addAttendances);
  const [accepted, setAccepted] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [count, setCount] = useState(0);
  const { identifierKind, group } = form.values;
  const send = async (row: WrittenPerson) => {
    if (!accepted) return setRefusal(NOT_ACCEPTED);
    const rows = [{ ...row, identifier: row.identifierKind === 'none' ? '' : row.identifier }];
    const { added } = await add.mutateAsync({ params, body: { rows, noticeVersion } });
    toasts.success(added > 0 ? 'Persona agregada.' : 'Esa persona ya estaba en la lista.');
    setCount(count + added);
    onDone();
    // The next one is likely of the same sort.
    const next = { ...EMPTY, identifierKind: row.identifierKind, group };
    form.setValues(next);
    form.resetDirty(next);
    document.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
  };
  return (
    <FormDrawer
      open
      title={count === 0 ? 'Agregar persona' : `Agregar persona (${count} agregadas)`}
      submit="Agregar"
      form={form}
      loading={add.isPending}
      submitError={add.error}
      onClose={onClose}
      onSubmit={row => void send(row).catch(() => undefined)}
    >
      <TextField name="name" label="Nombre y apellidos" />
      <div className={classes.pair}>
        <SelectField name="identifierKind" label="Se identifica con" options={KINDS} />
        {identifierKind !== 'none' && (
          <TextField name="identifier" label={IDENTIFIER_LABELS[identifierKind ?? 'rut']} required />
        )}
      </div>
      <SelectField name="group" label="Grupo" options={ATTENDANCE_GROUPS} />
      <TextField
        name="guardian"
        label="Adulto que autoriza"
        description={`Solo si tiene menos de ${LEAST_AGE} años.`}
      />
      <NoticeBox
        version={noticeVersion}
        checked={accepted}
        error={refusal}
        onChange={checked => {
          setAccepted(checked);
          setRefusal(null);
        }}
      />
    </FormDrawer>
  );
}
