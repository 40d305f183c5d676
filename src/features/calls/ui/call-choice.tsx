import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { useFormScope } from '../../../web/form/form.tsx';
import { useRead } from '../../../web/query.ts';
import { openCalls } from '../contract.ts';
import { Countdown } from './countdown.tsx';

interface CallChoiceProps {
  kind: 'fexs' | 'incs';
  /** The kind cannot do without. */
  needed: boolean;
  /** Chosen beforehand, where it is open. */
  preset: string | undefined;
}

/** Which of the open calls a new project applies to; nothing where none is open. */
export function CallChoice({ kind, needed, preset }: CallChoiceProps) {
  const { data } = useRead(openCalls, { query: { kind } });
  const { getValue, setValue } = useFormScope();
  const calls = data?.calls ?? [];
  const only = needed && calls.length === 1 ? calls[0]?.id : undefined;
  const first = calls.find(c => c.id === preset)?.id ?? only;
  const chosen = getValue('callId');
  const choose = useRef((id: string) => setValue('callId', id));
  // Once: whoever takes the choice back means it.
  useEffect(() => {
    if (first) choose.current(first);
  }, [first]);
  if (!data || calls.length === 0) return null;
  const call = calls.find(c => c.id === chosen);
  return (
    <div>
      <SelectField
        name="callId"
        label="Convocatoria"
        description={
          needed
            ? 'A cuál postulas. Si lo dejas en blanco, la eliges después en la sección Fondo.'
            : 'Déjala en blanco si no postulas a ninguna.'
        }
        options={calls.map(c => ({ value: c.id, label: c.name }))}
      />
      {call && (
        <Text size="sm" mt={4}>
          <Countdown closesAt={call.closesAt} now={data.now} />
        </Text>
      )}
    </div>
  );
}
