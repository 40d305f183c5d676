import { TimeInput } from '../../../../web/form/dates/time-input.tsx';
import { useField } from '../../../../web/form/form.tsx';
import type { ControlProps } from '../scope.tsx';

/** Time of day, 24 hours. */
export function TimeField({ common }: ControlProps) {
  const { value, onChange, input } = useField(common);
  return <TimeInput {...input} value={String(value ?? '')} onChange={onChange} />;
}
