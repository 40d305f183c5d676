import { useEffect, useRef, useState } from 'react';
import { attendanceFields } from '../../../domain/execution/attendance.ts';
import type { WrittenPerson } from '../../../domain/execution/attendance-rows.ts';
import { guessKind } from '../../../domain/execution/identifiers.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { type KitForm, useKitForm } from '../../../web/form/form.tsx';
import { FormDrawer } from '../../../web/form/form-drawer.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import classes from './attendance.module.css';
import { NoticeBox } from './notice-box.tsx';
import { PersonFields, personOf } from './person-fields.tsx';
import { useAdding, type WayProps } from './use-adding.tsx';

const EMPTY: WrittenPerson = {
  ...{ name: '', identifierKind: 'rut', identifier: '', group: 'external', guardian: '' },
};

/** The kind follows what is typed, until somebody chooses another one. */
function useGuessedKind(form: KitForm<WrittenPerson>) {
  const { identifier, identifierKind: kind } = form.values;
  const last = useRef(kind);
  const set = useRef(form.setFieldValue);
  set.current = form.setFieldValue;
  const guessed = guessKind(identifier);
  useEffect(() => {
    if (!guessed || guessed === kind || kind !== last.current) return;
    last.current = guessed;
    set.current('identifierKind', guessed);
  }, [guessed, kind]);
  return (next: WrittenPerson['identifierKind']) => {
    last.current = next;
  };
}

/** People typed one after the other: who is saved makes room for the next. */
export function PersonDrawer(props: WayProps) {
  const form = useKitForm<WrittenPerson>(attendanceFields, EMPTY);
  const { send, isPending, error, notice } = useAdding(props);
  const [isMinor, setMinor] = useState(false);
  const [count, setCount] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  const restart = useGuessedKind(form);
  const add = async (row: WrittenPerson) => {
    if (isMinor && row.guardian.trim() === '') return form.setFieldError('guardian', RULES.required);
    const result = await send([personOf(row, isMinor)]);
    if (!result) return;
    toasts.success(result.added > 0 ? 'Persona agregada.' : 'Esa persona ya estaba en la lista.');
    setCount(count + result.added);
    // The next one is likely of the same sort.
    const next = { ...EMPTY, identifierKind: row.identifierKind, group: row.group };
    restart(next.identifierKind);
    form.setValues(next);
    form.resetDirty(next);
    setMinor(false);
    fields.current?.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
  };
  const added = count === 0 ? '' : ` (${formatCount(count, 'agregada', 'agregadas')})`;
  return (
    <FormDrawer
      open
      title={`Agregar persona${added}`}
      submit="Agregar"
      form={form}
      loading={isPending}
      submitError={error}
      onClose={props.onClose}
      onSubmit={row => void add(row)}
    >
      <div ref={fields} className={classes.fields}>
        <PersonFields kind={form.values.identifierKind} isMinor={isMinor} onMinor={setMinor} />
        <NoticeBox {...notice} />
      </div>
    </FormDrawer>
  );
}
