import { DateField } from '../../../../web/form/dates/date-field.tsx';
import { TimeInput } from '../../../../web/form/dates/time-input.tsx';
import { useField } from '../../../../web/form/form.tsx';
import type { ControlProps, Controls } from '../scope.tsx';

/** Time of day, 24 hours. */
function TimeField({ common }: ControlProps) {
  const { value, onChange, input } = useField(common);
  return <TimeInput {...input} value={String(value ?? '')} onChange={onChange} />;
}

export const CONTROLS: Controls = { date: ({ common }) => <DateField {...common} />, time: TimeField };
