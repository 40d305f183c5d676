import { TextInput } from '@mantine/core';
import { useField } from '../../../../web/form/form.tsx';
import type { ControlProps } from '../scope.tsx';

/** Time of day, 24 hours. */
export function TimeField({ common }: ControlProps) {
  const { value, onChange, input } = useField(common);
  return (
    <TextInput
      {...input}
      type="time"
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}
